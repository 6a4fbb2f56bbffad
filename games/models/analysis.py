"""What is known of finished matches' calls and cards: made from the log, anew when the method changes."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.matches import Match


class Analysis(models.Model):
    """The analysis of a match, which a worker makes deal by deal. No row: nobody has asked for it.

    `due` is when a worker may take up its next deal, null once nothing is to be done; `asked_for` puts it
    before those that are made because a match was rated. `tries` counts those of the next deal. `deals_to_do`
    is how many there are; `summary` has `accuracy` and `turning_points` as the contract does.
    """

    class Status(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    class Why(models.TextChoices):
        NO_SOLVER = "no_solver"
        GAVE_UP = "gave_up"

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="analysis")
    status = models.CharField(max_length=7, choices=Status, default=Status.WAITING)
    why = models.CharField(max_length=9, choices=Why, default="", blank=True)
    version = models.PositiveSmallIntegerField()
    layouts = models.PositiveSmallIntegerField()
    asked_for = models.BooleanField(default=False)
    due = models.DateTimeField(null=True, default=timezone.now)
    tries = models.PositiveSmallIntegerField(default=0)
    deals_to_do = models.PositiveSmallIntegerField()
    summary = models.JSONField(null=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["-asked_for", "due"], condition=Q(due__isnull=False), name="analysis_due"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(status__in=["waiting", "running"], due__isnull=False)
                | (Q(status__in=["done", "failed"]) & Q(due=None)),
                name="analysis_due_until_its_end",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.status}"


class DealAnalysis(models.Model):
    """One deal of it: `data` is an `AnalysedDeal` of the contract, made by `version` of the method.

    `choices` says how many of its cards each seat, N to W, had a choice of.
    """

    analysis = models.ForeignKey(Analysis, models.CASCADE, related_name="deals")
    deal = models.PositiveSmallIntegerField()
    version = models.PositiveSmallIntegerField()
    data = models.JSONField()
    choices = models.JSONField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["analysis", "deal"], name="deal_analysis_once")]

    def __str__(self) -> str:
        return f"{self.analysis_id} {self.deal}"
