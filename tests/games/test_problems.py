"""Problems through the API: nobody is told the solution before, and first answers count."""

import json
import re
from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts import registration
from accounts.models import Scope, Token
from games import results, tasks
from games.models import (
    DailyProblem,
    Match,
    MatchSeat,
    Problem,
    ProblemAttempt,
    ProblemRating,
    ProblemSearch,
)
from games.problems import choosing, making
from games.problems.grading import mu_of
from games.solver import dds
from tests.conftest import Caller
from tests.games.ranked import Four, paired, play_out
from tests.problems.matches import JUDGE, made

NO_CHOICES: list[Any] = [
    {"action": "resign"},
    {"action": "pass"},
    {"action": "bid", "amount": 99},
    {"action": "name_trump", "trump": "NT"},
]
CARD = re.compile('"([SHDC][AKQJT98765432])"')


@pytest.fixture
def problems(transactional_db: None) -> list[Problem]:
    return made()


@pytest.fixture
def problem(problems: list[Problem]) -> Problem:
    return problems[0]


def answer(caller: Caller, problem: Problem, solves: bool) -> Any:
    """The verdict on a right or a wrong answer."""
    choice = next(choice for choice in problem.choices if (choice["lost"] == 0) == solves)
    response = caller.post(f"problems/{problem.pk}/attempts/", {"action": choice["action"]})
    assert response.status_code == 200, response.content
    return response.json()


def rating_of(caller: Caller) -> Any:
    return caller.get("account/export/").json()["problem_rating"]


def test_a_problem_is_what_the_seat_saw_and_nothing_else(problem: Problem, nobody: Caller) -> None:
    body = nobody.get(f"problems/{problem.pk}/").json()
    assert body["seat"] == body["now"]["turn"] == problem.seat
    assert body["now"]["legal"] == [choice["action"] for choice in problem.choices]
    deal = body["state"]["deal"]
    assert [seat for seat, hand in deal["hands"].items() if hand is not None] == [problem.seat]
    shown = {*deal["hands"][problem.seat], *(play["card"] for play in deal["trick"]["plays"])}
    assert len(body["played"]) == sum(deal["tricks"].values())
    assert deal["last_trick"] == (body["played"][-1] if body["played"] else None)
    shown |= {play["card"] for trick in body["played"] for play in trick["plays"]}
    text = json.dumps(body)
    assert set(CARD.findall(text)) == shown
    assert not {"best", "choices", "lost", "missed_by", "match", "seq"} & set(
        re.findall('"([a-z_]+)":', text)
    )
    assert str(problem.match_id) not in text


def test_players_are_their_seats(four: Four, nobody: Caller) -> None:
    match, seats = paired(four)
    play_out(match, "NS")
    assert results.count_due(timedelta(0)) == 1
    found = making.search(UUID(match), JUDGE, "")
    for problem in found:
        body = nobody.get(f"problems/{problem.pk}/").json()
        players = {seat: sits["player"] for seat, sits in body["state"]["seats"].items()}
        assert players == {seat: {"kind": "human", "id": seat, "name": seat} for seat in "NESW"}
        assert not body["state"]["rated"] and body["state"]["clock"] is None
        text = json.dumps(body)
        people = [caller.user for caller in seats.values() if caller.user]
        assert not [person for person in people if person.username in text or str(person.pk) in text]
    assert found


def test_the_verdict_leads_to_the_replay(problem: Problem, nobody: Caller) -> None:
    right, wrong = answer(nobody, problem, solves=True), answer(nobody, problem, solves=False)
    assert right["solved"] and not wrong["solved"]
    for verdict in (right, wrong):
        assert (verdict["rating"], verdict["change"]) == (None, None)
        assert verdict["choices"] == problem.choices
        assert {"action": verdict["best"], "lost": 0} in verdict["choices"]
    event, *_ = nobody.get(f"matches/{right['match']}/events/?after={right['seq'] - 1}").json()["events"]
    assert (event["type"], event["data"]["seat"]) == ("card_played", problem.seat)
    assert {"action": "play", "card": event["data"]["card"]} in [each["action"] for each in wrong["choices"]]
    assert not ProblemAttempt.objects.exists() and not ProblemRating.objects.exists()
    problem.refresh_from_db()
    assert (problem.attempts, problem.solved) == (0, 0)


def test_the_first_answer_rates_both_and_no_other_does(problem: Problem, stranger: Caller) -> None:
    before = problem.mu
    verdict = answer(stranger, problem, solves=True)
    assert verdict["change"] > 0 and verdict["rating"] == 1500 + verdict["change"]
    problem.refresh_from_db()
    assert problem.mu < before and (problem.attempts, problem.solved) == (1, 1)
    again = answer(stranger, problem, solves=False)
    assert not again["solved"] and (again["rating"], again["change"]) == (verdict["rating"], None)
    assert stranger.get(f"problems/{problem.pk}/").json()["attempts"] == 1
    assert rating_of(stranger) == {
        "rating": verdict["rating"],
        "deviation": rating_of(stranger)["deviation"],
        "attempts": 1,
        "solved": 1,
    }
    assert rating_of(stranger)["deviation"] < 250


