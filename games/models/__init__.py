"""Rows and their constraints."""

from games.models.matches import (
    DealScore,
    Heartbeat,
    LoggedEvent,
    Match,
    MatchSeat,
    UsedKey,
    new_match_id,
)
from games.models.ranked import PlayedMatch, Rating, RatingChange, Seek, Seeker, Strike

__all__ = [
    "DealScore",
    "Heartbeat",
    "LoggedEvent",
    "Match",
    "MatchSeat",
    "PlayedMatch",
    "Rating",
    "RatingChange",
    "Seek",
    "Seeker",
    "Strike",
    "UsedKey",
    "new_match_id",
]
