"""`python -m aura` is the command line."""

import gc
import sys

# A command makes many values and few cycles, and soon ends: looking for cycles after every 700 values is waste.
gc.set_threshold(100_000, 50, 100)

try:
    from aura.surfaces.cli.main import main
except KeyboardInterrupt:
    sys.exit(7)  # cancelled, before there was anything to cancel

sys.exit(main())
