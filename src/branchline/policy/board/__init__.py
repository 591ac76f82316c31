"""The policy of the board games: one network for all tickets, and how to get it."""
