"""Tables before and around play: opening one, joining, leaving, filling, kicking, reclaiming."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction

from accounts import social
from accounts.models import User
from games import access, bots, notify, play, queries, states
from games.drivers import run
from games.errors import Forbidden, Invalid, NoSuchMatch, NotFinished, TooManyTables, UnknownBot
from games.models import Match, MatchSeat
from games.play import Done
from games.rules.commands import Command, Forfeit, LeaveSeat, ReclaimSeat, Sitting, TakeSeats
from games.rules.errors import AlreadyStarted, MatchOver, NotSeated, SeatIsTaken
from games.rules.events import Clock, Player, Visibility
from games.rules.ruleset import RuleSet
from games.rules.seats import SEAT_NAMES, SEATS, Seat, parse_seat
from games.rules.state import FINISHED, SEATING, MatchState
from games.wire import BOT_PREFIX

MAX_CASUAL_TABLES = 10
CLOCKS: dict[str, Clock | None] = {
    "blitz": Clock(10, 30),
    "normal": Clock(20, 90),
    "slow": Clock(60, 300),
    "none": None,
}
DEFAULT_CLOCK = "normal"
ME, INVITE_PREFIX = "me", "invite:"


class Seating:
    """Who is to sit where at a new table: the `seats` of protocol.md."""

    def __init__(self, wanted: Mapping[str, object], host: User, client_seed: str) -> None:
        """Raises Invalid and UnknownBot."""
        self.sittings: list[Sitting] = []
        self.invited: dict[Seat, UUID] = {}
        by_seat = dict(sorted((_seat(name), occupant) for name, occupant in wanted.items()))
        for seat, occupant in by_seat.items():
            self._place(seat, occupant, host, client_seed)
        self.people = sum(sitting.player.is_human for sitting in self.sittings)
        if self.people != 1 and (self.people or len(self.sittings) < 4):
            raise Invalid("seats")  # one seat is "me", or all four are bots

    def _place(self, seat: Seat, occupant: object, host: User, client_seed: str) -> None:
        if occupant is None:
            return
        if not isinstance(occupant, str):
            raise Invalid("seats")
        if occupant == ME:
            self.sittings.append(Sitting(seat, access.player_of(host.pk), client_seed))
        elif occupant.startswith(BOT_PREFIX):
            self.sittings.append(Sitting(seat, bot_player(occupant.removeprefix(BOT_PREFIX))))
        elif occupant.startswith(INVITE_PREFIX):
            self.invited[seat] = self._guest(occupant.removeprefix(INVITE_PREFIX), host)
        else:
            raise Invalid("seats")

    def _guest(self, name: str, host: User) -> UUID:
        try:
            guest = User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            raise Invalid("seats") from None
        if guest == host or not guest.is_active or guest.pk in self.invited.values():
            raise Invalid("seats")
        if social.has_blocked(guest, host):
            raise Invalid("seats")
        return guest.pk

    @property
    def is_solitary(self) -> bool:
        """Whether nobody human will ever wait for another: one person at most, and no open seat."""
        return len(self.sittings) == 4


def _seat(name: str) -> Seat:
    try:
        return parse_seat(name)
    except ValueError:
        raise Invalid("seats") from None


def bot_player(level: str) -> Player:
    """A bot of a level. Raises UnknownBot."""
    if level not in bots.LEVELS:
        raise UnknownBot
    return Player("bot", BOT_PREFIX + level)


@transaction.atomic
def open_table(
    host: User,
    ruleset: RuleSet,
    clock: Clock | None,
    visibility: Visibility,
    seating: Seating,
    rematch_of: UUID | None = None,
) -> UUID:
    """A casual table with its host; the new match's id. Raises TooManyTables."""
    if seating.people:
        lock_person(host)
        check_casual_tables(host)
    match_id = play.create(
        ruleset,
        clock,
        visibility,
        seating.sittings,
        host=host.pk,
        invited=seating.invited,
        rematch_of=rematch_of,
    )
    for guest in seating.invited.values():
        _invite_on_commit(match_id, guest, host)
    return match_id


def _invite_on_commit(match_id: UUID, guest: UUID, host: User) -> None:
    # No `partial`: Django asks what fails for its __qualname__.
    transaction.on_commit(lambda: notify.invite(match_id, guest, host.username), robust=True)


def lock_person(person: User) -> User:
    """The person's row, or two requests at once could both be the last that is allowed."""
    return User.objects.select_for_update(no_key=True).get(pk=person.pk)


def check_casual_tables(person: User) -> None:
    """Raises TooManyTables."""
    running = MatchSeat.objects.filter(person=person, forfeited=False, match__rated=False)
    if running.exclude(match__status=Match.Status.FINISHED).count() >= MAX_CASUAL_TABLES:
        raise TooManyTables


