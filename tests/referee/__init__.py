"""The naive referee: judges recorded games from the rulebook, sharing no code with the engine."""
