"""How often one may ask. Counted in Redis, so all processes count together."""

import logging
import math
import re
import time
from collections.abc import Callable
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import TYPE_CHECKING, Any, ClassVar, Final

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from redis.exceptions import RedisError
from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import BaseThrottle

from accounts import names
from accounts.models import Token, User

if TYPE_CHECKING:  # rest_framework.views imports this module, which the settings name
    from rest_framework.views import APIView

_log: Final = logging.getLogger(__name__)
_RATE: Final = re.compile("([0-9]+)/([0-9]*)([smhd]).*")  # 20/min, 5/10s
_SECONDS: Final = {"s": 1, "m": 60, "h": 3600, "d": 86400}
KNOWN_SECONDS: Final = 30 * 86400
_UNCOUNTED: Final = ("/api/", "/health/")


class WindowThrottle(BaseThrottle):
    """At most `rate` in each window of the clock. Subclasses say whom `key` counts.

    A count needs one atomic step, where rest framework's list of times loses requests that come at once.
    """

    scope: ClassVar[str]
    rate: ClassVar[str | None] = None  # else the setting's, by scope

    def key(self, request: Request) -> str | None:
        """Whom to count; None for a request that does not count."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: "APIView | None") -> bool:
        begin_counting(request)
        key = self.key(request)
        if key is None or not settings.THROTTLES:
            return True
        admitted = self.admits(key)
        state(request._request, self)
        return admitted

    def admits(self, key: str) -> bool:
        """Count one more; whether it is within the limit."""
        if not settings.THROTTLES:
            return True
        self.limit, self.window = _parsed(self.rate or str(api_settings.DEFAULT_THROTTLE_RATES[self.scope]))
        number = int(time.time() // self.window)
        count = _count(f"throttle:{self.scope}:{key}:{number}", self.window)
        self.left = max(0, self.limit - count)
        return count <= self.limit

    def wait(self) -> float:
        return self.window - time.time() % self.window


class AddressThrottle(WindowThrottle):
    """Strangers, by address."""

    scope = "address"

    def key(self, request: Request) -> str | None:
        return None if isinstance(request.user, User) else address_of(request)


class PersonThrottle(WindowThrottle):
    """The signed in, over all their tokens and addresses."""

    scope = "person"

    def key(self, request: Request) -> str | None:
        return str(request.user.pk) if isinstance(request.user, User) else None


class TokenThrottle(WindowThrottle):
    """Each token, so that one program of a person's leaves room for the others."""

    scope = "token"

    def key(self, request: Request) -> str | None:
        return request.auth.pk if isinstance(request.auth, Token) else None


class PostThrottle(PersonThrottle):
    """What one person posts, taken or refused, for calls with a limit of their own."""

    def key(self, request: Request) -> str | None:
        return super().key(request) if request.method == "POST" else None


class AddressPostThrottle(WindowThrottle):
    """What is posted from one address, signed in or not, for calls with a limit of their own."""

    def key(self, request: Request) -> str | None:
        return address_of(request) if request.method == "POST" else None


class AppealThrottle(AddressPostThrottle):
    """Appeals come also from who cannot sign in."""

    scope = "appeals"
    rate = "20/hour"


class CredentialsThrottle(WindowThrottle):
    """Requests that bring a password, by address."""

    scope = "credentials"

    def key(self, request: Request) -> str | None:
        return address_of(request) if _with_password(request) else None


class GuessingThrottle(WindowThrottle):
    """Passwords for one account, by address: a stranger who guesses does not lock the person out."""

    scope = "guessing"
    rate = "10/min"

    def key(self, request: Request) -> str | None:
        body = _with_password(request)
        if body is None:
            return None
        return f"{address_of(request)}:{_account_in(request, body)}"


class AccountThrottle(WindowThrottle):
    """Passwords for one account from all addresses that its person has not signed in from before.

    So many addresses guess no faster than this, and none of them keeps out the person at a known one.
    """

    scope = "account"
    rate = "50/hour"

    def key(self, request: Request) -> str | None:
        body = _with_password(request)
        if body is None:
            return None
        account = _account_in(request, body)
        return None if _is_known(address_of(request), account) else account


class SocketThrottle(WindowThrottle):
    """Sockets that are opened, by address, however soon they close."""

    scope = "sockets"


class PageThrottle(WindowThrottle):
    """Pages, by address. Calls have limits of their own."""

    scope = "pages"


class GuestThrottle(AddressPostThrottle):
    """New guests, by address."""

    scope = "guests"


