"""Pages about people: each says what the API says, and shows nobody what is not theirs to see."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape

from accounts import registration
from accounts.models import User
from games.models import Rating
from games.ratings import standing
from tests.conftest import Caller
from tests.games.conftest import OpenTable
from tests.games.ranked import Four, act, count, paired, play_out, play_tricks, shown
from tests.shapes import check


def name_of(caller: Caller) -> str:
    assert caller.user is not None
    return caller.user.username


def page(path: str, reader: Caller | None = None, **headers: str) -> str:
    """What a browser is sent, signed in as whom."""
    client = Client(headers=headers)
    if reader is not None and reader.user is not None:
        client.force_login(reader.user)
    response = client.get(path, follow=True)
    assert response.status_code == 200, path
    return response.content.decode()


def lines(html: str) -> list[str]:
    """Each row of the lists of matches, as text."""
    rows = re.findall(r'<ul class="list matches">(.*?)</ul>', html, re.DOTALL)
    found = re.findall(r"<li>(.*?)</li>", "".join(rows), re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", "", row).split()) for row in found]


def test_a_profile_says_what_the_api_says(four: Four, stranger: Caller, nobody: Caller) -> None:
    for winner in ("NS", "EW"):
        match, seats = paired(four)
        play_out(match, winner)
        count()
    north = seats["N"]
    path = f"players/{north.user}/"
    profile = nobody.get(path).json()
    check("Profile", profile)
    points = nobody.get(f"{path}rating-history/?ladder=levant-41").json()["results"]
    for point in points:
        check("RatingPoint", point)
    assert points[-1]["rating"] == profile["ratings"]["levant-41"]["rating"]
    html = page(f"/{path}")
    assert f"<b>{profile['ratings']['levant-41']['rating']}</b><abbr" in html  # provisional
    assert f"± {profile['ratings']['levant-41']['deviation']}" in html
    assert '<option value="levant-41">' in html
    for each in profile["form"]:
        assert f"/matches/{each['match']}/" in html
    figures = profile["statistics"]["levant-41"]["as_declarer"]
    assert f"<td>{figures['deals']}</td><td>{figures['made']}</td><td>{figures['set']}</td>" in html
    changes = [f"{point['change']:+d}" for point in reversed(points)]
    assert [line.split()[-1] for line in lines(html)] == changes


def test_form_and_partners(four: Four, nobody: Caller) -> None:
    wins: dict[str, list[bool]] = {}
    for winner in ("NS", "EW", "NS"):
        match, seats = paired(four)
        play_out(match, winner)
        count()
        side = next(seat for seat, caller in seats.items() if caller is four["N"])
        partner = name_of(seats[{"N": "S", "S": "N", "E": "W", "W": "E"}[side]])
        wins.setdefault(partner, []).append(side in winner)
    profile = nobody.get(f"players/{four['N'].user}/").json()
    assert profile["form"][0]["won"] == (side in winner)
    assert sum(each["won"] for each in profile["form"]) == profile["counts"]["won"]
    expected = {name: (len(each), sum(each)) for name, each in wins.items()}
    assert {each["name"]: (each["matches"], each["won"]) for each in profile["partners"]} == expected
    most = [each["matches"] for each in profile["partners"]]
    assert most == sorted(most, reverse=True)


@pytest.mark.parametrize("visibility", ["private", "unlisted"])
def test_matches_that_are_not_listed_are_for_those_who_sat_there(
    four: Four, stranger: Caller, nobody: Caller, open_table: OpenTable, visibility: str
) -> None:
    invited = {seat: f"invite:{name_of(four[seat])}" for seat in "ESW"}
    match = open_table(visibility=visibility, invited=invited)
    play_tricks(match, 1)
    for seat in "NS":
        four[seat].act(match, action="resign")
    count()
    path = f"players/{four['E'].user}/"
    for reader, sees in ((nobody, False), (stranger, False), (four["N"], True), (four["E"], True)):
        profile = reader.get(path).json()
        assert [each["match"] for each in profile["form"]] == [match] * sees
        assert [each["name"] for each in profile["partners"]] == [name_of(four["W"])] * sees
        assert profile["counts"]["matches"] == 1
        assert (match in page(f"/{path}", reader)) == sees


def test_follow_and_block_are_shown_to_who_does_so(four: Four, stranger: Caller, nobody: Caller) -> None:
    path = f"players/{four['N'].user}/"
    for what, field in (("follow", "followed"), ("block", "blocked")):
        stranger("PUT", f"{path}{what}/")
        assert stranger.get(path).json()[field] is True
        assert nobody.get(path).json()[field] is False
        assert f"data-{field}" in page(f"/{path}", stranger)
        assert f"data-{field}" not in page(f"/{path}", four["E"])
        stranger("DELETE", f"{path}{what}/")
        assert stranger.get(path).json()[field] is False
    assert 'id="dealings"' not in page(f"/{path}")
    own = page(f"/{path}", four["N"])
    assert 'id="dealings"' not in own and "/account/email/" in own


def test_who_is_gone_has_no_page(four: Four, client: Client, open_table: OpenTable) -> None:
    match = open_table()
    play_tricks(match, 1)
    for seat in "NS":
        four[seat].act(match, action="resign")
    count()
    user = four["E"].user
    assert user is not None
    registration.delete(user)
    user.refresh_from_db()
    for name in ("player-east", user.username, "nobody-at-all", "?", "a b"):
        assert client.get(f"/en/players/{name}/").status_code == 404, name
    assert "partners" in four["W"].get(f"players/{four['W'].user}/").json()
    assert four["W"].get(f"players/{four['W'].user}/").json()["partners"] == []


def test_a_name_written_otherwise_leads_to_the_page(client: Client, sign_up: Any) -> None:
    sign_up("Layla")
    assert client.get("/en/players/LAY1A/").headers["Location"] == "/en/players/Layla/"


def test_bots_and_guests_are_marked(client: Client, nobody: Caller) -> None:
    User.objects.create_user("clever-bot", kind=User.Kind.BOT)
    guest = nobody.post("guests/").json()["name"]
    assert "bot</small>" in page("/players/clever-bot/")
    assert "guest</small>" in page(f"/players/{guest}/")


@pytest.fixture
def listed(four: Four, monkeypatch: pytest.MonkeyPatch) -> Four:
    """Four who stand in the ladder after one match."""
    monkeypatch.setattr(standing, "MIN_MATCHES", 1)
    monkeypatch.setattr(standing, "MIN_PARTNERS", 1)
    monkeypatch.setattr(standing, "MAX_DEVIATION", 250)
    match, _ = paired(four)
    play_out(match, "NS")
    count()
    return four


def places(html: str) -> list[tuple[int, str]]:
    return [
        (int(place), name)
        for place, name in re.findall(r"<td>(\d+)</td>\s*<th scope=\"row\"><a [^>]*><bdi>(.*?)</bdi>", html)
    ]


def test_a_ladder_is_the_apis_and_marks_ones_own_place(listed: Four, nobody: Caller) -> None:
    found = nobody.get("leaderboards/levant-41/").json()["results"]
    for line in found:
        check("ListedStanding", line)
    html = page("/leaderboards/levant-41/", listed["W"])
    assert [place for place, _name in places(html)] == [1, 2, 3, 4]
    ratings = {line["name"]: line["rating"] for line in found}
    assert [ratings[name] for _place, name in places(html)] == [line["rating"] for line in found]
    (own,) = re.findall(r'<tr class="own".*?</tr>', html, re.DOTALL)
    assert name_of(listed["W"]) in own
    assert places(page("/leaderboards/")) == places(html)
    assert "Nobody is listed yet." in page("/leaderboards/pair:levant-41/")
    assert Client().get("/en/leaderboards/levant-99/").status_code == 404


def test_a_ladder_has_pages(listed: Four) -> None:
    users = [User.objects.create_user(f"climber-{number}") for number in range(58)]
    kept = Rating.objects.filter(ladder="levant-41").first()
    assert kept is not None
    common = {"ladder": "pair:levant-41", "sigma": 1.0, "matches": 30, "last_at": kept.last_at}
    Rating.objects.bulk_create(
        Rating(person=user, mu=40 - number / 10, **common) for number, user in enumerate(users)
    )
    first = page("/leaderboards/pair:levant-41/")
    second = page("/leaderboards/pair:levant-41/?page=2")
    assert [place for place, _name in places(first) + places(second)] == list(range(1, 59))
    assert places(second)[0] == (51, "climber-50")
    assert 'rel="next" href="?page=2"' in first and 'rel="prev"' not in first
    assert 'rel="prev" href="?page=1"' in second and 'rel="next"' not in second
    assert places(page("/leaderboards/pair:levant-41/?page=x")) == places(first)


@pytest.fixture
def played(four: Four, open_table: OpenTable) -> Four:
    """North has won, has lost, plays and waits."""
    match, seats = paired(four)
    play_out(match, "NS" if four["N"] in (seats["N"], seats["S"]) else "EW")
    casual = open_table(ruleset="kaboot-31", visibility="unlisted")
    play_out(casual, "EW")
    count()
    act(open_table(), "NS")
    open_table(ruleset="levant-61", seats="N")
    return four


NARROWED: tuple[tuple[str, list[str]], ...] = (
    ("", ["Levant 61", "Levant 41", "Kaboot 31", "Levant 41"]),
    ("status=open", ["Levant 61"]),
    ("status=live", ["Levant 41"]),
    ("status=finished", ["Kaboot 31", "Levant 41"]),
    ("ruleset=levant-41", ["Levant 41", "Levant 41"]),
    ("kind=rated", ["Levant 41"]),
    ("kind=casual&status=finished", ["Kaboot 31"]),
    ("result=won", ["Levant 41"]),
    ("result=lost", ["Kaboot 31"]),
    ("name=WEST&status=finished", ["Kaboot 31", "Levant 41"]),
    ("name=north", []),
    ("name=stranger", []),
    ("status=dance", ["Levant 61", "Levant 41", "Kaboot 31", "Levant 41"]),
    ("name=%00", ["Levant 61", "Levant 41", "Kaboot 31", "Levant 41"]),
)


def test_ones_own_matches_narrowed(played: Four) -> None:
    for query, found in NARROWED:
        shown_lines = lines(page(f"/matches/?{query}", played["N"]))
        assert [line[: len(name)] for line, name in zip(shown_lines, found, strict=True)] == found, query


def test_a_line_is_told_from_ones_own_side(played: Four) -> None:
    waiting, running, lost, won = lines(page("/matches/", played["N"]))
    assert "Waiting for players" in waiting and ":" not in waiting
    assert "Running" in running
    assert "player-north + player-south – player-east + player-west" in lost
    assert re.search(r"-?\d+ : -?\d+ Lost$", lost)  # a casual match changes no rating
    assert re.search(rf"Won \+{shown(played['N']) - 1500}$", won)
    mine, theirs = re.search(r"(-?\d+) : (-?\d+) Won", won).groups()  # type: ignore[union-attr]
    assert int(mine) > int(theirs)


def test_ones_own_matches_are_ones_own(
    played: Four, stranger: Caller, nobody: Caller, client: Client
) -> None:
    assert lines(page("/matches/", stranger)) == []
    assert client.get("/matches/").headers["Location"] == "/account/login/?next=/matches/"
    client.post(
        "/api/v1/guests/", {}, content_type="application/json", headers={"Origin": "http://testserver"}
    )
    body = {"ruleset": "levant-41", "seats": {"S": "me", "W": "bot:easy", "N": "bot:easy", "E": "bot:easy"}}
    made = client.post("/api/v1/matches/", body, content_type="application/json")
    assert made.json()["id"] in client.get("/matches/").content.decode()


def test_what_is_asked_for_is_kept_from_page_to_page(four: Four, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.people.MATCHES_PAGE", 1)
    for _ in range(2):
        match = four["N"].post("matches/", {"ruleset": "levant-41", "seats": {"N": "me"}})
        assert match.status_code == 201
    html = page("/matches/?kind=casual&name=", four["N"])
    assert escape("?kind=casual&name=&page=2") in html


@pytest.mark.parametrize(("language", "direction"), [("en", "ltr"), ("ar", "rtl")])
def test_the_pages_render_in_both_directions(played: Four, language: str, direction: str) -> None:
    for path in ("/matches/", f"/players/{played['N'].user}/", "/leaderboards/", "/watch/", "/developers/"):
        html = page(path, played["N"], **{"accept-language": language})
        assert f'<html lang="{language}" dir="{direction}">' in html
        assert 'style="' not in html


def test_tokens_are_for_accounts(client: Client, four: Four) -> None:
    assert 'id="tokens"' in page("/developers/", four["N"])
    client.post(
        "/api/v1/guests/", {}, content_type="application/json", headers={"Origin": "http://testserver"}
    )
    for html in (page("/developers/"), client.get("/en/developers/").content.decode()):
        assert 'id="tokens"' not in html and "/account/login/?next=/en/developers/" in html
