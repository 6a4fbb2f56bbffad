"""The pages in a real browser, on the whole service as `make serve` starts it."""
