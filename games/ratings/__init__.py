"""Ratings: what a finished rated match says of how well people play (OpenSkill, Plackett-Luce)."""
