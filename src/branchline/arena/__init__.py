"""The arena: tournaments between bots, deal by deal, from every seat."""
