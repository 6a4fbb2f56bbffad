"""What the person is told, says against it once, and learns of the answer."""

import re
import uuid
from typing import Any

import pytest
from django.core import signing
from django.test import Client
from django.urls import reverse

from accounts import appeals
from accounts.models import Appeal, ModerationAction, Scope, Token, User
from tests.conftest import Caller
from tests.moderation.conftest import PASSWORD, Four, Moderator, refusal
from tests.moderation.test_standing import sign_in


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def appeal(caller: Caller, action: Any, text: str = "It was not me.") -> Any:
    return caller.post("appeals/", {"action": str(action.pk), "text": text})


def test_a_warning_is_shown_until_it_is_read(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "warn", message="Be <b>kind</b>.")
    browser = browser_of(east)
    for address in ("/en/", "/en/rules/", "/account/email/"):
        assert "Be &lt;b&gt;kind&lt;/b&gt;." in browser.get(address).content.decode()
    assert "حذّرك مشرف" in browser.get("/ar/rules/").content.decode()
    assert "kind" not in browser_of(four["N"].user).get("/en/rules/").content.decode()  # type: ignore[arg-type]
    [notice] = four["E"].get("account/").json()["notices"]
    assert (notice["action"]["kind"], notice["action"]["message"]) == ("warn", "Be <b>kind</b>.")
    assert "seen" not in notice["action"]["message"] + str(notice["action"].get("note", ""))
    seen = reverse("notice_seen", args=[notice["id"]])
    assert browser_of(four["N"].user).post(seen).status_code == 404  # type: ignore[arg-type]
    assert browser.get(seen).status_code == 405
    assert browser.post(seen).status_code == 302
    assert browser.post(seen).status_code == 302
    assert "kind" not in browser.get("/en/rules/").content.decode()
    assert four["E"].get("account/").json()["notices"] == []


def test_one_appeal_an_action(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "mute")
    action = ModerationAction.objects.get()
    made = appeal(four["E"], action)
    assert (made.status_code, made.json()["answer"]) == (201, "waiting")
    assert refusal(appeal(four["E"], action)) == (409, "already_appealed")
    [entry] = four["E"].get("account/moderation/").json()["results"]
    assert (entry["may_appeal"], entry["appeal"]["text"]) == (False, "It was not me.")
    page = browser_of(east).get("/account/moderation/").content.decode()
    assert "It was not me." in page
    assert "<textarea" not in page


def test_what_cannot_be_appealed(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "dismiss")
    moderator.decide(east, "mute")
    dismissed, mute = ModerationAction.objects.order_by("at")
    for action in (str(dismissed.pk), str(uuid.uuid4()), "x", 7, None):
        answer = four["E"].post("appeals/", {"action": action, "text": "no"})
        assert refusal(answer) == (400, "invalid"), action
    assert refusal(appeal(four["N"], mute)) == (400, "invalid")
    assert refusal(appeal(four["E"], mute, "")) == (400, "invalid")
    assert refusal(appeal(four["E"], mute, "x" * 2001)) == (400, "invalid")
    assert refusal(appeal(Caller(None), mute)) == (401, "not_signed_in")
    _token, text = Token.objects.issue(east, "x", [Scope.READ, Scope.PLAY])
    assert refusal(appeal(Caller(east, text), mute)) == (403, "scope_required")
    moderator.lift(east, mute)
    assert refusal(appeal(four["E"], mute)) == (400, "invalid")
    assert not Appeal.objects.exists()