@transaction.atomic
def join(match_id: UUID, person: User, seat: Seat, client_seed: str) -> Done:
    """Sit down at an open seat, or at one kept for this person."""
    run(queries.admitting(match_id, person.pk, 0))
    kept_for = MatchSeat.objects.filter(match=match_id, seat=SEAT_NAMES[seat], invited__isnull=False)
    if kept_for.exclude(invited=person).exists():
        raise SeatIsTaken
    lock_person(person)
    check_casual_tables(person)
    sitting = Sitting(seat, access.player_of(person.pk), client_seed)
    return play.execute(match_id, lambda _: TakeSeats((sitting,)), person=person.pk)


@transaction.atomic
def leave(match_id: UUID, person: User) -> Done:
    """Get up before the start, forfeit the seat after it. A host's table goes to another person."""

    def command_for(state: MatchState) -> Command:
        seat = access.own_seat(state, person.pk)
        if seat is None:
            raise NotSeated
        return LeaveSeat(seat) if state.phase == SEATING else Forfeit(seat, "left")

    done = play.execute(match_id, command_for, person=person.pk)
    heir = MatchSeat.objects.filter(match=match_id, person__isnull=False).order_by("seat").first()
    if heir is not None:
        open_table = Match.objects.filter(pk=match_id, status=Match.Status.OPEN, host=person)
        open_table.update(host=heir.person_id)
    return done


def fill(match_id: UUID, host: User, level: str) -> Done:
    """Bots take the open seats, but for those kept for somebody. The host's to do."""
    _check_host(match_id, host)
    kept = set(MatchSeat.objects.filter(match=match_id, invited__isnull=False).values_list("seat", flat=True))
    player = bot_player(level)

    def command_for(state: MatchState) -> Command:
        if state.phase != SEATING:
            raise MatchOver if state.phase == FINISHED else AlreadyStarted
        free = [seat for seat in SEATS if state.players[seat] is None and SEAT_NAMES[seat] not in kept]
        if not free:
            raise SeatIsTaken
        return TakeSeats(tuple(Sitting(seat, player) for seat in free))

    return play.execute(match_id, command_for, person=host.pk)


def kick(match_id: UUID, host: User, seat: Seat) -> Done | None:
    """Empty a seat before the start, or take back an invitation to it (then nothing is stored)."""
    _check_host(match_id, host)
    invitation = MatchSeat.objects.filter(match=match_id, seat=SEAT_NAMES[seat], invited__isnull=False)
    if invitation.update(invited=None):
        return None

    def command_for(state: MatchState) -> Command:
        empty = state.phase == SEATING and state.players[seat] is None
        if empty or access.own_seat(state, host.pk) == seat:
            raise Invalid("seat")
        return LeaveSeat(seat)

    return play.execute(match_id, command_for, person=host.pk)


def _check_host(match_id: UUID, person: User) -> None:
    if states.match_of(match_id).host_id != person.pk:
        raise Forbidden


def reclaim(match_id: UUID, person: User) -> Done:
    """Take back a seat that the clock had taken."""
    player = access.player_of(person.pk)

    def command_for(state: MatchState) -> Command:
        if player not in state.forfeited:
            raise NotSeated
        return ReclaimSeat(state.forfeited.index(player), player)

    return play.execute(match_id, command_for, person=person.pk)


@transaction.atomic
def rematch(match_id: UUID, person: User) -> tuple[UUID, bool]:
    """The casual table where those who sat at a finished match play again, and whether it is new.

    Raises Forbidden for who did not sit there, NotFinished.
    """
    before = Match.objects.select_for_update(no_key=True).filter(pk=match_id).first()
    if before is None:
        raise NoSuchMatch
    seats = list(before.seats.all())
    own = next((seat for seat in seats if seat.person_id == person.pk), None)
    if own is None:
        raise Forbidden
    if before.status != Match.Status.FINISHED:
        raise NotFinished("match")
    again = Match.objects.filter(rematch_of=before).first()
    if again is not None:
        if again.status == Match.Status.OPEN and not again.seats.filter(person=person).exists():
            join(again.pk, person, parse_seat(own.seat), "")
        return again.pk, False
    wanted: dict[str, str | None] = {seat.seat: _again(seat, person) for seat in seats}
    (_, state), _ = run(states.loading(match_id))
    seating = Seating(wanted, person, "")
    clock = None if seating.is_solitary else state.clock or CLOCKS[DEFAULT_CLOCK]
    new = open_table(person, state.ruleset, clock, state.visibility, seating, rematch_of=match_id)
    return new, True


def _again(seat: MatchSeat, host: User) -> str | None:
    """Who sat there at the start, in the words of `seats`."""
    if seat.person is None:
        return seat.player_id or None
    if seat.person == host:
        return ME
    return INVITE_PREFIX + seat.person.username if seat.person.is_active else None
