"""`python -m aura` is the command line."""

import sys

from aura.surfaces.cli.main import main

sys.exit(main())
