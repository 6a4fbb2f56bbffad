"""Where a database is and how it is spoken to: a URL as Django's settings, those as psycopg's and libpq's."""

from collections.abc import Mapping
from typing import Any, Final

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from psycopg.pq import Conninfo

_NAMES: Final = {
    "dbname": "NAME",
    "user": "USER",
    "password": "PASSWORD",
    "host": "HOST",
    "port": "PORT",
}
# Of Django's OPTIONS, what is not for the server.
_OURS: Final = {"pool"}


def database(url: str, limits: str = "", **otherwise: Any) -> dict[str, Any]:
    """Django's settings for `postgresql://user:password@host:port/name?sslmode=…`.

    `limits` are settings of each session (`-c …`); `otherwise` holds where the address says nothing of it.
    Raises ImproperlyConfigured.
    """
    told = _parsed(url)
    found = {ours: str(told.pop(name, "")) for name, ours in _NAMES.items()}
    if session := f"{limits} {told.pop('options', '')}".strip():
        told["options"] = session
    return {"ENGINE": "tarneeb_site.postgresql", **found, "OPTIONS": {**otherwise, **told}}


def _parsed(url: str) -> dict[str, Any]:
    """libpq's reading of it. What libpq says of a bad one is not repeated: it may quote the password."""
    if url and not url.startswith(("postgres://", "postgresql://")):
        raise ImproperlyConfigured("DATABASE_URL must be a postgresql:// address")
    try:
        return dict(conninfo_to_dict(url))
    except ProgrammingError:
        raise ImproperlyConfigured("DATABASE_URL has a part that PostgreSQL does not understand") from None


def parameters(database: Mapping[str, Any]) -> dict[str, Any]:
    """psycopg's arguments, by one of `settings.DATABASES`."""
    options = {name: value for name, value in database["OPTIONS"].items() if name not in _OURS}
    return {**options, **{name: database[ours] for name, ours in _NAMES.items() if database[ours]}}


def environment(database: Mapping[str, Any]) -> dict[str, str]:
    """The same for PostgreSQL's programs; the few parameters that have no variable there are left out."""
    told = parameters(database)
    variables = {each.keyword.decode(): each.envvar for each in Conninfo.get_defaults()}
    return {
        variable.decode(): str(told[name])
        for name, variable in variables.items()
        if variable is not None and name in told
    }
