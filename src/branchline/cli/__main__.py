"""`python -m branchline.cli`, for where the command itself is not installed."""

import sys

from branchline.cli.main import main

sys.exit(main())
