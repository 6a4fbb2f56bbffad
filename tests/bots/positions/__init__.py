"""Positions with one right card (or some that are alike), each with its reason.

Nearly all are moments of bots' matches that were found by looking for a card clearly ahead.
"""

from .discards import DISCARDS
from .no_trump import NO_TRUMP
from .partners import PARTNERS
from .points import POINTS
from .ruffs import RUFFS
from .spot import Spot
from .tricks import TRICKS
from .trumps import TRUMPS

__all__ = ["SPOTS", "Spot"]

SPOTS = RUFFS + PARTNERS + TRUMPS + TRICKS + DISCARDS + NO_TRUMP + POINTS
