"""The requests over HTTP, each checked against its model (docs/protocol.md)."""
