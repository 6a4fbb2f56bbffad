"""How a person plays, summed over their finished matches."""

from uuid import UUID

from django.db.models import Count, Q, Sum

from games.codec import Data
from games.contract.people import Counts, PlayFigures
from games.models import PlayedMatch

_SUMMED = ("deals", "declared", "made", "bids", "over", "defended", "set_others")
_SUMS = {f"{name}_sum": Sum(name) for name in _SUMMED}
_MATCHES = {
    "matches": Count("pk"),
    "wins": Count("pk", filter=Q(won=True)),
    "losses": Count("pk", filter=Q(won=False)),
}


def counts_of(person: UUID) -> Counts:
    """Their matches, and how these ended."""
    played = PlayedMatch.objects.filter(person=person)
    counts = played.aggregate(**_MATCHES, rated_matches=Count("pk", filter=Q(rated=True)))
    return {
        "matches": counts["matches"],
        "won": counts["wins"],
        "lost": counts["losses"],
        "rated": counts["rated_matches"],
    }


def statistics_of(person: UUID) -> dict[str, PlayFigures]:
    """Preset -> figures, `custom` for other rule sets; an average of nothing is null."""
    played = PlayedMatch.objects.filter(person=person).values("ruleset_id").annotate(**_MATCHES, **_SUMS)
    return {row["ruleset_id"] or "custom": _figures(dict(row)) for row in played.order_by("ruleset_id")}


def _figures(row: Data) -> PlayFigures:
    declared, made, defended = row["declared_sum"], row["made_sum"], row["defended_sum"]
    return {
        "matches": row["matches"],
        "won": row["wins"],
        "lost": row["losses"],
        "deals": row["deals_sum"],
        "as_declarer": {
            "deals": declared,
            "made": made,
            "set": declared - made,
            "average_bid": _ratio(row["bids_sum"], declared),
            "average_over": _ratio(row["over_sum"], made),
        },
        "as_defender": {
            "deals": defended,
            "set": row["set_others_sum"],
            "made_against": defended - row["set_others_sum"],
        },
    }


def _ratio(total: int, number: int) -> float | None:
    return round(total / number, 2) if number else None
