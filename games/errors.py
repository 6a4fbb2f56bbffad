"""Refusals that are not the rules': each with the code that the public contract gives it."""

from datetime import datetime
from typing import ClassVar


class Refused(Exception):
    """A request that changes nothing. `code` is a name of protocol.md."""

    code: ClassVar[str]


class NoSuchMatch(Refused):
    code = "not_found"


class Forbidden(Refused):
    """A private match, or a call that is not this person's."""

    code = "forbidden"


class NoFreeText(Refused):
    """In ranked play there are emotes and phrases only."""

    code = "forbidden"


class StaleSeq(Refused):
    """The match is not at the `expected_seq`, or others kept getting in first."""

    code = "stale_seq"


class IdempotencyConflict(Refused):
    code = "idempotency_conflict"


class UnknownBot(Refused):
    code = "unknown_bot"


class TooManyTables(Refused):
    """A person plays ten running casual tables at most."""

    code = "already_playing"


class OneRatedMatch(Refused):
    """A person plays one running rated match."""

    code = "already_playing"


class AlreadySeeking(Refused):
    code = "already_seeking"


class NoSuchSeek(Refused):
    """Or not this person's."""

    code = "not_found"


class EmailUnconfirmed(Refused):
    """Ranked play asks for a confirmed address."""

    code = "email_unconfirmed"


class RankedPaused(Refused):
    """Strikes pause ranked play until then."""

    code = "ranked_paused"

    def __init__(self, until: datetime) -> None:
        super().__init__(until.isoformat())
        self.until = until


class Closed(Refused):
    """To this person, by a moderator: until then, or for good."""

    def __init__(self, until: datetime | None) -> None:
        super().__init__(until)
        self.until = until


class Muted(Closed):
    """Free text is."""

    code = "muted"


class RankedBan(Closed):
    """Ranked play is."""

    code = "banned"


class Invalid(Refused):
    """A value that cannot be used; `field` names it."""

    code = "invalid"

    def __init__(self, field: str, reason: str = "") -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field
        self.reason = reason


class NotFinished(Invalid):
    """Asked of a running match what only a finished one tells."""
