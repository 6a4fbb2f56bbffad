"""What people at a table say to each other, and who may hear it: no part of the match's log."""

from collections.abc import Collection
from datetime import timedelta
from typing import Final, Literal, cast
from uuid import UUID

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import standing
from accounts.models import ModerationAction, User
from games import access, notify, play, queries, states, tables, wire
from games.codec import Data
from games.contract import bodies
from games.drivers import Work, run
from games.errors import Muted, NoFreeText
from games.models import Message
from games.rules.errors import NotSeated
from games.rules.seats import SEAT_NAMES, SeatName, partner_of
from games.rules.state import FINISHED, MatchState
from games.states import Known
from games.store import Statement

BREAKS_UP: Final = timedelta(hours=1)

# A message with its person's present name, and who of some readers has blocked them.
_HEARD: Final = """
SELECT m.person_id, u.username, m.seat, m.channel, m.kind, m.value, m.at,
       ARRAY(SELECT b.blocker_id FROM accounts_block b
             WHERE b.blocked_id = m.person_id AND b.blocker_id = ANY(%(readers)s))
FROM games_message m JOIN accounts_user u ON u.id = m.person_id WHERE m.id = %(id)s
"""


@transaction.atomic
def say(match_id: UUID, person: User, channel: str, kind: str, value: str) -> Message:
    """From one's seat, until an hour after the end. Raises NoFreeText, Muted, NoSuchMatch, NotSeated.

    Who loses the seat in this moment is heard once more, which does no harm. The person's row is locked,
    or an account deleted in this moment could leave a message behind.
    """
    locked = tables.lock_person(person)
    known, _ = run(states.loading(match_id))
    seat = access.own_seat(known.state, person.pk)
    if seat is None or not locked.is_active or _has_broken_up(known):
        raise NotSeated
    if kind == Message.Kind.TEXT and known.state.rated:
        raise NoFreeText
    if kind == Message.Kind.TEXT and (until := standing.closed(locked, ModerationAction.Kind.MUTE)):
        raise Muted(standing.end_of(until))
    message = Message.objects.create(
        match_id=match_id, person=person, seat=SEAT_NAMES[seat], channel=channel, kind=kind, value=value
    )
    transaction.on_commit(lambda: notify.say(match_id, message.pk), robust=True)
    return message


def _has_broken_up(known: Known) -> bool:
    since_ms = play.now_ms() - known.head.at_ms
    return known.state.phase == FINISHED and since_ms > BREAKS_UP / timedelta(milliseconds=1)


def messages(match_id: UUID, reader: UUID | None) -> QuerySet[Message]:
    """What was said at a match, as far as somebody may hear it. Raises Forbidden, NoSuchMatch."""
    (_, state), _ = run(states.loading(match_id))
    run(queries.admitting(match_id, reader, 0))
    rows = Message.objects.filter(match=match_id).select_related("person")
    heard = rows.filter(Q(channel=Message.Channel.TABLE) | Q(seat__in=_side(state, reader)))
    return heard if reader is None else heard.exclude(person__blocked_by__blocker=reader)


def hearing(message_id: int, readers: Collection[UUID]) -> Work[tuple[Message | None, Collection[UUID]]]:
    """A message, None if it is gone, and who of the readers has blocked its person."""
    rows = yield Statement(_HEARD, {"id": message_id, "readers": list(readers)})
    if not rows:
        return None, ()
    ((person, name, seat, channel, kind, value, at, deaf),) = rows
    message = Message(
        id=message_id,
        person=User(id=person, username=name),
        seat=seat,
        channel=channel,
        kind=kind,
        value=value,
        at=at,
    )
    return message, deaf


def reaches(message: Message, state: MatchState, person: UUID | None) -> bool:
    """Whether it is for somebody who may watch: what is said to a partner is for those two seats alone."""
    return message.channel == Message.Channel.TABLE or message.seat in _side(state, person)


def _side(state: MatchState, person: UUID | None) -> tuple[str, ...]:
    """The seat that the person plays now and the partner's; nothing for everyone else."""
    seat = access.own_seat(state, person)
    return () if seat is None else (SEAT_NAMES[seat], SEAT_NAMES[partner_of(seat)])


def message_body(message: Message) -> bodies.Message:
    person = message.person
    return {
        "id": str(message.pk),
        "at": wire.moment(message.at),
        "seat": cast(SeatName, message.seat),
        "player": wire.player_body(access.player_of(person.pk), {str(person.pk): person.username}),
        "channel": cast(Literal["table", "partner"], message.channel),
        "kind": cast(Literal["emote", "phrase", "text"], message.kind),
        "value": message.value,
    }


def said(person: UUID) -> list[Data]:
    """Everything that a person has said, newest first, for the export of what is theirs."""
    rows = Message.objects.filter(person=person).select_related("person").order_by("-id")
    return [{"match": str(message.match_id), **message_body(message)} for message in rows.iterator()]
