"""Answers: what one is worth, and what a person's first does to the ratings of both."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction

from accounts.models import User
from games import tables, wire
from games.codec import Data
from games.contract import analysis
from games.errors import Invalid
from games.models import Problem, ProblemAttempt, ProblemRating
from games.problems import grading
from games.ratings.model import Skill


def answer(problem: Problem, given: Mapping[str, Any], person: User | None) -> analysis.ProblemVerdict:
    """The verdict on an action. Only a person's first one counts. Raises Invalid where it was no choice."""
    choice = next((choice for choice in problem.choices if choice["action"] == given), None)
    if choice is None:
        raise Invalid("action")
    rating, change = _count(problem, choice, person) if person else (None, None)
    return {
        "solved": _solves(choice),
        "best": problem.best,
        "choices": problem.choices,
        "match": str(problem.match_id),
        "seq": problem.seq,
        "rating": rating,
        "change": change,
    }


def _solves(choice: analysis.AnsweredChoice) -> bool:
    return choice["lost"] == 0


@transaction.atomic
def _count(problem: Problem, choice: analysis.AnsweredChoice, person: User) -> tuple[int | None, int | None]:
    """A person's rating since, and what this answer did to it.

    Their row is locked first, so of two answers at once one is the first, and an account that is deleted in
    this moment leaves nothing behind; then the problem's, which others try at the same time.
    """
    if not tables.lock_person(person).is_active:
        return None, None
    own = ProblemRating.objects.filter(person=person).first()
    if ProblemAttempt.objects.filter(problem=problem, person=person).exists():
        return Skill(own.mu, own.sigma).shown if own else None, None
    start = Skill()
    own = own or ProblemRating(person=person, mu=start.mu, sigma=start.sigma)
    before, solved = Skill(own.mu, own.sigma), _solves(choice)
    locked = Problem.objects.select_for_update(no_key=True).get(pk=problem.pk)
    now, (locked.mu, locked.sigma) = grading.after(before, Skill(locked.mu, locked.sigma), solved)
    own.mu, own.sigma = now
    for each in (own, locked):
        each.attempts += 1
        each.solved += solved
        each.save()
    ProblemAttempt.objects.create(
        problem=problem,
        person=person,
        action=choice["action"],
        solved=solved,
        before_mu=before.mu,
        after_mu=now.mu,
    )
    return now.shown, now.shown - before.shown


def all_of(person: User) -> Data:
    """All that problems keep of a person, for the export of what is theirs."""
    rating = ProblemRating.objects.filter(person=person).first()
    attempts = ProblemAttempt.objects.filter(person=person).order_by("at", "pk")
    return {
        "problem_rating": rating and _standing(rating),
        "problem_attempts": [_own_attempt(attempt) for attempt in attempts],
    }


def _standing(rating: ProblemRating) -> analysis.ProblemRating:
    skill = Skill(rating.mu, rating.sigma)
    return {
        "rating": skill.shown,
        "deviation": skill.deviation,
        "attempts": rating.attempts,
        "solved": rating.solved,
    }


def _own_attempt(attempt: ProblemAttempt) -> analysis.OwnProblemAttempt:
    before, after = Skill(attempt.before_mu).shown, Skill(attempt.after_mu).shown
    return {
        "problem": attempt.problem_id,
        "at": wire.moment(attempt.at),
        "action": attempt.action,
        "solved": attempt.solved,
        "rating": after,
        "change": after - before,
    }
