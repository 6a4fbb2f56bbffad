"""Constructed histories: rows as finished rated matches leave them."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.models import (
    Analysis,
    DealAnalysis,
    Match,
    MatchSeat,
    Pace,
    PlayedMatch,
    RatingChange,
    Strike,
)

SEATS = "NESW"


def people(number: int, start: str = "someone") -> list[User]:
    return [User.objects.create_user(f"{start}-{index}") for index in range(number)]


def rated_match(four: Sequence[User], days_ago: float = 1.0) -> Match:
    """Finished, N to W."""
    at = timezone.now() - timedelta(days=days_ago)
    match = Match.objects.create(
        status="finished",
        head_hash=b"",
        head_at=at,
        server_seed=b"",
        ruleset_id="levant-41",
        ruleset={},
        rated=True,
        visibility="public",
        finished_at=at,
        reason="target",
    )
    MatchSeat.objects.bulk_create(
        MatchSeat(match=match, seat=seat, person=person, player_kind="human", player_id=str(person.pk))
        for seat, person in zip(SEATS, four, strict=True)
    )
    return match


def left(match: Match, person: User) -> None:
    assert match.finished_at is not None
    Strike.objects.create(match=match, person=person, at=match.finished_at)


def paced(match: Match, person: User, **turns: int) -> None:
    assert match.finished_at is not None
    Pace.objects.create(match=match, person=person, at=match.finished_at, **turns)


def counted(match: Match, four: Sequence[User], winner: int, points: float = 1.0) -> None:
    """A result, with the ratings that change by it: `winner` 0 for N and S, 1 for the others."""
    nothing = dict.fromkeys(("deals", "declared", "made", "bids", "over", "defended", "set_others"), 0)
    for seat, person in enumerate(four):
        won = seat % 2 == winner
        shared: dict[str, Any] = {"match": match, "person": person, "at": match.finished_at}
        PlayedMatch.objects.create(**shared, **nothing, rated=True, won=won, forfeited=False)
        RatingChange.objects.create(
            **shared,
            partner=four[(seat + 2) % 4],
            ladder="levant-41",
            before_mu=50,
            before_sigma=5,
            after_mu=50 + (points if won else -points),
            after_sigma=5,
            why="result",
            parameters={},
            version=1,
        )


def analysed(match: Match, deals: Sequence[Sequence[tuple[str, float, float]]]) -> None:
    """Each deal's cards as seat, what it lost by what could be known, what it lost on the real layout."""
    analysis = Analysis.objects.create(
        match=match, status="done", due=None, version=1, layouts=4, deals_to_do=len(deals)
    )
    for number, cards in enumerate(deals, start=1):
        data = {"cards": [{"seat": seat, "lost": lost, "lost_open": open_} for seat, lost, open_ in cards]}
        DealAnalysis.objects.create(analysis=analysis, deal=number, version=1, data=data, choices=[])
