"""Bodies of the calls about matches, read strictly."""

import re
from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any, Final, NamedTuple
from unicodedata import category
from uuid import UUID

from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.api.errors import ApiError
from accounts.api.parsing import boolean, choice, integer, text
from accounts.models import User
from games.codec import Data
from games.models import Message
from games.phrases import EMOTES, PHRASES
from games.play import Key
from games.rules.events import VISIBILITIES, Clock, Visibility
from games.rules.fairdeal import CLIENT_SEED_LENGTH
from games.rules.ruleset import RuleSet, parse_ruleset
from games.tables import CLOCKS, DEFAULT_CLOCK, Seating
from games.wire import KEY_LENGTH, ActionRequest, parse_action

_KEY: Final = re.compile(rf"[!-~]{{1,{KEY_LENGTH}}}")
_CLIENT_SEED: Final = re.compile(rf"[0-9a-f]{{0,{CLIENT_SEED_LENGTH}}}")
_LINE: Final = re.compile("[0-9A-Za-z,]{0,400}")
# What turns the direction of the text around it; marks that only lend theirs to a neighbour are fine.
_TURNS_TEXT: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKS_TEXT: Final = frozenset({"Cc", "Zl", "Zp"})
_DAY: Final = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")
NAME_LENGTH: Final = 150
_MAX_SEQ: Final = 2**31 - 1


class NewTable(NamedTuple):
    """What a person wants of a new table."""

    ruleset: RuleSet
    clock: Clock | None
    visibility: Visibility
    seating: Seating


def new_table(body: Data, host: User) -> NewTable:
    """Raises `invalid` with its field, InvalidRuleSet, UnknownBot."""
    ruleset = parse_ruleset(body.get("ruleset"))
    if boolean(body, "rated", default=False):
        raise ApiError("invalid", _("Rated tables come from seeks only."), field="rated")
    visibility = choice(body, "visibility", VISIBILITIES, default="public")
    seats = body.get("seats")
    if not isinstance(seats, Mapping):
        raise ApiError("invalid", _("Say who sits where."), field="seats")
    seating = Seating(seats, host, client_seed(body))
    return NewTable(ruleset, _clock(body, seating), visibility, seating)


def client_seed(body: Data) -> str:
    """What a seat adds to the shuffle: up to 64 of `0-9a-f`, nothing by default."""
    seed = text(body, "client_seed", min_length=0, max_length=CLIENT_SEED_LENGTH, default="")
    if not _CLIENT_SEED.fullmatch(seed):
        raise ApiError("invalid", _("A seed is made of 0-9 and a-f."), field="client_seed")
    return seed


def line(query: Mapping[str, Any]) -> list[str] | None:
    """The steps of a line, None where none is asked for."""
    if "line" not in query:
        return None
    if not _LINE.fullmatch(query["line"]):
        raise ApiError(
            "invalid", _("A line is made of cards, calls and trumps, with commas between."), field="line"
        )
    return query["line"].split(",") if query["line"] else []


def _clock(body: Data, seating: Seating) -> Clock | None:
    if "clock" not in body:
        return None if seating.is_solitary else CLOCKS[DEFAULT_CLOCK]
    wanted: Any = body["clock"]
    if isinstance(wanted, Mapping):
        fields = {
            "turn_seconds": _within(wanted, "turn_seconds", 1, 600),
            "bank_seconds": _within(wanted, "bank_seconds", 0, 3600),
        }
        return Clock(**fields)
    clock = CLOCKS[choice(body, "clock", CLOCKS)]
    if clock is None and not seating.is_solitary:
        raise ApiError("invalid", _("Where people wait for each other there is a clock."), field="clock")
    return clock


def _within(clock: Mapping[str, Any], name: str, low: int, high: int) -> int:
    try:
        return integer(clock, name, low, high)
    except ApiError as error:
        raise ApiError("invalid", str(error.detail), field="clock") from None


def named_person(body: Data, field: str) -> User:
    """The account of this name. Raises `invalid`."""
    try:
        return User.objects.get_by_natural_key(text(body, field, max_length=NAME_LENGTH))
    except User.DoesNotExist:
        raise ApiError("invalid", field=field) from None


def moment(query: Mapping[str, str], name: str) -> datetime | None:
    """A time of the query, RFC 3339 or a date, in UTC unless it says otherwise. Raises `invalid`."""
    if name not in query:
        return None
    try:
        time = datetime.fromisoformat(query[name])
        return (time if time.tzinfo else time.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ApiError("invalid", field=name) from None


def day(query: Mapping[str, str], name: str) -> date | None:
    """A date of the query, as `2026-11-30`. Raises `invalid`."""
    if name not in query:
        return None
    try:
        if _DAY.fullmatch(query[name]):
            return date.fromisoformat(query[name])
    except ValueError:  # no such day
        pass
    raise ApiError("invalid", field=name)


def seq(text: str) -> int | None:
    """An event's place, or 0; None for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def match_id(body: Data) -> UUID | None:
    """The match that `match` names, if any does. Raises `invalid`."""
    if body.get("match") is None:
        return None
    try:
        return UUID(text(body, "match", max_length=36))
    except ValueError:
        raise ApiError("invalid", field="match") from None


def seq_in(body: Data) -> int | None:
    """The event that `seq` names, if any does. Raises `invalid`."""
    return None if body.get("seq") is None else integer(body, "seq", 1, _MAX_SEQ)


class Saying(NamedTuple):
    """What a person wants to say: an id of games.phrases, or plain text."""

    channel: str
    kind: str
    value: str


def saying(body: Data) -> Saying:
    """Raises `invalid` with its field."""
    channel = choice(body, "channel", Message.Channel.values, default=Message.Channel.TABLE)
    kind = choice(body, "kind", Message.Kind.values)
    if kind == Message.Kind.TEXT:
        return Saying(channel, kind, _plain_text(body))
    return Saying(channel, kind, choice(body, "value", EMOTES if kind == Message.Kind.EMOTE else PHRASES))


def _plain_text(body: Data) -> str:
    """One line that shows something and leaves what stands around it alone."""
    value = body.get("value")
    stripped = {"value": value.strip()} if isinstance(value, str) else {}
    line = text(stripped, "value", max_length=Message.MAX_LENGTH)
    if any(character in _TURNS_TEXT or category(character) in _BREAKS_TEXT for character in line):
        raise ApiError("invalid", _("This must be one line without control characters."), field="value")
    if not any(character.isprintable() and not character.isspace() for character in line):
        raise ApiError("invalid", _("This text shows nothing."), field="value")
    return line


def chosen(body: Data) -> Data:
    """The action that `action` holds, its known fields only. Raises Malformed."""
    known = parse_action(body.get("action")).body
    return {name: value for name, value in known.items() if name != "expected_seq"}


def idempotency_key(request: Request, action: ActionRequest) -> Key | None:
    """The header `Idempotency-Key`. Raises `malformed`."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise ApiError("malformed", _("The idempotency key must be 1 to 100 visible ASCII characters."))
    return Key(key, action.body)
