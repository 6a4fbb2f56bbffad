"""What a call takes and gives, said beside its view as `calls`: the OpenAPI document is made of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from accounts.contract import Cursor, Limit

Types = Mapping[str, Any]
PAGED: Final[Types] = {"cursor": Cursor, "limit": Limit}


@dataclass(frozen=True, slots=True)
class Call:
    """`gives` has the type of the body by status, None for no body; `takes` is the type of the request's.

    `query` and `headers` have types by name, and may be left out unless the call `needs` them. `refuses`
    has codes of `errors.ERRORS` beside those that follow from scopes, limits, address, query and body.
    """

    about: str
    gives: Mapping[int, Any]
    takes: Any = None
    query: Types = field(default_factory=dict)
    headers: Types = field(default_factory=dict)
    needs: Sequence[str] = ()
    refuses: Sequence[str] = ()
    example: Any = None  # a request; else one is made of its type
    also: Types = field(
        default_factory=dict
    )  # a 200 in other media types, each with the type of what it holds


Calls = Mapping[str, Call]