def test_a_wrong_answer_costs(problem: Problem, stranger: Caller) -> None:
    before = problem.mu
    verdict = answer(stranger, problem, solves=False)
    assert verdict["change"] < 0 and verdict["rating"] == 1500 + verdict["change"]
    problem.refresh_from_db()
    assert problem.mu > before and (problem.attempts, problem.solved) == (1, 0)


def test_what_is_no_choice_is_refused(problem: Problem, stranger: Caller) -> None:
    refused: dict[str, list[Any]] = {
        "malformed": [[], {}, {"action": "play"}, {"action": {"action": "play", "card": "XX"}}],
        "invalid": [{"action": action} for action in NO_CHOICES],
    }
    for code, given in refused.items():
        for body in given:
            response = stranger.post(f"problems/{problem.pk}/attempts/", body)
            assert (response.status_code, response.json()["code"]) == (400, code), body
    assert not ProblemAttempt.objects.exists()


def test_a_token_needs_the_scope_play(problem: Problem, stranger: Caller) -> None:
    assert stranger.user is not None
    _, text = Token.objects.issue(stranger.user, "reads", [Scope.READ])
    refused = Caller(stranger.user, text).post(f"problems/{problem.pk}/attempts/", {"action": problem.best})
    assert (refused.status_code, refused.json()["code"]) == (403, "scope_required")


def test_guests_are_rated_and_leave_nothing(problem: Problem, nobody: Caller) -> None:
    guest = Caller(None, nobody.post("guests/").json()["token"])
    assert answer(guest, problem, solves=True)["change"] > 0
    registration.delete(ProblemRating.objects.get().person)
    assert not ProblemAttempt.objects.exists() and not ProblemRating.objects.exists()
    problem.refresh_from_db()
    assert problem.attempts == 1


def test_ones_own_data_holds_attempts(problem: Problem, stranger: Caller) -> None:
    assert stranger.get("account/export/").json()["problem_rating"] is None
    verdict = answer(stranger, problem, solves=True)
    (attempt,) = stranger.get("account/export/").json()["problem_attempts"]
    assert attempt["problem"] == problem.pk and attempt["solved"]
    assert (attempt["rating"], attempt["change"]) == (verdict["rating"], verdict["change"])


def test_the_next_is_one_that_was_not_tried_and_stays_until_it_is(
    problems: list[Problem], stranger: Caller, nobody: Caller
) -> None:
    tried = set()
    for _ in problems:
        shown = stranger.get("problems/next/").json()["id"]
        assert stranger.get("problems/next/").json()["id"] == shown
        tried.add(shown)
        answer(stranger, Problem.objects.get(pk=shown), solves=True)
    assert tried == {problem.pk for problem in problems}
    refused = stranger.get("problems/next/")
    assert (refused.status_code, refused.json()["code"]) == (404, "not_found")
    assert nobody.get("problems/next/").json()["id"] in tried


def test_the_next_is_the_nearest_to_ones_rating(problems: list[Problem], stranger: Caller) -> None:
    for problem, rating in zip(problems, (1560, 2200), strict=True):
        Problem.objects.filter(pk=problem.pk).update(mu=mu_of(rating))
    assert stranger.get("problems/next/").json()["rating"] == 1560
    assert stranger.user is not None
    ProblemRating.objects.create(person=stranger.user, mu=mu_of(2000), sigma=2.0)
    assert stranger.get("problems/next/").json()["rating"] == 2200


def test_the_daily_one_is_fixed_for_everyone(
    problems: list[Problem], stranger: Caller, nobody: Caller, later: Callable[[float], None]
) -> None:
    choosing.fix_daily()
    days = dict(DailyProblem.objects.values_list("date", "problem_id"))
    today = timezone.now().date()
    assert len(days) == 2
    body = nobody.get("problems/daily/").json()
    assert (body["id"], body["day"]) == (days[today], today.isoformat())
    answer(stranger, Problem.objects.get(pk=body["id"]), solves=True)
    made()
    choosing.fix_daily()
    assert dict(DailyProblem.objects.values_list("date", "problem_id")) == days
    assert stranger.get("problems/daily/").json()["id"] == days[today]
    later(86400)
    tomorrow = today + timedelta(days=1)
    assert nobody.get("problems/daily/").json()["id"] == days[tomorrow] != days[today]
    assert nobody.get(f"problems/daily/?date={today}").json()["id"] == days[today]


def test_which_one_it_will_be_can_be_told_again(problems: list[Problem], later: Any) -> None:
    later(2 * 86400)
    choosing.fix_daily()
    known = list(Problem.objects.values_list("pk", flat=True))
    first = dict(DailyProblem.objects.values_list("date", "problem_id"))
    made()
    Problem.objects.exclude(pk__in=known).update(made_at=timezone.now())  # too late for today
    DailyProblem.objects.all().delete()
    choosing.fix_daily()
    today = timezone.now().date()
    assert DailyProblem.objects.get(date=today).problem_id == first[today]


