"""The same people meeting again and again, with one of them always winning."""

from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from django.db import connection

from accounts import social
from games.flags import window
from games.flags.window import Finding
from games.models import Flag
from games.ratings.model import SHOWN_PER_MU

# The queue seats four by rating and waiting time: to meet the same opponent ten times takes some doing.
MEETINGS: Final = 10
# Of equal sides one wins nine of ten in one case of ninety.
WON: Final = 0.9
# In rating points as shown: about what separates an even match from a clear one.
GAINED: Final = 100
# Who plays everybody meets everybody; this much of all that either plays is an arrangement.
SHARE: Final = 1 / 3

# Of two opponents: meetings, those the first has won, what their rating gained, all rated matches of each.
_MEETINGS: Final = """
WITH change AS (
    SELECT c.* FROM games_ratingchange c
    WHERE c.at >= %(start)s AND NOT EXISTS (
        SELECT FROM games_flag f JOIN accounts_moderationaction a ON a.id = f.answer_id
        WHERE f.kind = %(kind)s AND f.person_id = c.person_id AND a.at >= c.at)
), played AS (
    SELECT person_id, count(*) AS matches FROM change GROUP BY person_id
)
SELECT one.person_id, other.person_id, count(*), count(*) FILTER (WHERE p.won),
       sum(one.after_mu - one.before_mu), array_agg(one.match_id), m.matches,
       (SELECT count(*) FROM games_ratingchange c WHERE c.person_id = other.person_id AND c.at >= %(start)s)
FROM change one
JOIN games_ratingchange other ON other.match_id = one.match_id
    AND other.person_id NOT IN (one.person_id, one.partner_id)
JOIN games_playedmatch p ON p.match_id = one.match_id AND p.person_id = one.person_id
JOIN played m ON m.person_id = one.person_id
GROUP BY one.person_id, other.person_id, m.matches
HAVING count(*) >= %(meetings)s AND sum(one.after_mu - one.before_mu) > 0
"""


def is_farming(meetings: int, won: int, gained: float, matches: int, matches_of_other: int) -> bool:
    if meetings < MEETINGS or won < WON * meetings or gained < GAINED:
        return False
    return meetings >= SHARE * matches and meetings >= SHARE * matches_of_other


def found() -> Iterator[Finding]:
    for one, other, meetings, won, gained_mu, seen, matches, matches_of_other in _meetings():
        gained = SHOWN_PER_MU * gained_mu
        if is_farming(meetings, won, gained, matches, matches_of_other):
            evidence = {
                "meetings": meetings,
                "won": won,
                "rating_gained": round(gained),
                "rated_matches": matches,
                "rated_matches_of_other": matches_of_other,
                "same_address": social.share_address(one, other),
                "matches": window.newest(seen),
            }
            yield Finding(one, other, evidence)


def _meetings() -> Sequence[tuple[UUID, UUID, int, int, float, list[UUID], int, int]]:
    values: dict[str, Any] = {"start": window.start(), "kind": Flag.Kind.FARMING, "meetings": MEETINGS}
    with connection.cursor() as cursor:
        cursor.execute(_MEETINGS, values)
        rows: Sequence[tuple[UUID, UUID, int, int, float, list[UUID], int, int]] = cursor.fetchall()
    return rows
