"""Measurements that take minutes; `make bench` makes them."""
