"""JSON Schema 2020-12 of the contract, made from its types.

Made here because msgspec, which would do it, refuses unions of typed dicts. It knows what the contract
uses of Python's types, and no more.
"""

import inspect
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Generic,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from accounts import contract as accounts

from . import analysis, bodies, events, frames, people, requests, table, values

Schema = dict[str, Any]
PREFIX: Final = "#/$defs/"
_PLAIN: Final = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}


def document() -> Schema:
    """Every type of the contract, under `$defs`."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Tarneeb",
        "description": "Sockets carry MatchFrame, LobbyFrame and, from clients, ClientFrame; HTTP streams "
        "carry the same but acks, pongs and tables. Fields, events and frames may be added.",
        "$defs": definitions(PREFIX),
    }


def definitions(prefix: str) -> dict[str, Schema]:
    """The schema of every type of the contract by its name; `prefix` is where references find them."""
    return {name: _written(type_, prefix) for type_, name in _NAMES.items()}


def of(type_: Any, prefix: str) -> Schema:
    """The schema of one type, which may be a generic one with its parameters filled in."""
    return _referred(type_, prefix)


def _is_published(name: str, value: Any) -> bool:
    """Shapes and named types are; what is yet to be filled in, as `BySeat` is, stands where it is used."""
    is_type = is_typeddict(value) or get_origin(value) not in (None, Generic)
    return is_type and not name.startswith("_") and not getattr(value, "__parameters__", ())


_NAMES: Final[dict[Any, str]] = {
    value: name
    for module in (values, events, table, bodies, requests, frames, people, analysis, accounts)
    for name, value in vars(module).items()
    if _is_published(name, value)
}


def _referred(type_: Any, prefix: str) -> Schema:
    """By name where the type has one."""
    name = _NAMES.get(type_)
    return {"$ref": prefix + name} if name else _written(type_, prefix)


def _written(type_: Any, prefix: str) -> Schema:
    origin, arguments = get_origin(type_), get_args(type_)
    if origin is Annotated:
        said = {key: value for says in arguments[1:] for key, value in says}
        return _referred(arguments[0], prefix) | {key: _in_json(value) for key, value in said.items()}
    if origin is Literal:
        return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return {"anyOf": [_referred(argument, prefix) for argument in arguments]}
    if origin is list:
        return {"type": "array", "items": _referred(arguments[0], prefix)}
    if origin is dict:
        key, value = (_referred(argument, prefix) for argument in arguments)
        return {"type": "object", "propertyNames": key, "additionalProperties": value}
    if type_ is object:
        return {}
    if type_ in _PLAIN:
        return {"type": _PLAIN[type_]}
    return _object(type_, prefix)


def _in_json(value: object) -> object:
    """What types say must have a hash, and so has tuples for lists."""
    return [_in_json(item) for item in value] if isinstance(value, tuple) else value


def _object(type_: Any, prefix: str) -> Schema:
    """A typed dict, which may be a generic one with its parameters filled in."""
    shape = get_origin(type_) or type_
    given = dict(zip(getattr(shape, "__parameters__", ()), get_args(type_), strict=True))
    hints = get_type_hints(shape, include_extras=True)
    fields = {name: _referred(_filled(hint, given), prefix) for name, hint in hints.items()}
    required = [name for name in fields if name in shape.__required_keys__]
    about = {"description": inspect.cleandoc(shape.__doc__)} if shape.__doc__ else {}
    return about | {"type": "object", "properties": fields, "required": required}


def _filled(hint: Any, given: dict[Any, Any]) -> Any:
    """A field's type without `NotRequired`, its parameters replaced by what they stand for."""
    bare = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
    if isinstance(bare, TypeVar):
        return given[bare]
    parameters = getattr(bare, "__parameters__", ())
    return bare[tuple(given[parameter] for parameter in parameters)] if parameters else bare
