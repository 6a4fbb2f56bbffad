"""Analyses of finished matches, through the API, by the worker's own code in this process."""

import threading
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games import play, tasks, turns
from games.analysis import asking, judge, work
from games.api.analysis import AnalysisThrottle
from games.bots.doubledummy import CannotSolve, NoSolver
from games.models import Analysis, DealAnalysis, Match
from games.rules.commands import Sitting
from games.rules.events import Player
from games.rules.ruleset import parse_ruleset
from games.solver import dds
from games.solver.process import SolverProcess
from tests.conftest import Caller
from tests.games.conftest import OpenTable, types_after
from tests.games.ranked import Four, count, paired, play_out

needs_solver = pytest.mark.skipif(
    dds.library_path() is None, reason="no double-dummy solver for this machine"
)
Finished = Callable[..., str]
# By the commonest rules, but soon over; TWO_DEALS take two at least, as a deal brings 16 at most.
SHORT = {"target": 10}
TWO_DEALS = {"target": 20}


@pytest.fixture(autouse=True)
def _few_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "LAYOUTS", 1)


@pytest.fixture
def of_bots(transactional_db: None) -> str:
    """A match that four bots have played to its end."""
    bots = [Sitting(seat, Player("bot", "bot:easy")) for seat in range(4)]
    match = play.create(parse_ruleset(SHORT), None, "public", bots, host=None, invited={})
    turns.take_bot_turns(match, Match.objects.get(pk=match).seq)
    assert Match.objects.get(pk=match).reason == "target"
    return str(match)


@pytest.fixture
def finished(open_table: OpenTable) -> Finished:
    """A match of the four that is over after a deal or two."""

    def played(ruleset: Any = SHORT, **more: Any) -> str:
        match = open_table(ruleset=ruleset, **more)
        play_out(match, "NS")
        return match

    return played


def finish() -> None:
    """The worker's task, as often as it takes."""
    while Analysis.objects.filter(due__isnull=False).exists():
        tasks.analyse()


def analysis(caller: Caller, match: str) -> Any:
    answer = caller.get(f"matches/{match}/analysis/")
    assert answer.status_code == 200, answer.content
    return answer.json()


def refusal(response: Any) -> tuple[int, str, str | None]:
    return response.status_code, response.json()["code"], response.json().get("field")


@needs_solver
def test_a_match_of_bots_is_analysed(of_bots: str, stranger: Caller, nobody: Caller) -> None:
    before = analysis(nobody, of_bots)
    ended = [kind for kind in types_after(nobody, of_bots, 0) if kind in asking.DEAL_ENDS]
    assert (before["status"], before["done"], before["of"]) == ("none", 0, len(ended))
    asked = stranger.post(f"matches/{of_bots}/analysis/")
    assert (asked.status_code, asked.json()["status"]) == (202, "waiting")
    finish()

    found = analysis(nobody, of_bots)
    assert (found["status"], found["done"]) == ("done", len(ended))
    events = {event["seq"]: event for event in nobody.get(f"matches/{of_bots}/events/").json()["events"]}
    judged = [choice for deal in found["deals"] for choice in (*deal["calls"], *deal["cards"])]
    chosen = [
        seq
        for seq, event in events.items()
        if event["type"] in ("bid_made", "passed", "trump_named", "card_played")
    ]
    assert sorted(choice["seq"] for choice in judged) == chosen
    for choice in judged:
        assert choice["seat"] == events[choice["seq"]]["data"]["seat"]
        assert choice["lost"] >= 0
        assert (choice["better"] is None) == (choice["lost"] == 0)
    for deal in found["deals"]:
        assert events[deal["seq"]]["data"]["deal"] == deal["deal"]
        if deal["cards"]:
            scored = next(event["data"] for event in events.values() if event["type"] == "deal_scored"
                          and event["data"]["deal"] == deal["deal"])  # fmt: skip
            assert len(deal["cards"]) == 52
            assert all(card["card"] == events[card["seq"]]["data"]["card"] for card in deal["cards"])
            assert deal["cards"][-1]["expected"] == scored["points"]["NS"] - scored["points"]["EW"]
    for seat, accuracy in found["accuracy"].items():
        losses = [choice["lost"] for choice in judged if choice["seat"] == seat]
        assert accuracy["lost"] == pytest.approx(sum(losses) / len(ended), abs=0.01)
        assert accuracy["mistakes"] == sum(loss >= 0.5 for loss in losses)
        assert 0 < accuracy["cards"] < 13 * len(ended)


