"""Observations: what a seat may know, as bytes that compiled code writes, and what each one means.

It is a package by itself because compiled code is kept for a whole package: whoever only plays
need not wait for it, and it is compiled when somebody first uses it.
"""
