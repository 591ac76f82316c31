"""The rules engine: a flat state record and compiled functions over it."""
