"""What goes over the wire: requests, messages, problems, and the schema made from them."""
