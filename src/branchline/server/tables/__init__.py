"""Tables: their state, their seats, who may do what, and the bots that play there."""
