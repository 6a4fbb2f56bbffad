"""The Python library and the examples, as other people use them."""
