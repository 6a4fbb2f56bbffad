"""`make sim`: people of known skill play rated matches, and the ratings are held against it."""
