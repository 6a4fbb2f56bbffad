"""What the calls and cards of a finished match were worth.

Pure: `deals` unrolls a deal, `judge` weighs its choices, `contracts` knows all its contracts, `accuracy` sums
up. `asking` and `work` do it for matches in the database, a deal at a time.
"""