def test_accepted_it_is_lifted(
    four: Four, east: User, moderator: Moderator, other_moderator: Moderator
) -> None:
    moderator.decide(east, "ban_ranked", hours="")
    appeal(four["E"], ModerationAction.objects.get())
    assert "It was not me." in other_moderator.page("accounts_appeal_changelist")
    other_moderator.answer(Appeal.objects.get(), "accept")
    lift = ModerationAction.objects.get(kind="lift")
    assert (lift.by, lift.note) == (other_moderator.user, "read")
    body = four["E"].get("account/").json()
    assert body["restrictions"]["ranked"] is None
    assert [notice["action"]["kind"] for notice in body["notices"]] == ["ban_ranked", "lift"]
    entries = {entry["kind"]: entry for entry in four["E"].get("account/moderation/").json()["results"]}
    assert entries["ban_ranked"]["appeal"]["answer"] == "accepted"
    assert (entries["ban_ranked"]["lifted"], entries["lift"]["message"]) == (True, "so it is")


def test_rejected_it_stays_and_is_answered_once(
    four: Four, east: User, moderator: Moderator, other_moderator: Moderator
) -> None:
    moderator.decide(east, "mute")
    appeal(four["E"], ModerationAction.objects.get())
    other_moderator.answer(Appeal.objects.get(), "reject")
    moderator.answer(Appeal.objects.get(), "accept")
    assert sorted(action.kind for action in ModerationAction.objects.all()) == ["mute", "uphold"]
    assert four["E"].get("account/").json()["restrictions"]["talk"] is not None
    assert "It was rejected." in browser_of(east).get("/account/moderation/").content.decode()
    stale = Appeal.objects.get()
    with pytest.raises(appeals.AlreadyAnswered):
        appeals.answer(moderator.user, stale, True, "late")
    assert ModerationAction.objects.count() == 2


def test_a_warning_can_be_taken_back(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "warn")
    page = browser_of(east)
    form = {"action": str(ModerationAction.objects.get().pk), "text": "Me?"}
    assert page.post("/account/moderation/", form).status_code == 302
    moderator.answer(Appeal.objects.get(), "accept")
    assert "It was accepted." in page.get("/account/moderation/").content.decode()


def test_the_banned_appeal_with_the_key_of_the_refusal(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "ban", hours="")
    key = sign_in().json()["key"]
    nobody = Caller(None)
    assert nobody.post("appeals/", {"key": key, "text": "Please."}).status_code == 201
    assert refusal(nobody.post("appeals/", {"key": key, "text": "Please."})) == (409, "already_appealed")
    forged = signing.dumps(str(ModerationAction.objects.get().pk), salt="other")
    for wrong in (key[:-1], forged, "", 7):
        assert refusal(nobody.post("appeals/", {"key": wrong, "text": "Please."})) == (400, "invalid")
    moderator.answer(Appeal.objects.get(), "accept")
    assert sign_in().status_code == 200


def test_the_banned_appeal_from_the_page_behind_the_password(
    four: Four, east: User, moderator: Moderator, monkeypatch: pytest.MonkeyPatch
) -> None:
    moderator.decide(east, "ban")
    browser = Client()
    page = browser.post("/account/login/", {"login": "player-east", "password": PASSWORD}).content.decode()
    [address] = re.findall(r'action="(/account/appeal/[^"]+)"', page)
    assert browser.post(address, {"text": ""}).status_code == 403
    assert browser.post(address, {"text": "Please."}, follow=True).status_code == 403
    assert Appeal.objects.get().text == "Please."
    assert "<textarea" not in browser.get(address).content.decode()
    assert browser.get("/account/appeal/x/").status_code == 404
    monkeypatch.setattr(appeals, "KEY_LASTS_SECONDS", -1)
    assert browser.get(address).status_code == 404


def test_the_export_has_it(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "warn", message="Be kind.", note="for us alone")
    appeal(four["E"], ModerationAction.objects.get(), "I was.")
    exported = four["E"].get("account/export/")
    [entry] = exported.json()["moderation"]
    assert (entry["kind"], entry["message"], entry["appeal"]["text"]) == ("warn", "Be kind.", "I was.")
    assert "for us alone" not in exported.content.decode()
    assert "mod" not in str(entry["appeal"])
    assert four["N"].get("account/export/").json()["moderation"] == []
