"""What all tests share: commands speak English, and what each test costs is counted."""

import os

pytest_plugins = ["tests.costs"]

os.environ["BRANCHLINE_LANG"] = "en"
