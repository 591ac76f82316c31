"""Observations: what a seat may know, as bytes that compiled code writes, and what each one means.

It is a package by itself because compiled code is kept for a whole package: it is compiled when
somebody first uses it, and people who only play do not wait for it.
"""
