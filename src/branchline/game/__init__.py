"""The game: moves and events, the game as an object, what seats may know of it, and records."""