@needs_solver
def test_a_finished_one_is_kept_by_who_has_it(finished: Finished, nobody: Caller, stranger: Caller) -> None:
    match = finished()
    assert "ETag" not in nobody.get(f"matches/{match}/analysis/").headers
    stranger.post(f"matches/{match}/analysis/")
    assert nobody.get(f"matches/{match}/analysis/").headers["Cache-Control"] == "no-store"
    finish()
    tag = nobody.get(f"matches/{match}/analysis/").headers["ETag"]
    assert nobody.get(f"matches/{match}/analysis/", **{"if-none-match": tag}).status_code == 304


@needs_solver
def test_a_rated_match_is_analysed_by_itself_but_behind_what_is_asked_for(
    four: Four, stranger: Caller, finished: Finished
) -> None:
    rated, _ = paired(four)
    play_out(rated, "NS")
    count()
    assert analysis(stranger, rated)["status"] == "waiting"
    asked = finished(TWO_DEALS)
    assert stranger.post(f"matches/{asked}/analysis/").status_code == 202
    assert work.work(0) == 1
    assert [analysis(stranger, match)["done"] for match in (rated, asked)] == [0, 1]
    assert stranger.post(f"matches/{rated}/analysis/").status_code == 200  # now somebody waits for it too
    assert [work.work(0) for _ in range(2)] == [1, 1]
    assert [analysis(stranger, match)["done"] for match in (rated, asked)] == [1, 2]


def test_counting_again_does_not_ask_again_and_casual_matches_are_left(
    four: Four, finished: Finished
) -> None:
    finished()
    rated, _ = paired(four)
    play_out(rated, "NS")
    count()
    Analysis.objects.update(status="done", due=None)
    Match.objects.update(results_due=True)
    count()
    assert [(str(row.pk), row.status) for row in Analysis.objects.all()] == [(rated, "done")]


def test_what_nobody_asked_for_can_be_turned_off(four: Four, settings: Any) -> None:
    match, seats = paired(four)
    play_out(match, "NS")
    count()
    settings.IDLE_WORK = False
    assert not work.take_next(NeverAsked())
    seats["N"].post(f"matches/{match}/analysis/")
    assert work.take_next(NeverAsked())


