"""Ladders and where people stand in them."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, F, QuerySet
from django.utils import timezone

from games.codec import Data
from games.contract.people import Standing
from games.models import Rating, RatingChange, Seek, Strike
from games.ratings.model import SHOWN_PER_MU, Skill
from games.rules.ruleset import PRESETS
from tarneeb_site import reads

PAIR_PREFIX: Final = "pair:"
BOTS_PREFIX: Final = "bots:"
LADDERS: Final = tuple(prefix + preset for prefix in ("", PAIR_PREFIX, BOTS_PREFIX) for preset in PRESETS)
# Until then a rating is shown with a mark.
PROVISIONAL_MATCHES: Final = 20
# Who is listed: known well enough, by enough matches with enough partners, and still here.
MAX_DEVIATION: Final = 240
MIN_MATCHES: Final = 20
MIN_PARTNERS: Final = 8
ACTIVE_WITHIN: Final = timedelta(days=30)


def ladder_of(ruleset: str, *, premade: bool, of_bots: bool) -> str:
    """Partners who queue together are rated apart from people in mixed partnerships; all bots among bots."""
    if of_bots:
        return BOTS_PREFIX + ruleset
    return PAIR_PREFIX + ruleset if premade else ruleset


def ratings_of(person: UUID) -> dict[str, Standing]:
    """Ladder -> rating, deviation, provisional, matches."""
    return {
        rating.ladder: shown(rating) for rating in Rating.objects.filter(person=person).order_by("ladder")
    }


def shown(rating: Rating) -> Standing:
    """A rating as people see it."""
    skill = Skill(rating.mu, rating.sigma)
    return {
        "rating": skill.shown,
        "deviation": skill.deviation,
        "provisional": rating.matches < PROVISIONAL_MATCHES,
        "matches": rating.matches,
    }


def leaderboard(ladder: str) -> QuerySet[Rating]:
    """Its listed people, the best first. Partners count only where they change."""
    listed = Rating.objects.using(reads.alias()).filter(
        ladder=ladder,
        sigma__lte=MAX_DEVIATION / SHOWN_PER_MU,
        matches__gte=MIN_MATCHES,
        last_at__gte=timezone.now() - ACTIVE_WITHIN,
        person__is_active=True,
    )
    if not ladder.startswith(PAIR_PREFIX):
        well_met = (
            RatingChange.objects.filter(ladder=ladder)
            .values("person")
            .annotate(partners=Count("partner", distinct=True))
            .filter(partners__gte=MIN_PARTNERS)
        )
        listed = listed.filter(person__in=well_met.values("person"))
    return listed.select_related("person").order_by(F("mu").desc(), "pk")


def history(person: UUID, ladder: str) -> QuerySet[RatingChange]:
    """The points of a chart, oldest first."""
    changes = RatingChange.objects.using(reads.alias()).filter(person=person, ladder=ladder)
    return changes.order_by("at", "pk")


def all_of(person: UUID) -> Data:
    """All that ranked play keeps of a person, for the export of what is theirs."""
    changes = RatingChange.objects.filter(person=person).order_by("at", "pk")
    figures = ("before_mu", "before_sigma", "after_mu", "after_sigma")
    seeks = Seek.objects.filter(seekers__person=person).order_by("created_at")
    return {
        "ratings": ratings_of(person),
        "rating_changes": list(changes.values("match_id", "ladder", "why", "version", "at", *figures)),
        "strikes": list(Strike.objects.filter(person=person).order_by("at").values("match_id", "at")),
        "seeks": list(seeks.values("id", "rated", "rulesets", "clocks", "status", "created_at", "match_id")),
    }
