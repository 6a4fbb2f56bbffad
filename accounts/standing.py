"""What is closed to a person, until when: actions of moderators, and what they mean for an account.

An action ends by itself, since whoever asks compares the time; nothing needs to run for that. What follows
from a ban is done once it is stored, and again by the housekeeping for whom it did not reach.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import endings
from accounts.models import Appeal, ModerationAction, Notice, User

Kind = ModerationAction.Kind
FOR_GOOD: Final = datetime(9999, 12, 31, tzinfo=UTC)
# What closes something, and the column of the person that keeps until when.
CLOSING: Final = {Kind.MUTE: "muted_until", Kind.BAN_RANKED: "unranked_until", Kind.BAN: "banned_until"}
# Of these a person is told, may appeal, and finds the reason.
AGAINST: Final = (Kind.WARN, *CLOSING)
_SHUT_OUT_AT_ONCE: Final = 100


class Why(NamedTuple):
    """A reason of ModerationAction, what moderators are told of it and what the person is."""

    reason: str
    note: str
    message: str = ""


class NotTheirs(Exception):
    """A moderator who acts on themselves, or on staff without being a superuser."""


class NotInForce(Exception):
    """What is to be lifted has run out, was lifted before, or closes nothing."""


@transaction.atomic
def act(
    by: User,
    person: User,
    kind: str,
    why: Why,
    until: datetime | None = None,
    about: ModerationAction | None = None,
) -> ModerationAction:
    """Write the row and what follows from it. Raises NotTheirs.

    The person's row is locked, so that what is in force is that of all actions, however many act at once.
    """
    locked = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    if locked == by or (locked.is_staff and not by.is_superuser):
        raise NotTheirs
    action = ModerationAction.objects.create(
        by=by, person=locked, kind=kind, until=until, about=about, **why._asdict()
    )
    _keep(locked)
    if kind != Kind.DISMISS:
        Notice.objects.create(person=locked, action=action)
    if kind == Kind.BAN:
        transaction.on_commit(lambda: endings.end_access(locked), robust=True)
    return action


@transaction.atomic
def lift(by: User, action: ModerationAction, note: str, message: str = "") -> ModerationAction:
    """End it before its time. Raises NotInForce, NotTheirs."""
    User.objects.select_for_update(no_key=True).get(pk=action.person_id)
    if not in_force(ModerationAction.objects.filter(pk=action.pk)).exists():
        raise NotInForce
    return take_back(by, action, note, message)


def take_back(by: User, action: ModerationAction, note: str, message: str = "") -> ModerationAction:
    """The row that says that it no longer holds. Raises NotTheirs; IntegrityError where there is one."""
    return act(by, action.person, Kind.LIFT, Why(action.reason, note, message), about=action)


def is_lifted(action: ModerationAction) -> bool:
    """Whether somebody has taken it back; of what was read with its answers no query asks again."""
    return any(answer.kind == Kind.LIFT for answer in action.answers.all())


def in_force(actions: "QuerySet[ModerationAction]") -> "QuerySet[ModerationAction]":
    """Those that close something now."""
    lasts = Q(until=None) | Q(until__gt=timezone.now())
    lifted = ModerationAction.objects.filter(about=OuterRef("pk"), kind=Kind.LIFT)
    return actions.filter(lasts, ~Exists(lifted), kind__in=CLOSING)


def _keep(person: User) -> None:
    """Bring the person's columns in line with the rows."""
    ends: dict[str, list[datetime]] = {column: [] for column in CLOSING.values()}
    for action in in_force(ModerationAction.objects.filter(person=person)):
        ends[CLOSING[Kind(action.kind)]].append(action.until or FOR_GOOD)
    for column, times in ends.items():
        setattr(person, column, max(times, default=None))
    User.objects.filter(pk=person.pk).update(**{column: getattr(person, column) for column in ends})


def closed(person: User, kind: Kind) -> datetime | None:
    """Until when the person, as loaded, may not do what this kind of action closes; None where they may."""
    until: datetime | None = getattr(person, CLOSING[kind])
    return until if until is not None and until > timezone.now() else None


def end_of(until: datetime) -> datetime | None:
    """As people are told it: what is for good has no end."""
    return None if until >= FOR_GOOD else until


def ban_of(person: User) -> ModerationAction | None:
    """The ban from the service that lasts the longest of those in force."""
    bans = in_force(ModerationAction.objects.filter(person=person, kind=Kind.BAN))
    return max(bans, key=lambda ban: ban.until or FOR_GOOD, default=None)


def tell_reporters(reporters: Iterable[User], player: User) -> None:
    """That what they reported has been dealt with, though not how."""
    Notice.objects.bulk_create(Notice(person=reporter, player=player) for reporter in reporters)


def banned() -> "QuerySet[User]":
    """To whom the service is closed now."""
    return User.objects.filter(banned_until__gt=timezone.now())


def shut_out_banned() -> None:
    """Whoever has signed in while the ban was being stored, or was missed because a process died then."""
    inside = Q(usersession__isnull=False) | Q(tokens__isnull=False) | Q(grants__isnull=False)
    for person in banned().filter(inside).distinct()[:_SHUT_OUT_AT_ONCE]:
        endings.end_access(person)


def forget(person: User) -> None:
    """Of a deleted account the actions stay, about a row that names nobody."""
    person.notices.all().delete()
    Notice.objects.filter(player=person).delete()
    Appeal.objects.filter(action__person=person).delete()
