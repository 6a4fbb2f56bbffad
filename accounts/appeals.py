"""What a person says against an action, and what comes of it: once an action, answered once."""

from typing import Final
from uuid import UUID

from django.core import signing
from django.db import IntegrityError, transaction

from accounts import standing
from accounts.models import Appeal, ModerationAction, User

Kind = ModerationAction.Kind
# Who is banned cannot sign in: the refusal gives a key with which its one appeal can be sent.
KEY_LASTS_SECONDS: Final = 3600
_SALT: Final = "accounts.appeals"


class NoSuchAction(Exception):
    """Not about this person, or nothing to appeal against."""


class AlreadyAppealed(Exception):
    """An action can be appealed against once."""


class AlreadyAnswered(Exception):
    """Another moderator was faster."""


def key_of(action: ModerationAction) -> str:
    return signing.dumps(str(action.pk), salt=_SALT)


def action_of(key: str) -> ModerationAction:
    """Raises NoSuchAction for a key that is none or too old."""
    try:
        pk = signing.loads(key, salt=_SALT, max_age=KEY_LASTS_SECONDS)
    except signing.BadSignature:
        raise NoSuchAction from None
    return ModerationAction.objects.get(pk=pk)


def action_about(person: User, action_id: UUID) -> ModerationAction:
    """Raises NoSuchAction."""
    action = ModerationAction.objects.filter(pk=action_id, person=person).first()
    if action is None:
        raise NoSuchAction
    return action


def appeal(action: ModerationAction, text: str) -> Appeal:
    """Raises NoSuchAction, AlreadyAppealed; two at once are one, by the constraint."""
    if not may_be_appealed(action):
        raise NoSuchAction
    try:
        with transaction.atomic():
            return Appeal.objects.create(action=action, text=text)
    except IntegrityError:
        raise AlreadyAppealed from None


def may_be_appealed(action: ModerationAction) -> bool:
    """Warnings and what closes something, as long as nobody has taken it back."""
    return action.kind in standing.AGAINST and not standing.is_lifted(action)


@transaction.atomic
def answer(by: User, appealed: Appeal, accepts: bool, note: str, message: str = "") -> ModerationAction:
    """Lift the action or uphold it; one of two moderators wins. Raises AlreadyAnswered, NotTheirs."""
    action = appealed.action
    User.objects.select_for_update(no_key=True).get(pk=action.person_id)
    lifted = action.answers.filter(kind=Kind.LIFT).first()
    if accepts and lifted is not None:  # by hand, meanwhile
        done = lifted
    elif accepts:
        done = standing.take_back(by, action, note, message)
    else:
        why = standing.Why(action.reason, note, message)
        done = standing.act(by, action.person, Kind.UPHOLD, why, about=action)
    if not Appeal.objects.filter(pk=appealed.pk, answer=None).update(answer=done):
        raise AlreadyAnswered
    return done
