"""Two clients, of which one waits and one is awaited, with a method for each call."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import wraps
from typing import Any, Generic, ParamSpec, Self, TypeVar, overload

import httpx

from . import calls
from .calls import Call, Listing
from .errors import ApiError
from .http import Access, answer, next_page, request
from .live import AsyncLiveTable, LiveTable, Via
from .patience import Attempts

P = ParamSpec("P")
T = TypeVar("T")
TIMEOUT = 30.0


class Method(Generic[P, T]):
    """A call as a method of both clients."""

    def __init__(self, describe: Callable[P, Call[T]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Call[T]]: ...
    @overload
    def __get__(self, client: "Client", owner: type) -> Callable[P, T]: ...
    @overload
    def __get__(self, client: "AsyncClient", owner: type) -> Callable[P, Coroutine[Any, Any, T]]: ...
    def __get__(self, client: "Client | AsyncClient | None", owner: type) -> Callable[P, Any]:
        if client is None:
            return self._describe
        return _then(self._describe, client.send)


class Lister(Generic[P, T]):
    """A list as a method of both clients: what it returns is iterated over, page after page."""

    def __init__(self, describe: Callable[P, Listing[T]]) -> None:
        self._describe = describe

    @overload
    def __get__(self, client: None, owner: type) -> Callable[P, Listing[T]]: ...
    @overload
    def __get__(self, client: "Client", owner: type) -> Callable[P, Iterator[T]]: ...
    @overload
    def __get__(self, client: "AsyncClient", owner: type) -> Callable[P, AsyncIterator[T]]: ...
    def __get__(self, client: "Client | AsyncClient | None", owner: type) -> Callable[P, Any]:
        if client is None:
            return self._describe
        return _then(self._describe, client.each)


def _then(describe: Callable[P, Any], send: Callable[[Any], Any]) -> Callable[P, Any]:
    @wraps(describe)
    def method(*args: P.args, **kwargs: P.kwargs) -> Any:
        return send(describe(*args, **kwargs))

    return method


class Methods:
    """Those of both clients. What they take, do and answer is said in `tarneeb.calls`."""

    register = Method(calls.register)
    create_guest = Method(calls.create_guest)
    create_token = Method(calls.create_token)
    tokens = Lister(calls.tokens)
    delete_token = Method(calls.delete_token)
    account = Method(calls.account)
    become_bot = Method(calls.become_bot)
    moderation = Lister(calls.moderation)
    see_notice = Method(calls.see_notice)
    appeal = Method(calls.appeal)
    playing = Method(calls.playing)
    create_ticket = Method(calls.create_ticket)
    rulesets = Lister(calls.rulesets)
    matches = Lister(calls.matches)
    open_match = Method(calls.open_match)
    get_match = Method(calls.get_match)
    join = Method(calls.join)
    leave = Method(calls.leave)
    fill = Method(calls.fill)
    kick = Method(calls.kick)
    reclaim = Method(calls.reclaim)
    rematch = Method(calls.rematch)
    act = Method(calls.act)
    events = Method(calls.events)
    export = Method(calls.export)
    export_pbn = Method(calls.export_pbn)
    fairness = Method(calls.fairness)
    analysis = Method(calls.analysis)
    analyse = Method(calls.analyse)
    messages = Lister(calls.messages)
    say = Method(calls.say)
    create_seek = Method(calls.create_seek)
    get_seek = Method(calls.get_seek)
    accept_seek = Method(calls.accept_seek)
    withdraw_seek = Method(calls.withdraw_seek)
    player = Method(calls.player)
    player_matches = Lister(calls.player_matches)
    player_exports = Method(calls.player_exports)
    rating_history = Lister(calls.rating_history)
    leaderboard = Lister(calls.leaderboard)
    follow = Method(calls.follow)
    unfollow = Method(calls.unfollow)
    block = Method(calls.block)
    unblock = Method(calls.unblock)
    daily_problem = Method(calls.daily_problem)
    next_problem = Method(calls.next_problem)
    get_problem = Method(calls.get_problem)
    answer_problem = Method(calls.answer_problem)
    report = Method(calls.report)
    reports = Lister(calls.reports)


class Client(Methods):
    """Calls are answered when they return. Each raises ApiError and Disconnected.

    `patience`: for how many seconds in all a call may wait where there were too many (429).
    """

    def __init__(
        self, url: str, token: str | None = None, *, language: str = "en", patience: float = 0
    ) -> None:
        self.access = Access(url, token, language)
        self.patience = patience
        self.http = httpx.Client(base_url=self.access.api, headers=self.access.headers, timeout=TIMEOUT)

    def send(self, call: Call[T]) -> T:
        attempts = Attempts(call, self.patience)
        while True:
            try:
                return answer(call, self.http.send(request(self.http, call)))
            except (ApiError, httpx.TransportError) as failure:
                time.sleep(attempts.pause_after(failure))

    def each(self, listing: Listing[T]) -> Iterator[T]:
        call: Call[Any] | None = listing.page
        while call:
            page = self.send(call)
            yield from page["results"]
            call = next_page(call, page)

    def live(self, match: str, via: Via = "socket") -> LiveTable:
        """The match as it happens."""
        return LiveTable(match, via, self)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class AsyncClient(Methods):
    """The same, to be awaited; lists are iterated over with `async for`."""

    def __init__(
        self, url: str, token: str | None = None, *, language: str = "en", patience: float = 0
    ) -> None:
        self.access = Access(url, token, language)
        self.patience = patience
        self.http = httpx.AsyncClient(base_url=self.access.api, headers=self.access.headers, timeout=TIMEOUT)

    async def send(self, call: Call[T]) -> T:
        attempts = Attempts(call, self.patience)
        while True:
            try:
                return answer(call, await self.http.send(request(self.http, call)))
            except (ApiError, httpx.TransportError) as failure:
                await asyncio.sleep(attempts.pause_after(failure))

    async def each(self, listing: Listing[T]) -> AsyncIterator[T]:
        call: Call[Any] | None = listing.page
        while call:
            page = await self.send(call)
            for item in page["results"]:
                yield item
            call = next_page(call, page)

    def live(self, match: str, via: Via = "socket") -> AsyncLiveTable:
        """The match as it happens."""
        return AsyncLiveTable(match, via, self)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()
