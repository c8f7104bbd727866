"""`python -m aura` is the command line."""

import sys

try:
    from aura.surfaces.cli.main import main
except KeyboardInterrupt:
    sys.exit(7)  # cancelled, before there was anything to cancel

sys.exit(main())
