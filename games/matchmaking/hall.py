"""Each second: seeks whose people are gone end, and who fits together is seated."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from accounts import social
from accounts.models import User
from games import access, play, tables
from games.locks import alone
from games.matchmaking import seeks
from games.matchmaking.pairing import Blocks, Party, Pool, Table, pair_casual, pair_rated
from games.models import Rating, Seek, Seeker
from games.ratings.model import Skill
from games.ratings.standing import ladder_of
from games.rules.commands import Sitting
from games.rules.ruleset import PRESETS
from games.rules.seats import SIDES, Side
from tarneeb_site import meters

logger = logging.getLogger(__name__)

# A person without socket or poll for this long is gone.
PRESENCE: Final = timedelta(seconds=30)
# Two pairings at once would only fight for the same rows.
_LOCK: Final = 0x7A_5EA7
BOT: Final = "medium"


def pair_waiting() -> int:
    """One round; how many tables were made. Two at a time: the second does nothing."""
    with alone(_LOCK) as is_alone:
        return _pair_waiting(timezone.now()) if is_alone else 0


def _pair_waiting(now: datetime) -> int:
    end_lost(now)
    made = sum(_seat(table, rated=False) for table in tables_for(now, rated=False))
    return made + sum(
        _seat(table, rated=True) for kind in User.Kind for table in tables_for(now, rated=True, kind=kind)
    )


def tables_for(now: datetime, rated: bool, kind: User.Kind = User.Kind.HUMAN) -> list[Table]:
    """Who of those that wait should play together. Ranked play is among people, or among bots."""
    open_to = {"seekers__person__kind": kind} if rated else {}
    waiting = list(
        Seek.objects.filter(status=Seek.Status.WAITING, rated=rated, queued_at__isnull=False, **open_to)
        .distinct()
        .order_by("queued_at")
        .prefetch_related("seekers")
    )
    people = {seeker.person_id for seek in waiting for seeker in seek.seekers.all()}
    blocks = Blocks(social.blocks_among(people))
    of_bots = rated and kind == User.Kind.BOT
    return (pair_rated if rated else pair_casual)(_parties(waiting, now, of_bots), blocks)


@transaction.atomic
def end_lost(now: datetime) -> None:
    """Seeks end ten minutes after they began, or when one of their people is gone or banned."""
    waiting = Seek.objects.select_for_update(no_key=True, skip_locked=True).filter(status=Seek.Status.WAITING)
    seeks.end(list(waiting.filter(expires_at__lte=now)), Seek.Status.EXPIRED)
    gone = Seeker.objects.filter(seek=OuterRef("pk"), active=True, seen_at__lte=now - PRESENCE)
    unranked = Q(rated=True, seekers__person__unranked_until__gt=now)
    shut_out = Q(seekers__person__banned_until__gt=now) | unranked
    idle = Q(Exists(gone)) | Q(seekers__person__is_active=False) | shut_out
    lost = Seek.objects.filter(idle, status=Seek.Status.WAITING).values("pk")
    seeks.end(list(waiting.filter(pk__in=lost)), Seek.Status.CANCELLED)


def _parties(waiting: Sequence[Seek], now: datetime, of_bots: bool) -> list[Party]:
    people = [seeker.person_id for seek in waiting for seeker in seek.seekers.all()]
    skills = {
        (person, ladder): Skill(mu, sigma)
        for person, ladder, mu, sigma in Rating.objects.filter(person__in=people).values_list(
            "person", "ladder", "mu", "sigma"
        )
    }
    parties = []
    for seek in waiting:
        members = tuple(seeker.person_id for seeker in seek.seekers.all())
        assert seek.queued_at is not None
        by_ruleset = {}
        for ruleset in seek.rulesets:
            ladder = ladder_of(ruleset, premade=len(members) == 2, of_bots=of_bots)
            by_ruleset[ruleset] = tuple(skills.get((person, ladder), Skill()) for person in members)
        pools = tuple(Pool(ruleset, clock) for ruleset in seek.rulesets for clock in seek.clocks)
        waited = (now - seek.queued_at).total_seconds()
        parties.append(Party(seek.pk, members, pools, waited, by_ruleset))
    return parties


def _seat(table: Table, rated: bool) -> bool:
    """Make the match, unless somebody has withdrawn or been seated elsewhere meanwhile."""
    try:
        with transaction.atomic():
            return _seat_all(table, rated)
    except Exception:  # one table that cannot be made is not the end of the others
        logger.exception("a table could not be made")
        return False


def _seat_all(table: Table, rated: bool) -> bool:
    ids = [party.id for party in table.parties]
    waiting = Seek.objects.filter(pk__in=ids, status=Seek.Status.WAITING)
    found = list(waiting.select_for_update(no_key=True))
    people = [person for party in table.parties for person in party.people]
    if len(found) < len(ids) or (rated and seeks.playing_rated(people)):
        return False
    seeds = dict(Seeker.objects.filter(seek__in=found).values_list("person", "client_seed"))
    match_id = play.create(
        PRESETS[table.pool.ruleset],
        tables.CLOCKS[table.pool.clock],
        "public",
        _sittings(table, seeds),
        host=None,
        invited={},
        rated=rated,
        premade=premade(table),
    )
    seeks.end(found, Seek.Status.MATCHED, match_id)
    transaction.on_commit(partial(_measure, found, timezone.now()))
    return True


def _measure(found: Sequence[Seek], now: datetime) -> None:
    """How long each of them has waited."""
    for seek in found:
        assert seek.queued_at is not None
        waited = (now - seek.queued_at).total_seconds()
        meters.PAIRING_SECONDS.labels("yes" if seek.rated else "no").observe(waited)


def premade(table: Table) -> tuple[Side, ...]:
    """The sides that came as a pair."""
    return tuple(side for side in SIDES if any(len(party.people) == 2 for party in table.sides[side]))


def _sittings(table: Table, seeds: dict[UUID, str]) -> list[Sitting]:
    """North-south and east-west; a bot where nobody is."""
    sittings = []
    for side in SIDES:
        people = [person for party in table.sides[side] for person in party.people]
        for place in range(2):
            seat = side + 2 * place
            if place < len(people):
                person = people[place]
                sittings.append(Sitting(seat, access.player_of(person), seeds[person]))
            else:
                sittings.append(Sitting(seat, tables.bot_player(BOT)))
    return sorted(sittings, key=lambda sitting: sitting.seat)
