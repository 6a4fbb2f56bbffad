"""Problems: positions from real deals where one choice is clearly best.

`finding` takes a finished match apart, with `alike` for what is one choice and `weighing` for what it is
worth; `grading` rates problems and those who try them. These are pure. `making` stores what is found,
`choosing` picks one for somebody, `picturing` shows it, `answering` says what an answer was worth.
"""