# Of every call; those with limits of their own have these besides.
USUAL: Final = (AddressThrottle, TokenThrottle, PersonThrottle)
CREDENTIALS: Final = (*USUAL, CredentialsThrottle, GuessingThrottle)
SIGNING_IN: Final = (*CREDENTIALS, AccountThrottle)


def begin_counting(request: Request) -> None:
    """What is refused from now on has counted."""
    request._request.__dict__.setdefault("limits", [])


def refused(request: Request) -> float | None:
    """Count a call that is refused before it has: for whom it is, or what. Seconds to wait behind a limit."""
    if "limits" in request._request.__dict__:
        return None
    if "_user" not in vars(request):  # refused before anybody asked who it is
        request.user, request.auth = AnonymousUser(), None
    throttles = [throttle() for throttle in USUAL]
    return max((each.wait() for each in throttles if not each.allow_request(request, None)), default=None)


def state(request: HttpRequest, throttle: WindowThrottle) -> None:
    """Has the answer say what the limit is and what is left of it."""
    request.__dict__["limits"].append(throttle)


def stating_limits(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: the limits that a call counted for (draft-ietf-httpapi-ratelimit-headers)."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        limits: list[WindowThrottle] = request.__dict__.get("limits", [])
        if limits:
            policies = [f'"{each.scope}";q={each.limit};w={each.window}' for each in limits]
            response["RateLimit-Policy"] = ", ".join(policies)
            response["RateLimit"] = ", ".join(
                f'"{each.scope}";r={each.left};t={math.ceil(each.wait())}' for each in limits
            )
        return response

    return answer


def limiting_pages(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: a page that is one too many is not made."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        throttle = PageThrottle()
        if request.path_info.startswith(_UNCOUNTED) or throttle.admits(address_of(request)):
            return get_response(request)
        refusal = render(request, "429.html", status=429)
        refusal["Retry-After"] = str(math.ceil(throttle.wait()))
        return refusal

    return answer


def admits_try(request: HttpRequest, name: str) -> bool:
    """Count a password or code that is brought to a page for the account of this name, as SIGNING_IN does."""
    address, account = address_of(request), _digest(name)
    return (
        CredentialsThrottle().admits(address)
        and GuessingThrottle().admits(f"{address}:{account}")
        and (_is_known(address, account) or AccountThrottle().admits(account))
    )


def admits_appeal(request: HttpRequest) -> bool:
    """Count an appeal that is sent from a page, with those of the API."""
    return AppealThrottle().admits(address_of(request))


def remember_address(request: Request | HttpRequest, user: User) -> None:
    """The person has signed in from here, or has set a new password."""
    cache.set(_known_key(address_of(request), _digest(user.username)), 1, timeout=KNOWN_SECONDS)


def _is_known(address: str, account: str) -> bool:
    return cache.get(_known_key(address, account)) is not None


def _known_key(address: str, account: str) -> str:
    return f"known:{account}:{sha256(address.encode()).hexdigest()[:32]}"


def _account_in(request: Request, body: dict[str, Any]) -> str:
    """Whose password it is: of the account that is named, else of who asks."""
    name = body.get("username") if request.method == "POST" else None
    return _digest(name if isinstance(name, str) else request.user.get_username())


def _digest(name: str) -> str:
    return sha256(names.key_of(name).encode()).hexdigest()[:32]


def address_of(request: Request | HttpRequest) -> str:
    """The peer's address, never a header's."""
    return counted(request.META.get("REMOTE_ADDR", ""))


def counted(address: str) -> str:
    """Under which name an address counts. IPv6 by its /64, which is what one subscriber is given."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return "unknown"
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is None:
        return str(ip_network((parsed, 64), strict=False).network_address)
    return str(getattr(parsed, "ipv4_mapped", None) or parsed)


def _with_password(request: Request) -> dict[str, Any] | None:
    body = request.data if request.method in ("POST", "DELETE") else None
    return body if isinstance(body, dict) and "password" in body else None


def _parsed(rate: str) -> tuple[int, int]:
    written = _RATE.fullmatch(rate)
    assert written is not None, rate
    number, times, period = written.groups()
    return int(number), int(times or 1) * _SECONDS[period]


def _count(key: str, window: int) -> int:
    """How many with this one. Without Redis nobody is counted: play goes on."""
    try:
        cache.add(key, 0, timeout=window)
        return cache.incr(key)
    except (RedisError, OSError, ValueError) as error:  # ValueError: the window ended between the two
        _log.warning("throttle not counted: %s", error)
        return 0
