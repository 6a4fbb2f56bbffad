"""Seats and sides as small integers: N E S W are 0 1 2 3, clockwise; NS and EW are 0 and 1."""

Seat = int
Side = int

N, E, S, W = SEATS = (0, 1, 2, 3)
NS, EW = SIDES = (0, 1)
SEAT_NAMES = "NESW"
SIDE_NAMES = ("NS", "EW")


def side_of(seat: Seat) -> Side:
    """The partnership of a seat."""
    return seat & 1


def partner_of(seat: Seat) -> Seat:
    return seat ^ 2


def seat_name(seat: Seat) -> str:
    return SEAT_NAMES[seat]


def parse_seat(name: object) -> Seat:
    """The seat called `N`, `E`, `S` or `W`; ValueError for anything else."""
    if isinstance(name, str) and len(name) == 1 and name in SEAT_NAMES:
        return SEAT_NAMES.index(name)
    raise ValueError(f"not a seat: {name!r}")
