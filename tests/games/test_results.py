"""What counts, through the API: four who were paired, and a stranger."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count as count_up
from typing import Any
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db import connections
from django.utils import timezone

from games import rebuild, results, turns
from games.models import DealScore, Match, PlayedMatch, Rating, RatingChange, Seek, Strike
from games.ratings import standing
from games.ratings.model import BETA
from tests.conftest import Caller, owner_connection, unsealed
from tests.games.conftest import OpenTable, types_after
from tests.games.ranked import Four, act, count, paired, play_out, play_tricks, seek, shown

ROWS = (PlayedMatch, Rating, RatingChange, Strike, Seek)


def rows() -> list[Any]:
    """All that follows from matches, as it stands."""
    return [sorted(model.objects.values_list(), key=str) for model in ROWS]


def expire(match: str, later: Any) -> None:
    """The turn runs out, once."""
    later(200)
    turns.act_in_time(UUID(match), Match.objects.get(pk=match).seq)


def test_winners_gain_and_losers_lose(four: Four, stranger: Caller) -> None:
    match, seats = paired(four)
    play_out(match, "NS")
    assert [shown(seats[seat]) for seat in "NESW"] == [1500] * 4
    assert count() == 1
    ratings = [shown(seats[seat]) for seat in "NESW"]
    assert ratings[0] == ratings[2] > 1500 > ratings[1] == ratings[3]
    assert ratings[0] + ratings[1] == 3000
    profile = stranger.get(f"players/{seats['N'].user}/").json()
    rating = profile["ratings"]["levant-41"]
    assert rating == {
        "rating": ratings[0],
        "deviation": rating["deviation"],
        "provisional": True,
        "matches": 1,
    }
    assert rating["deviation"] < 250
    assert profile["counts"] == {"matches": 1, "won": 1, "lost": 0, "rated": 1}
    (point,) = stranger.get(f"players/{seats['N'].user}/rating-history/?ladder=levant-41").json()["results"]
    assert point == {
        "at": point["at"],
        "match": match,
        "rating": ratings[0],
        "deviation": rating["deviation"],
        "change": ratings[0] - 1500,
        "why": "result",
    }
    change = RatingChange.objects.get(person=seats["N"].user)
    assert (change.version, change.parameters["beta"]) == (1, BETA)
    (listed,) = stranger.get(f"players/{seats['N'].user}/matches/").json()["results"]
    assert listed["id"] == match


def test_ones_own_data_holds_what_ranked_play_keeps(four: Four) -> None:
    match, seats = paired(four)
    play_out(match, "NS")
    count()
    kept = seats["E"].get("account/export/").json()
    assert kept["ratings"]["levant-41"]["rating"] == shown(seats["E"])
    assert [each["match_id"] for each in kept["rating_changes"]] == [match]
    assert [each["match_id"] for each in kept["seeks"]] == [match]
    assert kept["strikes"] == []


def test_statistics_are_what_was_played(four: Four) -> None:
    match, seats = paired(four)
    play_out(match, "NS")
    count()
    log = four["N"].get(f"matches/{match}/events/").json()["events"]
    deals = [event["data"] for event in log if event["type"] == "deal_scored"]
    for seat in "NESW":
        figures = four["N"].get(f"players/{seats[seat].user}/").json()["statistics"]["levant-41"]
        declared = [deal for deal in deals if deal["declarer"] == seat]
        defended = [deal for deal in deals if (deal["declarer"] in "NS") != (seat in "NS")]
        assert (figures["matches"], figures["deals"]) == (1, len(deals))
        assert (figures["won"], figures["lost"]) == ((1, 0) if seat in "NS" else (0, 1))
        assert figures["as_declarer"]["deals"] == len(declared)
        assert figures["as_declarer"]["made"] == sum(deal["made"] for deal in declared)
        assert figures["as_declarer"]["average_bid"] == (13.0 if declared else None)
        assert figures["as_defender"]["deals"] == len(defended)
        assert figures["as_defender"]["set"] == sum(not deal["made"] for deal in defended)


def test_counting_again_changes_nothing(four: Four) -> None:
    matches = []
    for leaves in (False, True):
        match, seats = paired(four)
        matches.append(match)
        if leaves:
            seats["E"].post(f"matches/{match}/leave/")
        else:
            play_out(match, "EW")
        count()
    before = rows()
    for _ in range(3):
        for match in matches:
            results.count(UUID(match))
        Match.objects.update(results_due=True)
        count()
    assert rows() == before


def test_nothing_counts_before_the_first_trick(four: Four) -> None:
    match, seats = paired(four)
    while act(match, "NS"):
        if "card_played" in types_after(four["N"], match, 0):
            break
    seats["W"].act(match, action="resign")
    count()
    assert Match.objects.get(pk=match).reason == "aborted"
    assert not Rating.objects.exists()
    assert not PlayedMatch.objects.exists()
    assert Strike.objects.get().person == seats["W"].user


def test_who_forfeits_loses_though_their_side_wins_and_opponents_lose_as_they_did(four: Four) -> None:
    match, seats = paired(four)
    play_tricks(match, 1)
    seats["N"].act(match, action="resign")
    play_out(match, "NS")
    count()
    ratings = [shown(seats[seat]) for seat in "NESW"]
    assert ratings[0] < 1500 < ratings[2]
    assert ratings[1] == ratings[3] == ratings[0]
    assert not Strike.objects.exists()
    assert four["N"].get(f"players/{seats['N'].user}/").json()["counts"]["lost"] == 1


def test_an_innocent_partner_loses_nothing_and_the_opponents_gain_half(four: Four) -> None:
    match, seats = paired(four)
    play_tricks(match, 1)
    seats["N"].act(match, action="resign")
    play_out(match, "EW")
    count()
    ratings = [shown(seats[seat]) for seat in "NESW"]
    full = 1500 - ratings[0]
    assert ratings[2] == 1500
    assert ratings[1] == ratings[3] == 1500 + round(full / 2)
    why = {seat: RatingChange.objects.get(person=seats[seat].user).why for seat in "NESW"}
    assert why == {"N": "forfeit", "S": "spared", "E": "halved", "W": "halved"}


def test_gains_are_whole_where_less_than_half_was_against_a_bot(four: Four) -> None:
    match, seats = paired(four)
    while Match.objects.get(pk=match).score_ew < 30:
        act(match, "EW")
    seats["N"].act(match, action="resign")
    play_out(match, "EW")
    count()
    assert {RatingChange.objects.get(person=seats[seat].user).why for seat in "EW"} == {"result"}


def test_a_premade_partner_shares_the_result(four: Four) -> None:
    match, seats = paired(four, pairs=["NS", "EW"])
    play_tricks(match, 1)
    seats["N"].act(match, action="resign")
    play_out(match, "EW")
    count()
    ratings = [shown(seats[seat], "pair:levant-41") for seat in "NESW"]
    assert ratings[0] == ratings[2] < 1500 < ratings[1]
    assert [shown(seats[seat]) for seat in "NESW"] == [1500] * 4


def test_a_pair_and_two_alone_are_rated_in_their_ladders(four: Four) -> None:
    match, _ = paired(four, pairs=["NS"])
    play_out(match, "EW")
    count()
    ladders = {change.person: change.ladder for change in RatingChange.objects.all()}
    assert {name: ladders[caller.user] for name, caller in four.items() if caller.user} == {
        "N": "pair:levant-41",
        "S": "pair:levant-41",
        "E": "levant-41",
        "W": "levant-41",
    }
    created = four["N"].get(f"matches/{match}/events/").json()["events"][0]
    assert len(created["data"]["premade"]) == 1


def test_when_a_whole_side_forfeits_the_other_wins(four: Four) -> None:
    match, seats = paired(four)
    play_tricks(match, 1)
    for seat in "NS":
        seats[seat].act(match, action="resign")
    count()
    assert (Match.objects.get(pk=match).reason, Match.objects.get(pk=match).winner) == ("forfeit", "EW")
    assert {RatingChange.objects.get(person=seats[seat].user).why for seat in "NS"} == {"forfeit"}
    assert shown(seats["E"]) > 1500 > shown(seats["N"])


def test_who_reclaims_in_time_has_a_strike_and_the_result(four: Four, later: Any) -> None:
    match, seats = paired(four)
    play_tricks(match, 1)
    turn = four["N"].state(match)["now"]["turn"]
    for _ in range(2):
        while four["N"].state(match)["now"]["turn"] != turn:
            act(match, "NS")
        expire(match, later)
    assert four["N"].state(match)["state"]["seats"][turn]["forfeited"]
    assert seek(seats[turn]).json()["code"] == "already_playing"
    assert seats[turn].post(f"matches/{match}/reclaim/").status_code == 200
    winner = "NS" if turn in "NS" else "EW"
    play_out(match, winner)
    count()
    assert Strike.objects.get().person == seats[turn].user
    assert shown(seats[turn]) > 1500
    assert seek(seats[turn]).json()["code"] == "ranked_paused"


def test_a_voided_match_counts_for_nobody(four: Four, stranger: Caller) -> None:
    match, seats = paired(four)
    play_tricks(match, 1)
    seats["N"].act(match, action="resign")
    call_command("void_match", match, verbosity=0)
    count()
    assert not Rating.objects.exists()
    assert not PlayedMatch.objects.exists()
    assert not Strike.objects.exists()
    assert stranger.get(f"matches/{match}/").json()["state"]["result"] == {"winner": None, "reason": "voided"}
    with pytest.raises(CommandError):
        call_command("void_match", match, verbosity=0)


def test_casual_matches_count_in_statistics_only(four: Four, open_table: Any) -> None:
    match = open_table()
    play_out(match, "NS")
    count()
    assert not Rating.objects.exists()
    assert PlayedMatch.objects.filter(rated=False).count() == 4


def test_rebuilding_equals_what_is_live(four: Four, open_table: Any) -> None:
    for winner, leaver in (("NS", None), ("EW", "N"), ("EW", None)):
        match, seats = paired(four)
        if leaver:
            play_tricks(match, 1)
            seats[leaver].act(match, action="resign")
        play_out(match, winner)
        count()
    open_table()
    before = rows()
    call_command("rebuild_projections", verbosity=0)
    assert rows_without_ids(rows()) == rows_without_ids(before)
    Rating.objects.filter(person=seats["N"].user).update(mu=30)
    Match.objects.filter(pk=match).update(score_ns=-5)
    with pytest.raises(CommandError):
        call_command("rebuild_projections", verbosity=0)
    assert rows_without_ids(rows()) == rows_without_ids(before)
    call_command("rebuild_projections", verbosity=0)


def at_the_first(work: Callable[[], object]) -> Callable[[], None]:
    """A step that has others do something behind the first match; behind each, no match's row may be held."""
    steps = count_up()

    def step() -> None:
        if next(steps) == 0:
            with ThreadPoolExecutor(1) as thread:
                thread.submit(work).result()
                thread.submit(connections.close_all).result()
        with owner_connection() as owner:
            owner.execute("SELECT FROM games_match FOR NO KEY UPDATE NOWAIT")

    return step


