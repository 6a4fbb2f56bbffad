"""What a person is told of moderation: on their next page, in GET `account/`, and on a page of its own."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts import appeals, standing
from accounts.models import Appeal, ModerationAction, Notice, User

Kind = ModerationAction.Kind
# On one page; the others come after them.
AT_ONCE = 5


def shown(request: HttpRequest) -> dict[str, Any]:
    """A context processor, asked of the database only by a page that shows them."""
    person = request.user
    return {"notices": lambda: unseen(person)[:AT_ONCE] if isinstance(person, User) else ()}


def unseen(person: User) -> "QuerySet[Notice]":
    """The oldest first."""
    rows = Notice.objects.filter(person=person, seen_at=None)
    return rows.select_related("action", "player").order_by("at")


def see(person: User, notice_id: UUID) -> bool:
    """The person has read it: whether there is such a one. A second time changes nothing."""
    own = Notice.objects.filter(person=person, pk=notice_id)
    return bool(own.filter(seen_at=None).update(seen_at=timezone.now()) or own.exists())


def actions_about(person: User) -> "QuerySet[ModerationAction]":
    """All that the person may know of."""
    rows = ModerationAction.objects.filter(person=person).exclude(kind=Kind.DISMISS)
    return rows.select_related("appeal", "appeal__answer").prefetch_related("answers").order_by("-at")


def entry(action: ModerationAction) -> dict[str, Any]:
    """An action as its person is told of it: neither who did it nor the note."""
    appeal = getattr(action, "appeal", None)
    return {
        "id": str(action.pk),
        "at": action.at,
        "kind": action.kind,
        "reason": action.reason,
        "message": action.message,
        "until": action.until,
        "about": action.about_id and str(action.about_id),
        "lifted": standing.is_lifted(action),
        "may_appeal": appeal is None and appeals.may_be_appealed(action),
        "appeal": appeal and {"at": appeal.at, "text": appeal.text, "answer": outcome(appeal)},
    }


def outcome(appeal: Appeal) -> str:
    if appeal.answer is None:
        return "waiting"
    return "accepted" if appeal.answer.kind == Kind.LIFT else "rejected"


def told(notice: Notice) -> dict[str, Any]:
    """A notice, as GET `account/` has it."""
    return {
        "id": str(notice.pk),
        "at": notice.at,
        "action": notice.action and entry(notice.action),
        "player": notice.player and notice.player.username,
    }


def restrictions(person: User) -> dict[str, Any]:
    """What is closed to somebody who can still sign in, each with its end; null where it is open."""
    return {
        name: until and {"until": standing.end_of(until)}
        for name, kind in (("talk", Kind.MUTE), ("ranked", Kind.BAN_RANKED))
        for until in [standing.closed(person, kind)]
    }
