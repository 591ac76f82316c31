"""Matches: built-in players against each other or beside a learner, in one compiled loop."""
