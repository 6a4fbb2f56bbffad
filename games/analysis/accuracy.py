"""What the deals of a match add up to: how well each seat played, and where the match turned."""

from collections.abc import Iterable, Sequence
from math import exp
from typing import Final, TypedDict

from games.analysis.judge import DIGITS, JudgedDeal
from games.bots.stakes import POINTS_PER_TRICK
from games.codec import by_seat
from games.contract.analysis import JudgedCall, JudgedCard, SeatAccuracy, TurningPoint
from games.contract.values import BySeat
from games.rules.seats import SEAT_NAMES

# Accuracy is 100 · exp(−lost / FADES), `lost` being what a seat's choices cost its side a deal, on average.
FADES: Final = 5.0
MISTAKE: Final = 0.5
TURNS: Final = 3.0
MOST_TURNING_POINTS: Final = 5


class Summary(TypedDict):
    accuracy: BySeat[SeatAccuracy]
    turning_points: list[TurningPoint]


def summed_up(deals: Sequence[JudgedDeal], *, in_tricks: bool) -> Summary:
    """Where cards are counted, a point here is what a trick is worth there."""
    point = 1.0 if in_tricks else POINTS_PER_TRICK
    judged: list[JudgedCall | JudgedCard] = []
    for deal in deals:
        judged += [*deal.body["calls"], *deal.body["cards"]]
    cards = [sum(deal.choices[seat] for deal in deals) for seat in range(4)]
    accuracy = [
        _accuracy(
            [choice["lost"] for choice in judged if choice["seat"] == name], cards[seat], len(deals), point
        )
        for seat, name in enumerate(SEAT_NAMES)
    ]
    return {"accuracy": by_seat(accuracy), "turning_points": _turning_points(judged, point)}


def _accuracy(losses: Sequence[float], cards: int, deals: int, point: float) -> SeatAccuracy:
    lost = sum(losses) / deals
    return {
        "accuracy": round(100 * exp(-lost / point / FADES), 1),
        "cards": cards,
        "mistakes": sum(each >= MISTAKE * point for each in losses),
        "lost": round(lost, DIGITS),
    }


def _turning_points(judged: Iterable[JudgedCall | JudgedCard], point: float) -> list[TurningPoint]:
    """Those that cost most, in the order of the match."""
    grave = sorted((each for each in judged if each["lost"] >= TURNS * point), key=lambda each: -each["lost"])
    points: list[TurningPoint] = [
        {"seq": each["seq"], "seat": each["seat"], "lost": each["lost"]}
        for each in grave[:MOST_TURNING_POINTS]
    ]
    return sorted(points, key=lambda each: each["seq"])
