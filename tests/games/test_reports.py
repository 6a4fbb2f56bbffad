"""Reports of players: what is taken, once, and who reads it."""

import uuid
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.api import throttling
from accounts.models import Scope, Token, User
from games.models import Report
from tests.conftest import Caller
from tests.games.conftest import OpenTable

Four = dict[str, Caller]
PASSWORD = "a long enough secret"


def report(caller: Caller, player: str = "player-east", reason: str = "abuse", **more: Any) -> Any:
    return caller.post("reports/", {"player": player, "reason": reason, **more})


def refusal(response: Any) -> tuple[int, str, str | None]:
    return response.status_code, response.json()["code"], response.json().get("field")


def test_a_report_is_kept_once(four: Four, open_table: OpenTable) -> None:
    match = open_table()
    first = report(four["N"], match=match, text="as bad as\n<b>this</b>")
    assert first.status_code == 201
    kept = Report.objects.get()
    assert (first.json(), kept.reporter, kept.player) == (
        {"id": str(kept.pk)},
        four["N"].user,
        four["E"].user,
    )
    assert (str(kept.match_id), kept.reason, kept.text) == (match, "abuse", "as bad as\n<b>this</b>")

    again = report(four["N"], "PLAYER-EAST", "cheating", match=match, text="other")
    assert (again.status_code, again.json()) == (200, first.json())
    assert (Report.objects.get().reason, Report.objects.get().text) == ("abuse", kept.text)
    others = [report(four["N"]), report(four["S"], match=match), report(four["N"], match=open_table())]
    assert [answer.status_code for answer in others] == [201, 201, 201]
    assert report(four["N"], match=None).json() == others[0].json()
    assert Report.objects.count() == 4


def test_what_cannot_be_reported(four: Four, open_table: OpenTable, stranger: Caller, settings: Any) -> None:
    settings.THROTTLES = False
    private = open_table(visibility="private", seats="N")
    User.objects.create_user("machine", kind=User.Kind.BOT)
    User.objects.filter(username="player-west").update(is_active=False)
    for player in ("stranger", "machine", "easy", "bot:easy", "nobody-at-all", "player-west", "", 7, None):
        answer = stranger.post("reports/", {"player": player, "reason": "abuse"})
        assert refusal(answer) == (400, "invalid", "player"), player
    for match in (private, str(uuid.uuid4()), "x", 7, ""):
        assert refusal(report(stranger, match=match)) == (400, "invalid", "match"), match
    for reason in ("", "boring", None):
        assert refusal(report(stranger, reason=reason)) == (400, "invalid", "reason")  # type: ignore[arg-type]
    for text in ("x" * 1001, None, 7):
        assert refusal(report(stranger, text=text)) == (400, "invalid", "text")
    assert not Report.objects.exists()
    assert report(four["N"], match=private, text="x" * 1000).status_code == 201


def test_it_needs_the_scope(four: Four, nobody: Caller) -> None:
    north = four["N"].user
    assert north is not None
    _token, text = Token.objects.issue(north, "x", [Scope.READ, Scope.PLAY])
    assert refusal(report(Caller(north, text)))[1] == "scope_required"
    assert refusal(report(nobody))[1] == "not_signed_in"
    assert refusal(nobody.get("reports/"))[1] == "not_signed_in"


@pytest.mark.usefixtures("four")
def test_a_guest_reports_from_the_browser() -> None:
    browser = Client()
    origin = {"origin": "http://testserver"}
    assert browser.post("/api/v1/guests/", "{}", "application/json", headers=origin).status_code == 201
    body = {"player": "player-east", "reason": "name"}
    assert browser.post("/api/v1/reports/", body, "application/json", headers=origin).status_code == 201
    assert Report.objects.get().reporter == User.objects.get(is_guest=True)


def test_twenty_a_day(four: Four, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttling, "time", SimpleNamespace(time=lambda: 1_800_000_000.0))
    settings.THROTTLES = True
    assert [report(four["N"]).status_code for _time in range(20)] == [201] + [200] * 19
    assert refusal(report(four["N"], "player-west")) == (429, "throttled", None)
    assert report(four["S"]).status_code == 201
    assert Report.objects.count() == 2


def test_a_report_outlives_its_reporter(four: Four) -> None:
    for seat in "NS":
        user = four[seat].user
        assert user is not None
        user.set_password(PASSWORD)
        user.save()
        assert report(four[seat]).status_code == 201
        [exported] = four[seat].get("account/export/").json()["reports"]
        assert (exported["player"], exported["reason"], exported["match"]) == ("player-east", "abuse", None)
        assert four[seat]("DELETE", "account/", {"password": PASSWORD}).status_code == 204
    assert [row.reporter for row in Report.objects.all()] == [None, None]
    assert four["E"].get("account/export/").json()["reports"] == []  # who was reported is not told


def test_staff_read_reports_and_change_none(four: Four, open_table: OpenTable, client: Client) -> None:
    match = open_table()
    report(four["N"], match=match, reason="cheating", text="<script>alert(1)</script>")
    report(four["S"])
    kept = Report.objects.get(reason="cheating")
    client.force_login(User.objects.create_superuser("boss", "boss@example.org", PASSWORD))
    change = reverse("admin:games_report_change", args=[kept.pk])
    for address in (reverse("admin:games_report_changelist"), change):
        page = client.get(address).content.decode()
        assert f'<a href="/matches/{match}/">' in page
        assert "player-north" in page
        assert "&lt;script&gt;alert(1)" in page
        assert "<script>alert" not in page
    assert client.get(reverse("admin:games_report_add")).status_code == 403
    assert client.post(change, {"reason": "other"}).status_code == 403
    assert (
        client.post(reverse("admin:games_report_delete", args=[kept.pk]), {"post": "yes"}).status_code == 403
    )
    assert Report.objects.filter(reason="cheating").count() == 1
