"""Compiled players: policies that decide on the same records as the rules, in microseconds.

A policy looks at a state only as far as the seat in question may know it: a test plays the same
decision in worlds which that seat cannot tell apart.
"""
