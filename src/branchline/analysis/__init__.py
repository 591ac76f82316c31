"""The analysis of finished games: what was luck, what was skill, what would have been better."""
