"""REST calls about accounts, and what every other call of the API is built from."""
