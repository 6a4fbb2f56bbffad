"""What the nightly look at finished matches has found for moderators to judge. Nothing follows by itself."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models.matches import Match

PERSON = settings.AUTH_USER_MODEL


# What figures of the evidence are called.
FIGURES = {
    "left": _("matches left or kept waiting"),
    "played": _("rated matches in that time"),
    "behind": _("turns when behind"),
    "behind_slow": _("of them slow"),
    "level": _("other turns"),
    "level_slow": _("of these slow"),
    "deals": _("deals analysed"),
    "gained_per_deal": _("better on the real cards, points a deal"),
    "standard_errors": _("standard errors above nothing"),
    "same_address": _("signed in from one address"),
    "meetings": _("matches against each other"),
    "won": _("of them won"),
    "rating_gained": _("rating gained in them"),
    "rated_matches": _("all rated matches of the player"),
    "rated_matches_of_other": _("and of the other"),
}


class Flag(models.Model):
    """A pattern in somebody's matches; `other` is whom it takes for it, `evidence` as games/flags writes it.

    It is open until an action answers it, and is brought up to date until then. What lies before the answer
    does not count again.
    """

    class Kind(models.TextChoices):
        LEAVING = "leaving", _("leaves matches")
        STALLING = "stalling", _("stalls when behind")
        LEADS = "leads", _("profits from improbable cards")
        FARMING = "farming", _("wins from the same people")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(_("what"), max_length=8, choices=Kind)
    person = models.ForeignKey(PERSON, models.CASCADE, verbose_name=_("player"), related_name="flags")
    other = models.ForeignKey(
        PERSON, models.CASCADE, null=True, verbose_name=_("with"), related_name="flags_as_other"
    )
    evidence = models.JSONField(_("evidence"))
    at = models.DateTimeField(_("when"), default=timezone.now, editable=False)
    answer = models.ForeignKey(
        "accounts.ModerationAction", models.PROTECT, null=True, verbose_name=_("answer"), related_name="flags"
    )

    class Meta:
        verbose_name = _("flag")
        verbose_name_plural = _("flags")
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "person", "other"],
                condition=Q(answer=None),
                nulls_distinct=False,
                name="flag_open_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.person}"

    def figures(self) -> list[tuple[str, object]]:
        """The evidence for people, without its matches."""
        return [(str(FIGURES[name]), self.evidence[name]) for name in FIGURES if name in self.evidence]


class Pace(models.Model):
    """How long a person took at a rated match: turns, and slow ones, when their side was behind and else."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="paces")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="paces")
    at = models.DateTimeField()
    behind = models.PositiveIntegerField()
    behind_slow = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    level_slow = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "person"], name="pace_once")]
        indexes = [models.Index(fields=["person", "at"], name="pace_person")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.person_id}"
