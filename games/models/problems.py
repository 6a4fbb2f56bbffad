"""Problems, who has tried them, and what that says of both. Plain rows: the log knows nothing of them."""

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from games.contract.analysis import AnsweredChoice, ProblemKind
from games.contract.table import Action
from games.contract.values import PresetName, Seat
from games.models.matches import Match

PERSON = settings.AUTH_USER_MODEL
_LETTERS = "ABCDEFGHJKMPQRTUWXYZ2346789"  # none of which looks like another
ID_LENGTH = 6


def new_problem_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(ID_LENGTH))


class Problem(models.Model):
    """What a seat of a match chose at `seq`, in the deal that starts at `deal_seq`, and what was best.

    `choices` has each legal action as the wire has it, with the points that it loses: none for what solves
    the problem. `best` is one of those. `mu`, `sigma` as in problems.grading.
    """

    id = models.CharField(primary_key=True, max_length=ID_LENGTH, default=new_problem_id, editable=False)
    match = models.ForeignKey(Match, models.CASCADE, related_name="problems")
    seq = models.PositiveIntegerField()
    deal_seq = models.PositiveIntegerField()
    kind: "models.CharField[str, ProblemKind]" = models.CharField(max_length=5)
    seat: "models.CharField[str, Seat]" = models.CharField(max_length=1)
    ruleset_id: "models.CharField[str, PresetName]" = models.CharField(max_length=30)
    choices: "models.JSONField[list[AnsweredChoice], list[AnsweredChoice]]" = models.JSONField()
    best: "models.JSONField[Action, Action]" = models.JSONField()
    missed_by: "ArrayField[Sequence[str], list[str]]" = ArrayField(models.CharField(max_length=10))
    mu = models.FloatField()
    sigma = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [models.Index(fields=["mu", "id"], name="problem_mu")]
        constraints = [
            models.UniqueConstraint(fields=["match", "seq"], name="problem_once"),
            models.CheckConstraint(condition=Q(solved__lte=F("attempts")), name="problem_solved_attempts"),
        ]

    def __str__(self) -> str:
        return self.id


class ProblemAttempt(models.Model):
    """A person's first answer, and what it did to their rating."""

    problem = models.ForeignKey(Problem, models.CASCADE, related_name="tries")
    person = models.ForeignKey(PERSON, models.CASCADE, related_name="problem_attempts")
    action: "models.JSONField[Action, Action]" = models.JSONField()
    solved = models.BooleanField()
    before_mu = models.FloatField()
    after_mu = models.FloatField()
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "problem"], name="problem_attempt_once")]

    def __str__(self) -> str:
        return f"{self.problem_id} {self.person_id}"


class ProblemRating(models.Model):
    """How well a person solves problems."""

    person = models.OneToOneField(PERSON, models.CASCADE, primary_key=True, related_name="problem_rating")
    mu = models.FloatField()
    sigma = models.FloatField()
    attempts = models.PositiveIntegerField(default=0)
    solved = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return str(self.person_id)


class DailyProblem(models.Model):
    """The problem of a date, the same for everyone; each is it once."""

    date = models.DateField(primary_key=True)
    problem = models.OneToOneField(Problem, models.CASCADE, related_name="day")

    def __str__(self) -> str:
        return f"{self.date} {self.problem_id}"


class ProblemSearch(models.Model):
    """A finished public match that is `due` to be looked through for problems, or has been."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="problem_search")
    due = models.BooleanField(default=True)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [models.Index(fields=["-at"], condition=Q(due=True), name="problem_search_due")]

    def __str__(self) -> str:
        return str(self.match_id)
