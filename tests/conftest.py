"""What all tests share: commands speak English, whatever the language of the machine."""

import os

os.environ["BRANCHLINE_LANG"] = "en"
