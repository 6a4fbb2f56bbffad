"""An example of each type of the contract, made from its schema."""

from collections.abc import Mapping
from typing import Any

Definitions = Mapping[str, Mapping[str, Any]]


def sample(schema: Mapping[str, Any], definitions: Definitions, field: str = "") -> Any:
    """The first that the schema allows, with every field; a text without examples is its field's name."""
    match schema:
        case {"examples": [first, *_]} | {"const": first} | {"enum": [first, *_]}:
            return first
        case {"$ref": str(reference)}:
            return sample(definitions[reference.rpartition("/")[2]], definitions, field)
        case {"anyOf": [first, *_]}:
            return sample(first, definitions, field)
        case {"properties": properties}:
            return {name: sample(value, definitions, name) for name, value in properties.items()}
        case {"type": "object", "propertyNames": key, "additionalProperties": value}:
            return {sample(key, definitions): sample(value, definitions)}
        case {"type": "array", "items": items}:
            return [sample(items, definitions, field)]
        case {"type": "string"}:
            return field
        case {"type": "integer" | "number"}:
            return schema.get("minimum", 1)
        case {"type": "boolean"}:
            return False
    return None if schema.get("type") == "null" else {}
