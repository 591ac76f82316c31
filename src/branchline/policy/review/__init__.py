"""Play-outs for the analysis of finished games, with the figures that tell why."""
