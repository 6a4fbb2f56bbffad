"""Live play in one process: `hub` is where a socket turns to, `table` a match that somebody follows."""
