"""The calls of the service as plain values: what to send, and what type the answer has.

Each is described once, here; the clients send them, and have a method of the same name for each.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar
from urllib.parse import quote

from . import shapes
from .shapes import AnyAction, Clock, RuleSet, Seat, Status, Visibility

T = TypeVar("T")
Scope = Literal["read", "play", "account"]
Channel = Literal["table", "partner"]
Reason = Literal["abuse", "cheating", "stalling", "leaving", "name", "other"]
ClockName = Literal["blitz", "normal", "slow", "none"]


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, whose answer is a T."""

    method: str
    path: str
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_repeatable(self) -> bool:
        """Whether sending it twice does no more than sending it once."""
        return self.method != "POST" or "Idempotency-Key" in self.headers


@dataclass(frozen=True)
class Listing(Generic[T]):
    """A list of Ts, which comes page by page; `page` asks for the first."""

    page: Call[Any]


def _get(path: str, **query: Any) -> Call[Any]:
    return Call("GET", path, query=_given(query))


def _post(path: str, **body: Any) -> Call[Any]:
    return Call("POST", path, _given(body))


def _list(path: str, **query: Any) -> Listing[Any]:
    return Listing(_get(path, limit=200, **query))


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """Without what was left out."""
    return {name: value for name, value in values.items() if value is not None}


def _named(name: str) -> str:
    return f"players/{quote(name, safe='')}/"


# Who one is.


def register(username: str, email: str, password: str) -> Call[shapes.NamedAccount]:
    """A new account; a guest who asks keeps what they have played."""
    return _post("accounts/", username=username, email=email, password=password)


def create_guest() -> Call[shapes.Guest]:
    """Casual tables only; lost when unused for a day."""
    return _post("guests/")


def create_token(
    name: str, scopes: Sequence[Scope], username: str | None = None, password: str | None = None
) -> Call[shapes.NewToken]:
    """By a password, or by a token that has the scope `account`."""
    return _post("tokens/", name=name, scopes=list(scopes), username=username, password=password)


def tokens() -> Listing[shapes.Token]:
    return _list("tokens/")


def delete_token(token: str) -> Call[None]:
    return Call("DELETE", f"tokens/{token}/")


def account() -> Call[shapes.Account]:
    return _get("account/")


def become_bot() -> Call[shapes.Account]:
    """Say that a program plays for this account: before its first match, and for good."""
    return Call("PATCH", "account/", {"kind": "bot"})


def moderation() -> Listing[shapes.ModerationEntry]:
    """What moderators have done about oneself."""
    return _list("account/moderation/")


def see_notice(notice: str) -> Call[None]:
    """Say that one has read one of `notices` in `account()`."""
    return _post(f"account/notices/{notice}/seen/")


def appeal(text: str, action: str | None = None, key: str | None = None) -> Call[shapes.OwnAppeal]:
    """Against an action, once; who is banned has a `key`, which is in the body of the refusal."""
    return _post("appeals/", text=text, action=action, key=key)


def playing() -> Call[shapes.Playing]:
    """One's open seats and seeks."""
    return _get("account/playing/")


def create_ticket() -> Call[shapes.Ticket]:
    """For a socket of a program that cannot send headers with it: one use, 30 seconds."""
    return _post("tickets/")


# Matches.


def rulesets() -> Listing[shapes.Preset]:
    return Listing(_get("rulesets/"))


def matches(
    status: Status | None = None, player: str | None = None, ruleset: str | None = None
) -> Listing[shapes.ListedMatch]:
    """The newest first."""
    return _list("matches/", status=status, player=player, ruleset=ruleset)


def open_match(
    ruleset: str | RuleSet | Mapping[str, Any],
    seats: Mapping[str, str | None],
    *,
    clock: ClockName | Clock | None = None,
    visibility: Visibility | None = None,
    client_seed: str | None = None,
) -> Call[shapes.Match]:
    """A casual table. `seats`: `me`, `bot:LEVEL`, `invite:NAME`; what is left out is open."""
    return _post(
        "matches/",
        ruleset=ruleset,
        seats=seats,
        clock=clock,
        visibility=visibility,
        client_seed=client_seed,
    )


def get_match(match: str, at: int | None = None, line: Sequence[str] | None = None) -> Call[shapes.Match]:
    """The match as one may see it now; `at`: a finished one after that event.

    `line`: and behind what else could have been done there, as `["SA", "H2"]` or `["pass", "8", "H"]`;
    `now.legal` then has what may come next.
    """
    return _get(f"matches/{match}/", at=at, line=None if line is None else ",".join(line))


def join(match: str, seat: Seat, client_seed: str | None = None) -> Call[shapes.Match]:
    return _post(f"matches/{match}/join/", seat=seat, client_seed=client_seed)


def leave(match: str) -> Call[shapes.Done]:
    """Get up; after the start that gives the seat away."""
    return _post(f"matches/{match}/leave/")


def fill(match: str, bot: str | None = None) -> Call[shapes.Match]:
    """Have bots take the open seats of one's own table."""
    return _post(f"matches/{match}/fill/", bot=bot)


def kick(match: str, seat: Seat) -> Call[shapes.Match]:
    """Have someone leave one's own table, before the start."""
    return _post(f"matches/{match}/kick/", seat=seat)


def reclaim(match: str) -> Call[shapes.Match]:
    """Take one's seat back from the bot that plays it after a timeout."""
    return _post(f"matches/{match}/reclaim/")


