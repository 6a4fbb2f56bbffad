"""Rows and their constraints."""

from games.models.analysis import Analysis, DealAnalysis
from games.models.cases import Case
from games.models.flags import Flag, Pace
from games.models.matches import (
    DealScore,
    Heartbeat,
    LoggedEvent,
    Match,
    MatchSeat,
    UsedKey,
    new_match_id,
)
from games.models.problems import (
    DailyProblem,
    Problem,
    ProblemAttempt,
    ProblemRating,
    ProblemSearch,
)
from games.models.ranked import PlayedMatch, Rating, RatingChange, Seek, Seeker, Strike
from games.models.talk import Message, Report

__all__ = [
    "Analysis",
    "Case",
    "DailyProblem",
    "DealAnalysis",
    "DealScore",
    "Flag",
    "Heartbeat",
    "LoggedEvent",
    "Match",
    "MatchSeat",
    "Message",
    "Pace",
    "PlayedMatch",
    "Problem",
    "ProblemAttempt",
    "ProblemRating",
    "ProblemSearch",
    "Rating",
    "RatingChange",
    "Report",
    "Seek",
    "Seeker",
    "Strike",
    "UsedKey",
    "new_match_id",
]
