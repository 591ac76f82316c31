"""Plain data: what is read from JSON and TOML, or is to be written."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]
"""An object: values by name. What they are is said by whoever reads or makes it."""
