"""What all tests share: commands speak English, and what each test costs is counted."""

import os

from branchline.server.processes import TEST_PATIENCE

pytest_plugins = ["tests.costs"]

os.environ["BRANCHLINE_LANG"] = "en"
os.environ[TEST_PATIENCE] = "no"
