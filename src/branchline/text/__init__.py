"""Texts: every word a person reads, in every language, and reading the words people type."""
