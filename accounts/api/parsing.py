"""Reading requests strictly: what is not exactly as the contract says is refused, never guessed."""

import json
import math
import re
from collections.abc import Collection, Iterable, Mapping
from typing import IO, Any, Final, NoReturn, TypeVar

from django.utils.translation import gettext as _
from rest_framework.parsers import BaseParser
from rest_framework.request import Request

from accounts.api.errors import ApiError

Word = TypeVar("Word", bound=str)
MAX_BYTES: Final = 64 * 1024
MAX_DEPTH: Final = 32

# A lone surrogate cannot be written as UTF-8 again, and PostgreSQL refuses NUL in text.
_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
_NUMBER: Final = re.compile("[0-9]{1,18}")


class StrictJSONParser(BaseParser):
    """UTF-8 JSON by RFC 8259, whatever the content type says. Raises `malformed`."""

    media_type = "*/*"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        return parse_json(stream.read(MAX_BYTES + 1))


def parse_json(raw: bytes) -> Any:
    """Also for frames of a socket, which bring their own limit of size. Raises `malformed`."""
    if len(raw) > MAX_BYTES:
        raise ApiError("malformed", _("The body is too large."))
    if not raw.strip():
        return {}
    try:
        value = json.loads(raw.decode(), parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError):
        raise ApiError("malformed", _("The body is not valid JSON.")) from None
    _check_strings(value)
    return value


def _refuse(constant: str) -> NoReturn:
    raise ValueError(constant)  # NaN and Infinity are Python's, not JSON's


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(digits)
    return number


def _check_strings(value: Any) -> None:
    """Without recursion: the limit of depth here is what spares all that follows a RecursionError."""
    waiting: list[tuple[Any, int]] = [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise ApiError("malformed", _("The body is nested too deeply."))
        if isinstance(item, str) and _UNSTORABLE.search(item):
            raise ApiError("malformed", _("The body holds characters that are not text."))
        waiting.extend((child, depth + 1) for child in _children(item))


def _children(item: Any) -> Iterable[Any]:
    if isinstance(item, dict):
        return (*item.keys(), *item.values())
    return item if isinstance(item, list) else ()


def body_of(request: Request) -> dict[str, Any]:
    """The request's JSON object; {} for no body. Raises `malformed`."""
    body = request.data
    if not isinstance(body, dict):
        raise ApiError("malformed", _("The body must be a JSON object."))
    return body


# The readers below raise `invalid` with the field's name. `default` makes a field one that may be left out,
# though not one that may be null.


def text(
    body: Mapping[str, Any], name: str, *, max_length: int, min_length: int = 1, default: str | None = None
) -> str:
    value = body.get(name, default)
    if (
        not isinstance(value, str)
        or _UNSTORABLE.search(value)
        or (name in body and not min_length <= len(value) <= max_length)
    ):
        raise _invalid(
            name, _("This must be a text of %(low)d to %(high)d characters."), min_length, max_length
        )
    return value


def integer(body: Mapping[str, Any], name: str, low: int, high: int, *, default: int | None = None) -> int:
    """`true`, `"8"` and `8.0` are not integers."""
    value = body.get(name, default)
    if type(value) is not int or not low <= value <= high:
        raise _invalid(name, _("This must be a whole number from %(low)d to %(high)d."), low, high)
    return value


def boolean(body: Mapping[str, Any], name: str, *, default: bool | None = None) -> bool:
    value = body.get(name, default)
    if not isinstance(value, bool):
        raise ApiError("invalid", _("This must be true or false."), field=name)
    return value


def choice(
    body: Mapping[str, Any], name: str, options: Collection[Word], *, default: Word | None = None
) -> Word:
    value = body.get(name, default)
    for option in options:
        if option == value:
            return option
    raise _not_among(name, options)


def choices(body: Mapping[str, Any], name: str, options: Collection[str]) -> list[str]:
    """At least one of the options, each once, in the order of the request."""
    values = body.get(name)
    if not isinstance(values, list) or not values or not all(isinstance(value, str) for value in values):
        raise _not_among(name, options)
    if not set(values) <= set(options):
        raise _not_among(name, options)
    return list(dict.fromkeys(values))


def query_integer(request: Request, name: str, low: int, high: int, *, default: int) -> int:
    """A number of the address's query, such as `?limit=50`."""
    written = request.query_params.get(name)
    if written is None:
        return default
    if not _NUMBER.fullmatch(written) or not low <= int(written) <= high:
        raise _invalid(name, _("This must be a whole number from %(low)d to %(high)d."), low, high)
    return int(written)


def _invalid(field: str, message: str, low: int, high: int) -> ApiError:
    return ApiError("invalid", message % {"low": low, "high": high}, field=field)


def _not_among(field: str, options: Collection[str]) -> ApiError:
    detail = _("This must be one of: %(options)s.") % {"options": ", ".join(options)}
    return ApiError("invalid", detail, field=field)
