"""Each night: what is found becomes flags for moderators, or brings the open ones up to date."""

import logging
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from games.flags import farming, leads, leaving, stalling
from games.flags.window import Finding
from games.locks import alone
from games.models import Flag

logger = logging.getLogger(__name__)

FINDERS: Final[Mapping[Flag.Kind, Callable[[], Iterator[Finding]]]] = {
    Flag.Kind.LEAVING: leaving.found,
    Flag.Kind.STALLING: stalling.found,
    Flag.Kind.LEADS: leads.found,
    Flag.Kind.FARMING: farming.found,
}
_LOCK: Final = 0x7A_F1A6


def raise_flags() -> None:
    """Look at the finished matches. A second time, or two at once, make no second flag."""
    with alone(_LOCK) as is_alone:
        if not is_alone:
            return
        stalling.measure()
        for kind, found in FINDERS.items():
            try:
                for finding in found():
                    _raise(kind, finding)
            except Exception:  # one that fails is not the end of the others
                logger.exception("flags of %s were not looked for", kind)


def _raise(kind: Flag.Kind, finding: Finding) -> None:
    Flag.objects.update_or_create(
        kind=kind,
        person_id=finding.person,
        other_id=finding.other,
        answer=None,
        defaults={"evidence": finding.evidence},
    )
