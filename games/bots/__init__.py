"""Bots: `choose(view, random) -> action`. A bot sees a seat's view and nothing else."""