@pytest.mark.parametrize(
    ("query", "status", "code"),
    [
        ("", 404, "not_found"),
        ("?date=2020-01-01", 404, "not_found"),
        ("?date=9999-12-31", 404, "not_found"),
        ("?date=2026-02-30", 400, "invalid"),
        ("?date=20261130", 400, "invalid"),
        ("?date=2026-W48-1", 400, "invalid"),
    ],
)
def test_days_without_one(nobody: Caller, query: str, status: int, code: str) -> None:
    response = nobody.get(f"problems/daily/{query}")
    assert (response.status_code, response.json()["code"]) == (status, code)


def test_tomorrow_s_is_not_told(problems: list[Problem], nobody: Caller) -> None:
    choosing.fix_daily()
    assert nobody.get(f"problems/daily/?date={date.today() + timedelta(days=2)}").status_code == 404
    tomorrow = timezone.now().date() + timedelta(days=1)
    assert DailyProblem.objects.filter(date=tomorrow).exists()
    assert nobody.get(f"problems/daily/?date={tomorrow}").status_code == 404


def test_there_is_nothing_at_an_unknown_id(problem: Problem, nobody: Caller) -> None:
    assert nobody.get("problems/AAAAAA/").status_code == 404
    assert nobody.post("problems/AAAAAA/attempts/", {"action": {"action": "pass"}}).status_code == 404
    assert nobody.get(f"problems/{problem.pk.lower()}/").json()["id"] == problem.pk


def test_a_public_match_is_looked_through_once(four: Four, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "Weighing", lambda solver, is_wanted: JUDGE)
    monkeypatch.setattr(dds, "library_path", lambda: "here")
    match, _ = paired(four)
    play_out(match, "NS")
    assert results.count_due(timedelta(0)) == 1
    assert ProblemSearch.objects.get().due
    tasks.find_problems()
    found = Problem.objects.filter(match=UUID(match)).count()
    assert found and not ProblemSearch.objects.get().due
    making.put_down(UUID(match))
    tasks.find_problems()
    assert Problem.objects.count() == found and making.search(UUID(match), JUDGE, "") == []


def test_who_waits_for_an_analysis_goes_first(
    problem: Problem, four: Four, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dds, "library_path", lambda: "here")
    Problem.objects.all().delete()
    ProblemSearch.objects.update(due=True)
    assert four["N"].post(f"matches/{problem.match_id}/analysis/").status_code == 202
    tasks.find_problems()
    assert ProblemSearch.objects.get().due
    making.search_with_solver(problem.match_id, "", lambda: True)
    assert ProblemSearch.objects.get().due and not Problem.objects.exists()


def test_without_a_solver_matches_wait(problems: list[Problem], monkeypatch: pytest.MonkeyPatch) -> None:
    ProblemSearch.objects.update(due=True)
    monkeypatch.setattr(dds, "library_path", lambda: None)
    tasks.find_problems()
    assert ProblemSearch.objects.get().due
    with pytest.raises(CommandError, match="solver"):
        call_command("make_problems", verbosity=0)


def test_the_search_can_be_turned_off(problems: list[Problem], settings: Any) -> None:
    ProblemSearch.objects.update(due=True)
    settings.IDLE_WORK = False
    tasks.find_problems()
    assert ProblemSearch.objects.get().due


@pytest.mark.parametrize(
    "change", [{"visibility": "private"}, {"visibility": "unlisted"}, {"ruleset_id": None}]
)
def test_other_matches_are_left_alone(problem: Problem, change: Any) -> None:
    ProblemSearch.objects.all().delete()
    Match.objects.update(**change)
    making.put_down(problem.match_id)
    assert not ProblemSearch.objects.exists()


def test_what_random_bots_do_is_left_alone(problem: Problem) -> None:
    ProblemSearch.objects.all().delete()
    MatchSeat.objects.filter(match=problem.match_id, seat="W").update(player_id="bot:random")
    making.put_down(problem.match_id)
    assert not ProblemSearch.objects.exists()


def test_the_same_match_and_seed_give_the_same(problems: list[Problem]) -> None:
    facts = ("seq", "kind", "choices", "best", "missed_by", "mu")
    before = list(Problem.objects.order_by("seq").values_list(*facts))
    Problem.objects.all().delete()
    ProblemSearch.objects.update(due=True)
    making.search(problems[0].match_id, JUDGE, "tests")
    assert list(Problem.objects.order_by("seq").values_list(*facts)) == before


@pytest.mark.usefixtures("transactional_db")
def test_a_fresh_installation_gets_some(
    monkeypatch: pytest.MonkeyPatch, settings: Any, nobody: Caller
) -> None:
    settings.RANKED_RULESETS = ["levant-31"]
    monkeypatch.setattr(making, "Weighing", lambda solver, is_wanted: JUDGE)
    monkeypatch.setattr(dds, "library_path", lambda: "here")
    told = StringIO()
    call_command("make_problems", "--matches", "1", "--seed", "7", verbosity=0, stdout=told)
    assert told.getvalue() == f"{Problem.objects.count()} problems\n" != "0 problems\n"
    assert nobody.get("problems/daily/").status_code == 200
