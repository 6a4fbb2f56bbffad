"""Who waits for a match, and what finished matches say of people.

Seeks are plain rows. The rest is a projection of the log: `manage.py rebuild_projections` makes it anew.
"""

import uuid
from collections.abc import Sequence

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.contract.people import Why
from games.models.matches import Match

PERSON = settings.AUTH_USER_MODEL


class Seek(models.Model):
    """A wish for a match, of a person or a pair. `queued_at` is its place, null until the partner accepts."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting")
        MATCHED = "matched", _("matched")
        EXPIRED = "expired", _("expired")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    rated = models.BooleanField()
    rulesets: "ArrayField[Sequence[str], list[str]]" = ArrayField(models.CharField(max_length=30))
    clocks: "ArrayField[Sequence[str], list[str]]" = ArrayField(models.CharField(max_length=10))
    status = models.CharField(max_length=9, choices=Status, default=Status.WAITING)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    queued_at = models.DateTimeField(null=True)
    match = models.ForeignKey(Match, models.CASCADE, null=True, related_name="seeks")

    class Meta:
        verbose_name = _("seek")
        verbose_name_plural = _("seeks")
        indexes = [
            models.Index(fields=["queued_at"], condition=Q(status="waiting"), name="seek_waiting"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="matched", match__isnull=False) | (~Q(status="matched") & Q(match=None)),
                name="seek_matched_has_match",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} {self.status}"


class Seeker(models.Model):
    """A person of a seek. Active while the seek waits, for a partner from when they accept: one a person."""

    seek = models.ForeignKey(Seek, models.CASCADE, related_name="seekers")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="seekers")
    is_owner = models.BooleanField()
    accepted = models.BooleanField()
    active = models.BooleanField()
    client_seed = models.CharField(max_length=64, default="")
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seek", "person"], name="seeker_once_per_seek"),
            models.UniqueConstraint(fields=["person"], condition=Q(active=True), name="seeker_one_seek"),
        ]

    def __str__(self) -> str:
        return f"{self.seek_id} {self.person_id}"


class Rating(models.Model):
    """A person's skill in a ladder: a preset, or `pair:` and a preset. `mu`, `sigma` as in ratings.model."""

    person = models.ForeignKey(PERSON, models.CASCADE, related_name="ratings")
    ladder = models.CharField(max_length=40)
    mu = models.FloatField()
    sigma = models.FloatField()
    matches = models.PositiveIntegerField()
    last_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "ladder"], name="rating_once_per_ladder"),
        ]
        indexes = [models.Index(fields=["ladder", "-mu"], name="rating_ladder")]

    def __str__(self) -> str:
        return f"{self.person_id} {self.ladder}"


class RatingChange(models.Model):
    """What a match did to a rating, with all that it was computed from. `why` as in ratings.outcome."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_changes")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="rating_changes")
    partner = models.ForeignKey(PERSON, models.CASCADE, related_name="+")
    ladder = models.CharField(max_length=40)
    before_mu = models.FloatField()
    before_sigma = models.FloatField()
    after_mu = models.FloatField()
    after_sigma = models.FloatField()
    why: "models.CharField[str, Why]" = models.CharField(max_length=7)
    parameters = models.JSONField()
    version = models.PositiveSmallIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "person"], name="rating_change_once"),
        ]
        indexes = [models.Index(fields=["person", "ladder", "at"], name="rating_change_history")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.person_id}"


class PlayedMatch(models.Model):
    """A finished match as one of its people played it; `deals` and what follows count those they sat through.

    `bids` sums the amounts declared, `over` the tricks above them when made; `set_others` counts contracts
    set as a defender. `won` is null for a tie and where nobody won.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="played")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="played")
    ruleset_id = models.CharField(max_length=30, null=True)  # noqa: DJ001  null is a custom rule set
    rated = models.BooleanField()
    won = models.BooleanField(null=True)
    forfeited = models.BooleanField()
    deals = models.PositiveIntegerField()
    declared = models.PositiveIntegerField()
    made = models.PositiveIntegerField()
    bids = models.PositiveIntegerField()
    over = models.PositiveIntegerField()
    defended = models.PositiveIntegerField()
    set_others = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "person"], name="played_match_once"),
        ]
        indexes = [models.Index(fields=["person", "-at"], name="played_match_person")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.person_id}"


class Strike(models.Model):
    """A person left a rated match early, or kept it waiting until they reclaimed their seat."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="strikes")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="strikes")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "person"], name="strike_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.person_id}"