@needs_solver
def test_a_killed_worker_is_followed_by_one_that_goes_on(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(TWO_DEALS)
    stranger.post(f"matches/{match}/analysis/")
    work.work(0)
    first = DealAnalysis.objects.get()
    judge_deal = judge.judge_deal

    class Killed(BaseException):
        pass

    def killed(*_: Any) -> None:
        raise Killed

    monkeypatch.setattr(judge, "judge_deal", killed)
    with pytest.raises(Killed):
        work.work(0)
    assert analysis(stranger, match)["status"] == "running"
    monkeypatch.setattr(judge, "judge_deal", judge_deal)
    finish()
    found = analysis(stranger, match)
    assert (found["status"], found["done"]) == ("done", found["of"])
    assert DealAnalysis.objects.get(deal=1).at == first.at


@needs_solver
def test_two_workers_never_judge_the_same_deal(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished()
    stranger.post(f"matches/{match}/analysis/")
    judge_deal, meanwhile = judge.judge_deal, []

    def look_for_more() -> None:
        try:
            meanwhile.append(work.work(0))
        finally:
            connection.close()

    def judged(deal: Any, *more: Any) -> Any:
        other = threading.Thread(target=look_for_more)
        other.start()
        other.join()
        return judge_deal(deal, *more)

    monkeypatch.setattr(judge, "judge_deal", judged)
    finish()
    assert meanwhile == [0] * analysis(stranger, match)["of"]
    assert analysis(stranger, match)["status"] == "done"


@needs_solver
def test_what_is_done_is_not_done_again_until_the_method_is_newer(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished()
    stranger.post(f"matches/{match}/analysis/")
    finish()
    before = DealAnalysis.objects.get(deal=1).at
    again = stranger.post(f"matches/{match}/analysis/")
    assert (again.status_code, again.json()["status"]) == (200, "done")
    assert work.work(0) == 0

    monkeypatch.setattr(judge, "VERSION", judge.VERSION + 1)
    assert analysis(stranger, match)["status"] == "done"  # the older one is still told
    anew = stranger.post(f"matches/{match}/analysis/")
    assert (anew.status_code, anew.json()["status"], anew.json()["done"]) == (202, "waiting", 0)
    finish()
    found = analysis(stranger, match)
    assert (found["status"], found["version"]) == ("done", judge.VERSION)
    assert DealAnalysis.objects.get(deal=1).at > before


class Crashing(SolverProcess):
    """Dies at the first question of a deal, so many times."""

    def __init__(self, times: int) -> None:
        super().__init__(120, 240)
        self.times = times

    def table(self, hands: Any, step: int) -> Any:
        self.times -= 1
        if self.times >= 0:
            self.close()
            raise CannotSolve
        return super().table(hands, step)


@needs_solver
def test_a_solver_that_dies_costs_one_try(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished(TWO_DEALS)
    stranger.post(f"matches/{match}/analysis/")
    once = Crashing(1)
    assert work.take_next(once)
    assert analysis(stranger, match)["status"] == "running"
    assert work.take_next(once)
    assert analysis(stranger, match)["done"] == 1

    always = Crashing(2)
    assert [work.take_next(always) for _ in range(3)] == [True, True, False]
    failed = analysis(stranger, match)
    assert (failed["status"], failed["why"], failed["done"]) == ("failed", "gave_up", 1)
    assert failed["accuracy"] is None
    again = stranger.post(f"matches/{match}/analysis/")
    assert (again.status_code, again.json()["status"], again.json()["done"]) == (202, "waiting", 1)
    assert "why" not in again.json()
    while work.take_next(once):
        pass
    assert analysis(stranger, match)["status"] == "done"
    once.close()


def test_a_fault_of_ours_is_no_reason_to_try_for_ever(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dds, "library_path", lambda: "somewhere")
    match = finished()
    stranger.post(f"matches/{match}/analysis/")
    monkeypatch.setattr(judge, "judge_deal", lambda *_: 1 / 0)
    finish()
    assert (analysis(stranger, match)["status"], Analysis.objects.get().tries) == ("failed", 2)


class NeverAsked(NoSolver):
    """A solver that is there."""

    is_there = True


def test_a_deal_that_takes_its_worker_with_it_is_given_up(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dds, "library_path", lambda: "somewhere")
    match = finished()
    stranger.post(f"matches/{match}/analysis/")
    Analysis.objects.update(tries=work.TRIES_OF_WORKERS)
    assert work.take_next(NeverAsked())
    assert analysis(stranger, match)["why"] == "gave_up"


def test_a_deal_that_takes_too_long_is_given_up(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dds, "library_path", lambda: "somewhere")
    monkeypatch.setattr(work, "DEAL_SECONDS", -1.0)
    match = finished()
    stranger.post(f"matches/{match}/analysis/")
    finish()
    assert analysis(stranger, match)["why"] == "gave_up"


def test_without_a_solver_it_fails_at_once(
    finished: Finished, stranger: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dds, "library_path", lambda: None)
    match = finished()
    stranger.post(f"matches/{match}/analysis/")
    finish()
    found = analysis(stranger, match)
    assert (found["status"], found["why"], found["deals"]) == ("failed", "no_solver", [])
    assert work.work(0) == 0


def test_there_is_none_before_the_end(open_table: OpenTable, four: Four, nobody: Caller) -> None:
    match = open_table(ruleset=SHORT)
    for caller in (four["N"], nobody):
        assert refusal(caller.get(f"matches/{match}/analysis/")) == (400, "invalid", "match")
    assert refusal(four["N"].post(f"matches/{match}/analysis/")) == (400, "invalid", "match")
    play_out(match, "NS")
    assert analysis(nobody, match)["status"] == "none"


def test_a_match_without_a_scored_deal_has_nothing_to_analyse(open_table: OpenTable, four: Four) -> None:
    match = open_table(seats="N")
    four["N"].post(f"matches/{match}/leave/")
    assert refusal(four["N"].post(f"matches/{match}/analysis/")) == (400, "invalid", "match")
    found = analysis(four["N"], match)
    assert (found["status"], found["of"]) == ("none", 0)
    assert not Analysis.objects.exists()


def test_a_private_match_is_analysed_for_its_own(
    finished: Finished, four: Four, stranger: Caller, nobody: Caller
) -> None:
    guests = {seat: f"invite:{four[seat].user}" for seat in "ESW"}
    match = finished(visibility="private", invited=guests)
    for answer in (stranger.get(f"matches/{match}/analysis/"), stranger.post(f"matches/{match}/analysis/"),
                   nobody.get(f"matches/{match}/analysis/")):  # fmt: skip
        assert refusal(answer) == (403, "forbidden", None)
    assert refusal(nobody.post(f"matches/{match}/analysis/"))[0] == 401
    assert four["E"].post(f"matches/{match}/analysis/").status_code == 202
    assert analysis(four["W"], match)["status"] == "waiting"
    nowhere = f"matches/{UUID(int=7)}/analysis/"
    assert (stranger.get(nowhere).status_code, stranger.post(nowhere).status_code) == (404, 404)


def test_so_many_an_hour(
    finished: Finished, stranger: Caller, four: Four, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = finished()
    settings.THROTTLES = True
    monkeypatch.setattr(AnalysisThrottle, "rate", "2/hour")
    codes = [stranger.post(f"matches/{match}/analysis/").status_code for _ in range(3)]
    assert codes == [202, 200, 429]
    assert four["N"].post(f"matches/{match}/analysis/").status_code == 200
    assert analysis(stranger, match)["status"] == "waiting"
