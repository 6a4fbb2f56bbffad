"""Partners whose cards suit the hidden hands better than what they could know.

An analysed card has two losses: over the layouts that its player could know of, and on the real one. Whoever
plays by what they know loses, on average, at least as much on the real layout as over those: what is best on
average is not always best. To lose less on the real one, deal after deal, takes knowing it.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Final
from uuid import UUID

from accounts import social
from games.codec import Data
from games.flags import window
from games.flags.window import Finding
from games.models import Analysis, DealAnalysis, Flag, MatchSeat, RatingChange

MATCHES: Final = 8
# Sums of deals are taken as normal below, which some dozens make good enough.
DEALS: Final = 60
# One in three million by chance, where an honest pair's mean is below zero to begin with: of a million pairs
# looked at every night, none should be here by luck.
ERRORS: Final = 5.0

Pair = tuple[UUID, UUID]


def excess(deals: Sequence[float]) -> float:
    """How many standard errors the mean of the deals' differences is above zero."""
    if len(deals) < DEALS:
        return 0.0
    error = stdev(deals) / sqrt(len(deals))
    mean = fmean(deals)
    return mean / error if error > 0 else 0.0


def found() -> Iterator[Finding]:
    for (one, other), matches in _pairs().items():
        if len(matches) < MATCHES:
            continue
        deals = _differences(one, other, matches)
        errors = excess(deals)
        if errors >= ERRORS:
            evidence: Data = {
                "deals": len(deals),
                "gained_per_deal": round(fmean(deals), 2),
                "standard_errors": round(errors, 1),
                "same_address": social.share_address(one, other),
                "matches": window.newest(matches),
            }
            yield Finding(one, other, evidence)
            yield Finding(other, one, evidence)


def _pairs() -> dict[Pair, list[UUID]]:
    """Partners, and the analysed rated matches that they played together."""
    rows = window.counting(RatingChange.objects.all(), Flag.Kind.LEADS)
    analysed = rows.filter(match__analysis__status=Analysis.Status.DONE)
    played: dict[Pair, set[UUID]] = defaultdict(set)
    for person, partner, match in analysed.values_list("person", "partner", "match"):
        played[person, partner].add(match)
    # Each pair once. What was judged of one of them is judged of both.
    return {
        (one, other): list(matches & played.get((other, one), set()))
        for (one, other), matches in played.items()
        if one < other
    }


def _differences(one: UUID, other: UUID, matches: Sequence[UUID]) -> list[float]:
    """Of each deal, what the pair's cards lost by what they could know, less what on the real layout."""
    seats: dict[UUID, set[str]] = defaultdict(set)
    # Whoever lost a seat did not play all of it.
    kept = MatchSeat.objects.filter(match__in=matches, person__in=(one, other), forfeited=False)
    for match, seat in kept.values_list("match", "seat"):
        seats[match].add(seat)
    deals = DealAnalysis.objects.filter(analysis__in=matches).values_list("analysis", "data")
    return [
        sum(card["lost"] - card["lost_open"] for card in data["cards"] if card["seat"] in seats[match])
        for match, data in deals.iterator()
    ]
