"""How many random matches: modest for each run, many with `HYPOTHESIS_PROFILE=thorough`."""

import os

from hypothesis import settings

settings.register_profile("modest", max_examples=30, deadline=None)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "modest"))
