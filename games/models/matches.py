"""Rows and constraints. The event log is the truth; the other tables of a match are projections of it."""

import uuid

import uuid6
from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.contract.values import Kind, Reason, Seat, Side


def new_match_id() -> uuid.UUID:
    """A UUIDv7: ids grow with time, so the log can be partitioned by them."""
    return uuid.UUID(str(uuid6.uuid7()))


class Match(models.Model):
    """A match at the head of its log; `seq` is advanced only by `store.append`.

    `wake_at` is when the server must act next (a turn's deadline, a bot's move, an open table's
    end); the sweep finds it. `results_due` says that `results.count` has yet to
    see the match's. `deal_seq` is where the running deal starts in the log.
    """

    class Status(models.TextChoices):
        OPEN = "open", _("open")
        LIVE = "live", _("live")
        FINISHED = "finished", _("finished")

    class Visibility(models.TextChoices):
        PUBLIC = "public", _("public")
        UNLISTED = "unlisted", _("unlisted")
        PRIVATE = "private", _("private")

    id = models.UUIDField(primary_key=True, default=new_match_id, editable=False)
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    seq = models.PositiveIntegerField(default=0)
    deal_seq = models.PositiveIntegerField(default=0)
    head_hash = models.BinaryField(max_length=32)
    head_at = models.DateTimeField()
    server_seed = models.BinaryField(max_length=32)
    ruleset_id = models.CharField(max_length=30, null=True)  # noqa: DJ001  null is a custom rule set
    ruleset = models.JSONField()
    rated = models.BooleanField()
    clock = models.JSONField(null=True)
    visibility = models.CharField(max_length=8, choices=Visibility)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="hosted_matches"
    )
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, related_name="rematch")
    score_ns = models.IntegerField(default=0)
    score_ew = models.IntegerField(default=0)
    winner: "models.CharField[str | None, Side | None]" = models.CharField(max_length=2, null=True)  # noqa: DJ001
    reason: "models.CharField[str | None, Reason | None]" = models.CharField(max_length=8, null=True)  # noqa: DJ001
    wake_at = models.DateTimeField(null=True)
    results_due = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now())
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        indexes = [
            models.Index(fields=["wake_at"], condition=Q(wake_at__isnull=False), name="match_wake_at"),
            models.Index(fields=["status", "-id"], name="match_status"),
            models.Index(fields=["finished_at", "id"], condition=Q(results_due=True), name="match_results"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status="finished", finished_at__isnull=False, reason__isnull=False, wake_at=None)
                | (~Q(status="finished") & Q(finished_at=None, reason=None)),
                name="match_finished_has_reason",
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)


class MatchSeat(models.Model):
    """One of the four seats of a match: who plays it, who lost it, for whom it is kept."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    seat: "models.CharField[str, Seat]" = models.CharField(max_length=1)
    player_kind: "models.CharField[str, Kind]" = models.CharField(max_length=5, default="")
    player_id = models.CharField(max_length=40, default="")
    client_seed = models.CharField(max_length=64, default="")
    # The person of a human seat, also after a bot has taken over.
    person = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="seats")
    forfeited = models.BooleanField(default=False)
    reclaimable = models.BooleanField(default=False)
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="invitations"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "seat"], name="seat_once_per_match"),
            models.UniqueConstraint(fields=["match", "person"], name="person_once_per_match"),
            models.CheckConstraint(condition=Q(seat__in=["N", "E", "S", "W"]), name="seat_is_a_seat"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat}"


class DealScore(models.Model):
    """The score sheet: the data of each `deal_scored` event, at its seq."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="deal_scores")
    seq = models.PositiveIntegerField()
    data = models.JSONField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="deal_score_once")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq}"


class LoggedEvent(models.Model):
    """The append-only log, partitioned by match id (see migrations/0001 for the triggers).

    There is no foreign key to the match: the statement that inserts events is the one that
    advances its row, and a key check would cost every move another lock.
    """

    pk = models.CompositePrimaryKey("match_id", "seq")
    match_id = models.UUIDField()
    seq = models.PositiveIntegerField()
    type = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()
    at = models.DateTimeField()
    data = models.JSONField()
    hash = models.BinaryField(max_length=32)

    class Meta:
        db_table = "games_event"
        verbose_name = _("event")
        verbose_name_plural = _("events")

    def __str__(self) -> str:
        return f"{self.match_id} {self.seq} {self.type}"


class UsedKey(models.Model):
    """An idempotency key that a seat has used, and the events that its command caused."""

    match_id = models.UUIDField()
    seat = models.CharField(max_length=1)
    key = models.CharField(max_length=100)
    body = models.BinaryField(max_length=32)  # SHA-256 of the command's canonical body
    first_seq = models.PositiveIntegerField()
    last_seq = models.PositiveIntegerField()

    pk = models.CompositePrimaryKey("match_id", "seat", "key")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(last_seq__gte=F("first_seq")), name="used_key_range"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.seat} {self.key}"


class Heartbeat(models.Model):
    """When a part of the server last gave a sign of life; a gap in the sweep's is an outage."""

    name = models.CharField(primary_key=True, max_length=20)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name

    @classmethod
    def beat(cls, name: str) -> None:
        """It has just succeeded: /metrics says when."""
        cls.objects.update_or_create(name=name, defaults={"at": timezone.now()})
