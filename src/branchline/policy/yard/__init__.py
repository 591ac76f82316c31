"""The policy of the yards: tickets, rows and cards, weighed against the turns left."""
