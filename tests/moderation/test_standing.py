"""What an action closes, at the product's own front doors, and that it ends by itself or is taken back."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts import standing
from accounts.models import ModerationAction, Notice, Scope, Token, User
from games import moderation, tasks
from games.matchmaking import hall
from games.models import Match, MatchSeat, Seek
from tests.conftest import Caller
from tests.games.conftest import Connect, OpenTable
from tests.games.ranked import paired, seek
from tests.moderation.conftest import PASSWORD, Four, Moderator, refusal

Later = Callable[[float], None]
DAY = 24 * 3600.0


def say(caller: Caller, match: str, kind: str, value: str) -> Any:
    return caller.post(f"matches/{match}/messages/", {"kind": kind, "value": value})


def test_who_is_muted_has_emotes_and_phrases(
    four: Four, east: User, moderator: Moderator, open_table: OpenTable, later: Later
) -> None:
    match = open_table()
    moderator.decide(east, "mute")
    refused = say(four["E"], match, "text", "hello there")
    until = ModerationAction.objects.get().until
    assert until is not None
    assert refusal(refused) == (403, "muted")
    assert refused.json()["until"] == until.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    assert say(four["E"], match, "phrase", "hello").status_code == 201
    assert say(four["E"], match, "emote", "wave").status_code == 201
    assert four["E"].get("account/").json()["restrictions"]["talk"]["until"] is not None
    later(DAY)
    assert say(four["E"], match, "text", "hello there").status_code == 201
    assert four["E"].get("account/").json()["restrictions"] == {"talk": None, "ranked": None}


def test_who_is_banned_from_ranked_plays_casually(
    four: Four, east: User, moderator: Moderator, later: Later
) -> None:
    assert seek(four["E"]).status_code == 201
    assert seek(four["N"], partner="player-west").status_code == 201
    moderator.decide(east, "ban_ranked", hours="168")
    hall.pair_waiting()
    assert Seek.objects.get(seekers__person=east).status == "cancelled"
    refused = seek(four["E"])
    assert refusal(refused) == (403, "banned")
    assert refused.json()["until"]
    as_partner = seek(four["S"], partner="player-east")
    assert as_partner.status_code == 201
    accepting = four["E"].post(f"seeks/{as_partner.json()['id']}/accept/")
    assert refusal(accepting) == (403, "banned")
    casual = four["E"].post("seeks/", {"rulesets": ["levant-41"], "rated": False})
    assert casual.status_code == 201
    four["E"]("DELETE", f"seeks/{casual.json()['id']}/")
    later(7 * DAY)
    assert seek(four["E"]).status_code == 201


def test_a_ban_for_good_has_no_end(four: Four, east: User, moderator: Moderator, later: Later) -> None:
    moderator.decide(east, "ban_ranked", hours="")
    later(3650 * DAY)
    refused = seek(four["E"])
    assert (refusal(refused), refused.json()["until"]) == ((403, "banned"), None)
    assert four["E"].get("account/").json()["restrictions"]["ranked"] == {"until": None}


def test_who_is_banned_is_out_at_once(
    four: Four, east: User, moderator: Moderator, connect: Connect, open_table: OpenTable
) -> None:
    match = open_table()
    browser = Client()
    browser.post("/account/login/", {"login": "player-east", "password": PASSWORD})
    assert browser.get("/account/moderation/").status_code == 200
    socket = connect(match, four["E"])
    socket.next("snapshot")
    moderator.decide(east, "ban")
    assert socket.closed() == 4401
    assert refusal(four["E"].get("account/")) == (401, "not_signed_in")
    assert browser.get("/account/moderation/").status_code == 302
    assert not east.tokens.exists()
    seat = MatchSeat.objects.get(person=east)
    assert (seat.forfeited, seat.player_kind) == (True, "bot")
    assert four["N"].state(match)["state"]["seats"]["E"]["player"]["kind"] == "bot"


def test_a_rated_match_of_the_banned_goes_the_way_of_leaving(
    four: Four, east: User, moderator: Moderator
) -> None:
    match, _seats = paired(four)
    moderator.decide(east, "ban")
    assert Match.objects.get(pk=match).reason == "aborted"  # no trick was complete


def sign_in(password: str = PASSWORD) -> Any:
    body = json.dumps({"username": "player-east", "password": password})
    return Client().post("/api/v1/session/", body, "application/json")


def test_the_banned_cannot_sign_in(four: Four, east: User, moderator: Moderator, later: Later) -> None:
    moderator.decide(east, "ban", message="Three warnings were enough.")
    refused = sign_in()
    told = refused.json()
    assert refusal(refused) == (403, "banned")
    assert (told["reason"], told["message"]) == ("abuse", "Three warnings were enough.")
    assert told["until"] and told["key"]
    assert refusal(sign_in("wrong")) == (
        401,
        "not_signed_in",
    )  # and learns nothing
    token = {"username": "player-east", "password": PASSWORD, "name": "x", "scopes": ["read"]}
    assert refusal(Caller(None).post("tokens/", token)) == (403, "banned")
    browser = Client()
    page = browser.post("/account/login/", {"login": "player-east", "password": PASSWORD})
    assert page.status_code == 403
    content = page.content.decode()
    assert "This account is banned." in content
    assert "Three warnings were enough." in content
    assert "insults or harassment" in content
    assert "_auth_user_id" not in browser.session
    later(DAY)
    assert sign_in().status_code == 200
    assert browser.post("/account/login/", {"login": "player-east", "password": PASSWORD}).status_code == 302


def test_who_slips_in_while_the_ban_is_stored_is_found(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "ban")
    _token, text = Token.objects.issue(east, "x", list(Scope))
    assert refusal(Caller(east, text).get("account/")) == (401, "not_signed_in")
    browser = Client()
    browser.force_login(east)
    assert browser.get("/api/v1/account/").status_code == 401
    tasks.housekeeping()
    assert not east.tokens.exists()


def test_a_seat_that_was_missed_is_left_later(
    four: Four, east: User, moderator: Moderator, open_table: OpenTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_table()
    with monkeypatch.context() as patched:
        patched.setattr(moderation, "unseat", lambda person: None)  # as if the process had died
        moderator.decide(east, "ban")
    seat = MatchSeat.objects.filter(person=east, forfeited=True)
    assert not seat.exists()
    tasks.housekeeping()
    assert seat.exists()
    tasks.housekeeping()


def test_an_account_saved_meanwhile_stays_banned(four: Four, east: User, moderator: Moderator) -> None:
    before = User.objects.get(pk=east.pk)
    moderator.decide(east, "ban")
    before.set_password("another long secret")
    before.save()
    assert refusal(sign_in("another long secret")) == (403, "banned")


def test_what_is_taken_back_is_open_again(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "ban_ranked", hours="")
    moderator.decide(east, "ban_ranked", hours="1")
    for_good, short = ModerationAction.objects.order_by("at")
    moderator.lift(east, for_good)
    east.refresh_from_db()
    assert east.unranked_until == short.until
    moderator.lift(east, short)
    moderator.lift(east, short)  # a second time is told, and does nothing
    assert ModerationAction.objects.filter(kind="lift").count() == 2
    assert seek(four["E"]).status_code == 201


def test_what_has_run_out_is_not_taken_back(
    four: Four, east: User, moderator: Moderator, later: Later
) -> None:
    moderator.decide(east, "mute", hours="1")
    later(3601)
    with pytest.raises(standing.NotInForce):
        standing.lift(moderator.user, ModerationAction.objects.get(), "late")


def test_the_account_goes_and_the_audit_stays(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "mute", message="No.")
    action = ModerationAction.objects.get()
    assert four["E"].post("appeals/", {"action": str(action.pk), "text": "I am Layla"}).status_code == 201
    assert four["E"]("DELETE", "account/", {"password": PASSWORD}).status_code == 204
    kept = ModerationAction.objects.get()
    assert (kept.pk, kept.person_id) == (action.pk, east.pk)
    moderator.page("index")  # which says once more who was muted
    assert "player-east" not in moderator.page("accounts_moderationaction_changelist")
    assert not hasattr(kept, "appeal")
    assert not Notice.objects.exists()
