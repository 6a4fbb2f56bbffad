"""What the calls and cards of a finished match were worth.

Pure: `deals` unrolls a deal, `judge` judges its choices, cards by `mistakes`, its contracts by `contracts`,
`accuracy` sums up. `asking` and `work` do it for matches in the database, a deal at a time.
"""