def play_a_deal(match: str) -> None:
    scores = DealScore.objects.filter(match=UUID(match))
    played = scores.count()
    while scores.count() == played:
        assert act(match, "NS")


def test_matches_that_go_on_or_end_while_all_is_rebuilt(four: Four, open_table: OpenTable) -> None:
    _, goes_on, ends = (open_table() for _ in range(3))
    play_a_deal(goes_on)

    def play_on() -> None:
        play_a_deal(goes_on)
        play_out(ends, "NS")

    assert rebuild.rebuild(at_the_first(play_on)) == []
    assert Match.objects.get(pk=ends).status == Match.Status.FINISHED
    assert DealScore.objects.filter(match=UUID(goes_on)).count() == 2
    call_command("verify_log", verbosity=0)
    play_out(goes_on, "EW")


def test_a_match_that_differs_and_goes_on_is_mended_as_it_is_then(four: Four, open_table: OpenTable) -> None:
    first, goes_on = open_table(), open_table()
    begun = Match.objects.get(pk=goes_on).started_at
    Match.objects.filter(pk__in=[first, goes_on]).update(started_at=timezone.now())
    (one, other) = rebuild.rebuild(at_the_first(lambda: play_a_deal(goes_on)))
    assert (first in one, goes_on in other) == (True, True)
    assert Match.objects.get(pk=goes_on).started_at == begun
    assert DealScore.objects.filter(match=UUID(goes_on)).count() == 1
    call_command("verify_log", verbosity=0)


