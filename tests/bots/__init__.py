"""The bots, without a database: each sees a seat's view and nothing else."""
