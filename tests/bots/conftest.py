"""Nothing to collect in the process that misbehaves on purpose: it is run, not imported."""

collect_ignore = ["rogue.py"]