def rematch(match: str) -> Call[shapes.Match]:
    """The same four again."""
    return _post(f"matches/{match}/rematch/")


def act(
    match: str, action: AnyAction, *, key: str | None = None, expected_seq: int | None = None
) -> Call[shapes.Done]:
    """Call, name trump, play or resign. Repeated under the same key it does nothing again.

    `expected_seq` has it refused unless that is the last event.
    """
    body: dict[str, Any] = {**action, **_given({"expected_seq": expected_seq})}
    return Call("POST", f"matches/{match}/actions/", body, headers=_given({"Idempotency-Key": key}))


def events(match: str, after: int = 0) -> Call[shapes.EventsPage]:
    """At most 1,000 behind a seq; `head` is the last one's."""
    return _get(f"matches/{match}/events/", after=after)


def export(match: str) -> Call[shapes.Export]:
    """A finished match whole, with what proves its deals."""
    return _get(f"matches/{match}/export/")


def export_pbn(match: str) -> Call[str]:
    """The same as a text in Portable Bridge Notation."""
    return _get(f"matches/{match}/export/", format="pbn")


def fairness(match: str) -> Call[shapes.Fairness]:
    return _get(f"matches/{match}/fairness/")


def analysis(match: str) -> Call[shapes.Analysis]:
    """What the calls and cards of a finished match were worth, as far as it is known."""
    return _get(f"matches/{match}/analysis/")


def analyse(match: str) -> Call[shapes.Analysis]:
    """Have a finished match analysed; `analysis` tells how far it is."""
    return _post(f"matches/{match}/analysis/")


def messages(match: str) -> Listing[shapes.Message]:
    """What was said at the table, the latest first."""
    return _list(f"matches/{match}/messages/")


def say(
    match: str, kind: Literal["emote", "phrase", "text"], value: str, channel: Channel | None = None
) -> Call[shapes.Message]:
    return _post(f"matches/{match}/messages/", kind=kind, value=value, channel=channel)


# Ranked play.


def create_seek(
    rulesets: Sequence[str],
    *,
    rated: bool = True,
    clocks: Sequence[ClockName] | None = None,
    partner: str | None = None,
    client_seed: str | None = None,
) -> Call[shapes.Seek]:
    """Wish for a match, alone or with a partner."""
    return _post(
        "seeks/",
        rulesets=list(rulesets),
        rated=rated,
        clocks=clocks and list(clocks),
        partner=partner,
        client_seed=client_seed,
    )


def get_seek(seek: str) -> Call[shapes.Seek]:
    return _get(f"seeks/{seek}/")


def accept_seek(seek: str, client_seed: str | None = None) -> Call[shapes.Seek]:
    """As the partner."""
    return _post(f"seeks/{seek}/accept/", client_seed=client_seed)


def withdraw_seek(seek: str) -> Call[shapes.Seek]:
    return Call("DELETE", f"seeks/{seek}/")


# People.


def player(name: str) -> Call[shapes.Profile]:
    return _get(_named(name))


def player_matches(name: str) -> Listing[shapes.ListedMatch]:
    """Running and finished ones, the newest first."""
    return _list(f"{_named(name)}matches/")


def player_exports(
    name: str, since: str | None = None, until: str | None = None
) -> Call[list[shapes.Export]]:
    """Finished matches whole, of some time: moments as RFC 3339 has them."""
    return _get(f"{_named(name)}matches/export/", since=since, until=until)


def rating_history(name: str, ladder: str) -> Listing[shapes.RatingPoint]:
    """The oldest first."""
    return _list(f"{_named(name)}rating-history/", ladder=ladder)


def leaderboard(ladder: str) -> Listing[shapes.ListedStanding]:
    """The best first. A preset's id, or `pair:` and one."""
    return _list(f"leaderboards/{quote(ladder, safe=':')}/")


def follow(name: str) -> Call[None]:
    return Call("PUT", f"{_named(name)}follow/")


def unfollow(name: str) -> Call[None]:
    return Call("DELETE", f"{_named(name)}follow/")


def block(name: str) -> Call[None]:
    return Call("PUT", f"{_named(name)}block/")


def unblock(name: str) -> Call[None]:
    return Call("DELETE", f"{_named(name)}block/")


def report(
    player: str,
    reason: Reason,
    match: str | None = None,
    text: str | None = None,
    seq: int | None = None,
) -> Call[Any]:
    """Tell the service's staff; `seq` is the event of the match that it is about."""
    return _post("reports/", player=player, reason=reason, match=match, text=text, seq=seq)


def reports() -> Listing[shapes.OwnReport]:
    """What one has reported, and whether it has been dealt with."""
    return _list("reports/")


# Problems.


def daily_problem(date: str | None = None) -> Call[shapes.Problem]:
    """The day's, or that of an earlier `date` as `2026-11-30`."""
    return _get("problems/daily/", date=date)


def next_problem() -> Call[shapes.Problem]:
    """One of one's own strength that one has not tried."""
    return _get("problems/next/")


def get_problem(problem: str) -> Call[shapes.Problem]:
    return _get(f"problems/{problem}/")


def answer_problem(problem: str, action: shapes.Action) -> Call[shapes.ProblemVerdict]:
    """One of `now.legal`; one's first answer is what counts."""
    return _post(f"problems/{problem}/attempts/", action=action)