@pytest.mark.parametrize("lost", ["true", "seq > 1", "seq > 3"])
def test_a_log_that_is_cut_short_is_not_rebuilt_from(four: Four, lost: str) -> None:
    match, _ = paired(four)
    play_out(match, "NS")
    count()
    Match.objects.filter(pk=match).update(score_ns=-5)
    before = rows()
    with owner_connection() as owner, owner.transaction(), unsealed(owner, ["games_event"]):
        owner.execute(f"DELETE FROM games_event WHERE {lost}".encode())
    with pytest.raises(CommandError, match=f"match {match} is at .* partition"):
        call_command("rebuild_projections", verbosity=0)
    assert rows() == before
    assert Match.objects.get(pk=match).score_ns == -5


def rows_without_ids(tables: list[Any]) -> list[Any]:
    return [sorted((row[1:] for row in table), key=str) for table in tables]


def test_who_is_listed(four: Four, stranger: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    assert stranger.get("leaderboards/levant-99/").json()["code"] == "not_found"
    match, seats = paired(four)
    play_out(match, "NS")
    count()
    assert stranger.get("leaderboards/levant-41/").json()["results"] == []
    monkeypatch.setattr(standing, "MIN_MATCHES", 1)
    monkeypatch.setattr(standing, "MAX_DEVIATION", 250)
    assert stranger.get("leaderboards/levant-41/").json()["results"] == []  # one partner is too few
    monkeypatch.setattr(standing, "MIN_PARTNERS", 1)
    listed = stranger.get("leaderboards/levant-41/").json()["results"]
    assert {each["name"] for each in listed[:2]} == {str(seats["N"].user), str(seats["S"].user)}
    assert len(listed) == 4
    monkeypatch.setattr(standing, "MAX_DEVIATION", 200)
    assert stranger.get("leaderboards/levant-41/").json()["results"] == []


def test_the_same_four_play_again(four: Four, stranger: Caller) -> None:
    match, seats = paired(four)
    assert four["N"].post(f"matches/{match}/rematch/").json()["field"] == "match"
    play_out(match, "NS")
    assert stranger.post(f"matches/{match}/rematch/").json()["code"] == "forbidden"
    first = seats["N"].post(f"matches/{match}/rematch/")
    assert (first.status_code, first.json()["status"], first.json()["state"]["rated"]) == (201, "open", False)
    for seat in "ESW":
        again = seats[seat].post(f"matches/{match}/rematch/")
        assert (again.status_code, again.json()["id"]) == (200, first.json()["id"])
    assert again.json()["status"] == "live"
    names = {seat: each["player"]["name"] for seat, each in again.json()["state"]["seats"].items()}
    assert names == {seat: str(caller.user) for seat, caller in seats.items()}
