"""The moderators' queue: what they see, what they may do, and that a report is answered once."""

import threading
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from django.db import DatabaseError, connection, connections
from django.urls import reverse

from accounts.models import ModerationAction, User
from games.models import Flag, Match, Report
from tests.conftest import owner_connection
from tests.games.conftest import OpenTable, play_to
from tests.moderation.conftest import Four, Moderator

Made = Callable[..., Any]


def test_open_cases_come_first_and_are_one_a_player(
    four: Four, east: User, moderator: Moderator, report: Made
) -> None:
    report(four["N"], "player-west")
    moderator.decide(User.objects.get(username="player-west"), "dismiss")
    report(four["N"])
    report(four["S"])
    page = moderator.page("games_case_changelist")
    rows = page.split("<tbody>")[1]
    assert rows.count("player-east") == rows.count("player-west") == 1
    assert rows.index("player-east") < rows.index("player-west")
    assert '<td class="field-open_reports">2</td>' in rows


def test_a_case_has_reports_replay_words_and_history(
    four: Four, east: User, moderator: Moderator, report: Made, open_table: OpenTable
) -> None:
    match = open_table()
    say = {"kind": "text", "channel": "table", "value": "<b>you fool</b>"}
    assert four["E"].post(f"matches/{match}/messages/", say).status_code == 201
    report(four["N"])
    moderator.decide(east, "warn", note="the first time")
    made = report(four["S"], match=match, text="<script>x</script>")
    Flag.objects.create(kind="leaving", person=east, evidence={"left": 7, "matches": [match]})
    page = moderator.page("games_case_change", east.pk)
    assert f'href="/matches/{match}/"' in page
    for seen in ("&lt;b&gt;you fool&lt;/b&gt;", "&lt;script&gt;", "the first time", "player-south", "7"):
        assert seen in page
    for seat in "NESW":
        four[seat].post(f"matches/{match}/actions/", {"action": "resign"})
    assert Match.objects.get(pk=match).status == "finished"
    assert f'href="/matches/{match}/?at={made.seq}"' in moderator.page("games_case_change", east.pk)
    assert f"/matches/{match}/?at={made.seq}" in moderator.page("games_report_changelist")


def test_words_to_a_partner_are_not_shown_while_they_play(
    four: Four, east: User, moderator: Moderator, report: Made, open_table: OpenTable
) -> None:
    match = open_table()
    say = {"kind": "text", "channel": "partner", "value": "I hold the ace of spades"}
    assert four["E"].post(f"matches/{match}/messages/", say).status_code == 201
    report(four["W"], match=match)
    assert "ace of spades" not in moderator.page("games_case_change", east.pk)
    for seat in "NESW":
        four[seat].post(f"matches/{match}/actions/", {"action": "resign"})
    assert "ace of spades" in moderator.page("games_case_change", east.pk)


def test_a_report_names_the_moment(four: Four, report: Made, open_table: OpenTable) -> None:
    match = open_table()
    play_to(four, match, "naming")
    head = Match.objects.get(pk=match).seq
    assert report(four["N"], match=match).seq == head
    assert report(four["S"], match=match, seq=3).seq == 3
    assert report(four["W"]).seq is None
    for seq in (0, head + 1, 2**31, "3", True):
        answer = four["W"].post(
            "reports/", {"player": "player-east", "reason": "abuse", "match": match, "seq": seq}
        )
        assert (answer.status_code, answer.json()["field"]) == (400, "seq"), seq


def test_one_action_answers_what_is_ticked(
    four: Four, east: User, moderator: Moderator, report: Made
) -> None:
    report(four["N"])
    kept = report(four["S"])
    report(four["W"], reason="cheating")
    flag = Flag.objects.create(kind="leaving", person=east, evidence={"matches": []})
    ticked = [str(row.pk) for row in Report.objects.exclude(pk=kept.pk)]
    moderator.decide(east, "warn", reports=ticked, flags=[str(flag.pk)], message="Be kind.")
    action = ModerationAction.objects.get()
    assert (action.kind, action.person, action.by, action.reason) == ("warn", east, moderator.user, "abuse")
    assert (action.note, action.message, action.until) == ("seen", "Be kind.", None)
    assert {str(row.pk) for row in action.reports.all()} == set(ticked)
    assert list(action.flags.all()) == [flag]
    kept.refresh_from_db()
    assert kept.answer is None


