"""How a person plays, summed over their finished matches."""

from uuid import UUID

from django.db.models import Count, Q, Sum

from games.codec import Data
from games.models import PlayedMatch

_SUMS = {name: Sum(name) for name in ("deals", "declared", "made", "bids", "over", "defended", "set_others")}
_MATCHES = {
    "matches": Count("pk"),
    "won": Count("pk", filter=Q(won=True)),
    "lost": Count("pk", filter=Q(won=False)),
}


def counts_of(person: UUID) -> Data:
    """Matches, won, lost (the rest were ties), rated."""
    played = PlayedMatch.objects.filter(person=person)
    return played.aggregate(**_MATCHES, rated=Count("pk", filter=Q(rated=True)))


def statistics_of(person: UUID) -> Data:
    """Preset -> figures, `custom` for other rule sets; an average of nothing is null."""
    played = PlayedMatch.objects.filter(person=person).values("ruleset_id").annotate(**_MATCHES, **_SUMS)
    return {row["ruleset_id"] or "custom": _figures(dict(row)) for row in played.order_by("ruleset_id")}


def _figures(row: Data) -> Data:
    declared, made = row["declared"], row["made"]
    return {
        "matches": row["matches"],
        "won": row["won"],
        "lost": row["lost"],
        "deals": row["deals"],
        "as_declarer": {
            "deals": declared,
            "made": made,
            "set": declared - made,
            "average_bid": _ratio(row["bids"], declared),
            "average_over": _ratio(row["over"], made),
        },
        "as_defender": {
            "deals": row["defended"],
            "set": row["set_others"],
            "made_against": row["defended"] - row["set_others"],
        },
    }


def _ratio(total: int, number: int) -> float | None:
    return round(total / number, 2) if number else None
