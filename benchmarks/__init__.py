"""What the performance bars run: `python -m benchmarks`."""