def test_an_action_needs_a_note_and_a_mute_an_end(four: Four, east: User, moderator: Moderator) -> None:
    for wrong in ({"note": " "}, {"hours": "2"}, {"reason": "boring"}, {"hours": ""}):
        assert moderator.decide(east, "mute", **wrong).status_code == 200
    assert moderator.decide(east, "hang").status_code == 200
    assert moderator.decide(east, "lift").status_code == 200
    assert not ModerationAction.objects.exists()


def test_an_answered_report_is_not_answered_again(
    four: Four, east: User, moderator: Moderator, other_moderator: Moderator, report: Made
) -> None:
    first, later = report(four["N"]), report(four["S"])
    moderator.decide(east, "dismiss", reports=[str(first.pk)])
    page = other_moderator.decide(east, "ban", hours="", reports=[str(first.pk), str(later.pk)])
    assert page.status_code == 302
    assert "Another moderator" in other_moderator.page("games_case_changelist")
    assert [action.kind for action in ModerationAction.objects.all()] == ["dismiss"]
    east.refresh_from_db()
    later.refresh_from_db()
    assert (east.banned_until, later.answer) == (None, None)


def test_of_two_moderators_at_once_one_wins(
    four: Four, east: User, moderator: Moderator, other_moderator: Moderator, report: Made
) -> None:
    for _round in range(5):
        Report.objects.all().delete()
        seen = [str(report(four["N"]).pk)]  # by both, before either answers
        gate = threading.Barrier(2)

        def press(who: Moderator, seen: list[str] = seen, gate: threading.Barrier = gate) -> None:
            gate.wait()
            who.decide(east, "mute", reports=seen)
            connections.close_all()

        threads = [threading.Thread(target=press, args=[who]) for who in (moderator, other_moderator)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert ModerationAction.objects.count() == 5


def test_reporters_are_told_that_not_how(four: Four, east: User, moderator: Moderator, report: Made) -> None:
    report(four["N"])
    moderator.decide(east, "ban", note="secret")
    [notice] = four["N"].get("account/").json()["notices"]
    assert (notice["player"], notice["action"]) == ("player-east", None)
    [own] = four["N"].get("reports/").json()["results"]
    assert own["answered"] is True
    assert "secret" not in str(notice) + str(own)
    assert "ban" not in str(notice) + str(own)
    assert four["N"].post(f"account/notices/{notice['id']}/seen/").status_code == 204
    assert four["N"].get("account/").json()["notices"] == []


def test_what_was_answered_of_a_player_may_be_said_anew(
    four: Four, east: User, moderator: Moderator, report: Made, open_table: OpenTable
) -> None:
    match = open_table()
    report(four["N"])
    report(four["N"], match=match)
    moderator.decide(east, "dismiss")
    assert report(four["N"]).answer is None
    again = {"player": "player-east", "reason": "abuse"}
    assert four["N"].post("reports/", again).status_code == 200
    assert four["N"].post("reports/", again | {"match": match}).status_code == 200
    assert Report.objects.count() == 3


def test_moderators_may_do_this_and_no_more(
    four: Four, east: User, moderator: Moderator, report: Made, open_table: OpenTable
) -> None:
    match, _seats = open_table(), report(four["N"])
    pages = [
        moderator.page("index"),
        moderator.page("games_case_changelist"),
        moderator.page("games_case_change", east.pk),
        moderator.page("games_report_changelist"),
        moderator.page("games_flag_changelist"),
        moderator.page("accounts_moderationaction_changelist"),
        moderator.page("accounts_appeal_changelist"),
    ]
    assert not any("@example.org" in page for page in pages)
    closed = (
        reverse("admin:accounts_user_changelist"),
        reverse("admin:accounts_user_change", args=[east.pk]),
        reverse("admin:accounts_token_changelist"),
        reverse("admin:games_match_change", args=[match]),
        reverse("admin:auth_group_changelist"),
        reverse("admin:games_report_add"),
        reverse("admin:accounts_moderationaction_add"),
        reverse("admin:accounts_appeal_add"),
    )
    for address in closed:
        assert moderator.browser.get(address).status_code == 403, address
    permissions = {str(name) for name in moderator.user.get_all_permissions()}
    assert permissions == {
        "games.view_case",
        "games.view_report",
        "games.view_flag",
        "accounts.view_moderationaction",
        "accounts.add_moderationaction",
        "accounts.view_appeal",
        "accounts.change_appeal",
    }


def test_who_may_only_look_does_nothing(four: Four, east: User, moderator: Moderator, report: Made) -> None:
    report(four["N"])
    moderator.user.groups.clear()
    assert moderator.decide(east, "ban").status_code == 403
    assert moderator.browser.get(reverse("admin:games_case_change", args=[east.pk])).status_code == 403
    assert not ModerationAction.objects.exists()


def test_what_is_no_case_is_not_found(four: Four, east: User, moderator: Moderator) -> None:
    for name in ("games_case_change", "accounts_appeal_change"):
        for pk in ("x", "7d9f0f3e-6c1b-4c37-9a43-0f4e8a1c52b6"):
            assert moderator.browser.get(reverse(f"admin:{name}", args=[pk])).status_code == 404
    address = reverse("admin:games_case_change", args=[east.pk])
    assert moderator.browser.post(address, {"lift": "x", "note": "x"}).status_code == 404


def test_neither_oneself_nor_staff(moderator: Moderator, other_moderator: Moderator) -> None:
    moderator.decide(other_moderator.user, "ban")
    moderator.decide(moderator.user, "dismiss")
    assert not ModerationAction.objects.exists()
    boss = Moderator(User.objects.create_superuser("boss", "boss@example.org", "x"))
    boss.decide(other_moderator.user, "warn")
    assert ModerationAction.objects.get().person == other_moderator.user


def test_what_was_done_stays_as_it_is(four: Four, east: User, moderator: Moderator) -> None:
    moderator.decide(east, "warn")
    action = ModerationAction.objects.get()
    boss = Moderator(User.objects.create_superuser("boss", "boss@example.org", "x"))
    change = reverse("admin:accounts_moderationaction_change", args=[action.pk])
    assert boss.browser.post(change, {"note": "other"}).status_code == 403
    assert (
        boss.browser.post(reverse("admin:accounts_moderationaction_delete", args=[action.pk])).status_code
        == 403
    )
    table = b"accounts_moderationaction"
    for statement in (b"UPDATE " + table + b" SET note = ''", b"DELETE FROM " + table):
        with pytest.raises(DatabaseError, match="permission denied"), connection.cursor() as cursor:
            cursor.execute(statement.decode())
        with pytest.raises(psycopg.Error, match="append-only"), owner_connection() as owner:
            owner.execute(statement)
    assert "seen" in boss.page("accounts_moderationaction_change", action.pk)


def test_changes_of_accounts_by_staff_are_logged(four: Four, east: User) -> None:
    boss = Moderator(User.objects.create_superuser("boss", "boss@example.org", "x"))
    form = {"kind": "human", "language": "ar", "country": "", "email": east.email}
    assert boss.browser.post(reverse("admin:accounts_user_change", args=[east.pk]), form).status_code == 302
    assert "boss" in boss.page("accounts_user_history", east.pk)


@pytest.mark.parametrize(
    "lookup", ["email__startswith", "password__startswith", "is_staff", "last_login__gte"]
)
def test_no_list_tells_what_a_moderator_may_not_see(moderator: Moderator, east: User, lookup: str) -> None:
    address = reverse("admin:games_case_changelist")
    assert moderator.browser.get(address, {lookup: "a"}).status_code == 400
    assert moderator.browser.get(address, {"q": "player-east", "o": "1", "p": "1"}).status_code == 200
