"""`python -m aura` is the command line."""

import sys

try:
    from aura.contracts.collector import collect_no_more, collect_rarely
    from aura.surfaces.cli.main import main
except KeyboardInterrupt:
    sys.exit(7)  # cancelled, before there was anything to cancel

collect_rarely()
code = main()
collect_no_more()
sys.exit(code)
