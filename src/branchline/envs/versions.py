"""The version of the environments, as names like ``branchline/usa-v1`` have it."""

ENVIRONMENT_VERSION = 1
"""Changes when results that were measured with an environment no longer compare."""
