"""Reads what docs/pbn.md describes back into deals: seats, hands, calls, cards in the order played, scores.

Written from that page and from the standard; shares no code with what writes it.
"""

import re
from dataclasses import dataclass, field
from typing import Any

CLOCKWISE = "NESW"
SEATS = {"North": "N", "East": "E", "South": "S", "West": "W"}
REQUIRED = [
    "Event", "Site", "Date", "Board", "West", "North", "East", "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result",
]  # fmt: skip
_TAG = re.compile(r'\[(\w+) "([^"\\]*)"\]')
_CALL = re.compile(r"Pass|[1-7](?:C|NT)|\d{2,3}(?:NT)?")
_RANKS = "AKQJT98765432"


@dataclass
class Game:
    """One deal as it stands in the file."""

    tags: dict[str, str] = field(default_factory=dict)
    sections: dict[str, list[str]] = field(default_factory=dict)


def games(text: str) -> list[Game]:
    """The games of a file, which must be laid out as the standard's export format is."""
    lines = text.split("\r\n")
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"] and lines.pop() == ""
    assert all(len(line) < 255 and "\n" not in line for line in lines)
    found: list[Game] = []
    game, section = Game(), ""
    for line in lines:
        tag = _TAG.fullmatch(line)
        if line.startswith("%"):
            continue
        if line == "":
            found.append(game)
            game = Game()
        elif tag:
            section = tag[1]
            assert section not in game.tags
            game.tags[section] = tag[2]
        else:
            assert section in ("Auction", "Play")
            game.sections.setdefault(section, []).extend(line.split(" "))
    assert game == Game()
    assert all(list(game.tags)[:15] == REQUIRED for game in found)
    return found


def deal(game: Game) -> dict[str, Any]:
    """What was dealt, called, played and scored."""
    tags = game.tags
    calls = _calls(game)
    amount, _, forced = tags.get("TarneebContract", "").partition(" ")
    return {
        "deal": int(tags["Board"]),
        "dealer": tags["Dealer"],
        "opener": tags["Auction"],
        "players": {seat: (tags[f"{name}Type"], tags[name]) for name, seat in SEATS.items()},
        "hands": _hands(tags["Deal"]),
        "calls": calls,
        "contract": (tags["Declarer"], amount, forced) if amount else None,
        "trump": tags.get("TarneebTrump", "?"),
        "cards": _cards(game),
        "auto": tags.get("TarneebAuto", ""),
        "changes": tags.get("TarneebSeats", ""),
        "made": tags.get("TarneebMade"),
        **{name: _sides(tags.get(f"Tarneeb{name.title()}")) for name in ("tricks", "points", "score")},
    }


def _hands(text: str) -> dict[str, set[str]]:
    hands = text[2:].split(" ")
    return {
        seat: {suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks}
        for seat, hand in zip(_from(text[0]), hands, strict=True)
    }


def _calls(game: Game) -> list[tuple[str, int | None, bool]]:
    """Seat, amount (None for a pass), no-trump."""
    *tokens, end = game.sections["Auction"]
    assert end == "*"
    calls: list[tuple[str, int | None, bool]] = []
    for place, token in enumerate(tokens):
        seat = _from(game.tags["Auction"])[place % 4]
        if token == "-":
            continue
        assert _CALL.fullmatch(token)
        in_tricks = game.tags["TarneebUnit"] == "tricks"
        bid = token.removesuffix("NT").removesuffix("C")
        amount = None if token == "Pass" else int(bid) + (6 if in_tricks else 0)
        calls.append((seat, amount, token.endswith("NT")))
    return calls


def _cards(game: Game) -> list[tuple[str, str]]:
    """In the order played: from the leader on in the direction of play, the winner of a trick leads next."""
    tokens = game.sections.get("Play", [])
    columns = _from(game.tags["Play"]) if tokens else ""
    rows = [dict(zip(columns, tokens[start : start + 4], strict=False)) for start in range(0, len(tokens), 4)]
    played: list[tuple[str, str]] = []
    leader = game.tags["Declarer"]
    for row in rows:
        order = _from(leader) if game.tags["TarneebDirection"] == "clockwise" else _from(leader, -1)
        trick = [(seat, row[seat]) for seat in order if row.get(seat, "*") not in "*-"]
        played += trick
        leader = _winner(trick, game.tags["TarneebTrump"]) if len(trick) == 4 else ""
    assert len(played) == 52 or not tokens or tokens[-1] == "*"
    return played


def _winner(trick: list[tuple[str, str]], trump: str) -> str:
    led = trick[0][1][0]
    suit = trump if any(card[0] == trump for _, card in trick) else led
    return min((_RANKS.index(card[1]), seat) for seat, card in trick if card[0] == suit)[1]


def _from(seat: str, step: int = 1) -> str:
    start = CLOCKWISE.index(seat)
    return "".join(CLOCKWISE[(start + step * turn) % 4] for turn in range(4))


def _sides(text: str | None) -> dict[str, int] | None:
    if text is None:
        return None
    ns, ns_figure, ew, ew_figure = text.split(" ")
    return {ns: int(ns_figure), ew: int(ew_figure)}
