"""Which problem somebody gets: the day's, one of their strength, one by its id."""

import random
from datetime import date, datetime, time, timedelta
from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from games.models import DailyProblem, Problem, ProblemAttempt, ProblemRating
from games.problems.grading import mu_of
from games.ratings.model import MU, SIGMA

# The ratings that days are to have, Monday's first: the week gets harder.
WEEK: Final = (1250, 1350, 1450, 1500, 1600, 1700, 1800)


def named(problem_id: str) -> Problem | None:
    return Problem.objects.filter(pk=problem_id.upper()).first()


def next_for(person: UUID | None) -> Problem | None:
    """The one nearest to a person's rating that they have not tried; the same until they do.

    Strangers, of whom nothing is known, get one of a strength by chance.
    """
    if person is None:
        return _nearest(Problem.objects.all(), random.gauss(MU, SIGMA / 2))
    rating = ProblemRating.objects.filter(person=person).first()
    tried = ProblemAttempt.objects.filter(person=person)
    return _nearest(Problem.objects.exclude(pk__in=tried.values("problem")), rating.mu if rating else MU)


def _nearest(problems: "QuerySet[Problem]", mu: float) -> Problem | None:
    """By a look along the index to each side."""
    above = problems.filter(mu__gte=mu).order_by("mu", "id").first()
    below = problems.filter(mu__lt=mu).order_by("-mu", "-id").first()
    sides = [problem for problem in (above, below) if problem]
    return min(sides, key=lambda problem: abs(problem.mu - mu), default=None)


def daily(day: date) -> Problem | None:
    """The problem of a day, None where it has none or has not begun."""
    if day > timezone.now().date():
        return None
    return Problem.objects.filter(day=day).first()


def fix_daily() -> None:
    """See to it that today and tomorrow have their problems; again, or twice at once, it changes nothing."""
    today = timezone.now().date()
    for day in (today, today + timedelta(days=1)):
        if not DailyProblem.objects.filter(date=day).exists():
            problem = _for_day(day)
            if problem is not None:
                # A date has one and a problem is it once: of two who insert the first wins.
                DailyProblem.objects.bulk_create(
                    [DailyProblem(date=day, problem=problem)], ignore_conflicts=True
                )


def _for_day(day: date) -> Problem | None:
    """The nearest to what the weekday wants, of those made before the day, so that it can be told again."""
    fresh = Problem.objects.filter(day=None)
    midnight = datetime.combine(day, time(), timezone.now().tzinfo)
    mu = mu_of(WEEK[day.weekday()])
    return _nearest(fresh.filter(made_at__lt=midnight), mu) or _nearest(fresh, mu)
