"""Analyses of finished games: asked for, made beside the tables, kept, and told."""
