"""Seats and sides as small integers: N E S W are 0 1 2 3, clockwise; NS and EW are 0 and 1."""

from typing import Final, Literal

Seat = int
Side = int
SeatName = Literal["N", "E", "S", "W"]
SideName = Literal["NS", "EW"]

N, E, S, W = SEATS = (0, 1, 2, 3)
NS, EW = SIDES = (0, 1)
SEAT_NAMES: Final[tuple[SeatName, SeatName, SeatName, SeatName]] = ("N", "E", "S", "W")
SIDE_NAMES: Final[tuple[SideName, SideName]] = ("NS", "EW")


def side_of(seat: Seat) -> Side:
    """The partnership of a seat."""
    return seat & 1


def partner_of(seat: Seat) -> Seat:
    return seat ^ 2


def seat_name(seat: Seat) -> SeatName:
    return SEAT_NAMES[seat]


def parse_seat(name: object) -> Seat:
    """The seat called `N`, `E`, `S` or `W`; ValueError for anything else."""
    if isinstance(name, str) and name in SEAT_NAMES:
        return SEAT_NAMES.index(name)
    raise ValueError(f"not a seat: {name!r}")
