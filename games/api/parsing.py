"""Bodies of the calls about matches, read strictly."""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from rest_framework.request import Request

from accounts.api.errors import ApiError
from accounts.api.parsing import boolean, choice, integer, text
from accounts.models import User
from games.codec import Data
from games.play import Key
from games.rules.events import VISIBILITIES, Clock, Visibility
from games.rules.fairdeal import CLIENT_SEED_LENGTH
from games.rules.ruleset import RuleSet, parse_ruleset
from games.tables import CLOCKS, DEFAULT_CLOCK, Seating
from games.wire import KEY_LENGTH, ActionRequest

_KEY: Final = re.compile(rf"[!-~]{{1,{KEY_LENGTH}}}")
_CLIENT_SEED: Final = re.compile(rf"[0-9a-f]{{0,{CLIENT_SEED_LENGTH}}}")


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


def idempotency_key(request: Request, action: ActionRequest) -> Key | None:
    """The header `Idempotency-Key`. Raises `malformed`."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise ApiError("malformed", _("The idempotency key must be 1 to 100 visible ASCII characters."))
    return Key(key, action.body)
