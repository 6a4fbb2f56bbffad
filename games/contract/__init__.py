"""The public contract's shapes (protocol.md) as types: what the code builds is checked against them.

Their JSON Schema is published, and the front end's types are made from it. Nothing here does anything.
"""
