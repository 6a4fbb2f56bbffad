"""Bodies that are not what the call asks for: each a coded error, nothing changed, never a 500."""

from collections.abc import Callable
from typing import Any

import pytest

from accounts.models import Token, User
from tests.accounts.conftest import PASSWORD, Caller, assert_error

pytestmark = pytest.mark.django_db

MALFORMED = {
    "not JSON": b"username=layla",
    "cut off": b'{"username": "lay',
    "more than one": b"{}{}",
    "single quotes": b"{'username': 1}",
    "trailing comma": b'{"username": "layla",}',
    "NaN": b'{"username": NaN}',
    "Infinity": b'{"username": -Infinity}',
    "infinite by size": b'{"username": 1e999}',
    "a number of 5000 digits": b'{"username": ' + b"9" * 5000 + b"}",
    "invalid UTF-8": b'{"username": "\xff\xfe"}',
    "UTF-16": '{"username": "layla"}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"username": "layla"}',
    "lone surrogate": b'{"username": "\\ud800"}',
    "lone surrogate as a key": b'{"\\udfff": 1}',
    "NUL": b'{"username": "a\\u0000b"}',
    "NUL deep inside": b'{"x": [{"y": ["\\u0000"]}]}',
    "100,000 arrays": b"[" * 100_000,
    "30,000 arrays": b"[" * 30_000 + b"]" * 30_000,
    "deeply nested": b'{"x": ' + b"[" * 40 + b"]" * 40 + b"}",
    "deeply nested objects": b'{"x": ' * 5000 + b"1" + b"}" * 5000,
    "huge": b'{"username": "' + b"x" * 2**20 + b'"}',
    "huge space": b" " * 2**17,
    "array": b"[]",
    "string": b'"layla"',
    "number": b"8",
    "true": b"true",
    "null": b"null",
}
WRONG: list[Any] = [True, False, 8, 8.5, 10**30, None, [], ["layla"], {}, {"username": "layla"}, ""]
CALLS = ["accounts/", "session/", "tokens/"]
GOOD = {"username": "Zeinab", "email": "z@example.org", "password": PASSWORD, "name": "x", "scopes": ["read"]}
FIELDS = {
    "accounts/": ["username", "email", "password"],
    "session/": ["username", "password"],
    "tokens/": ["username", "password", "name", "scopes"],
}
CONTENT_TYPES = ["", "text/plain", "nonsense", "é/\x01", "application/json; charset=bogus"]
CONTENT_TYPES += [
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "multipart/form-data",
]


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_bodies(stranger: Caller, path: str, body: bytes) -> None:
    assert_error(stranger("POST", path, body), 400, "malformed")
    assert not User.objects.exists()


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_malformed_bodies_of_the_signed_in(layla: User, bearer: Callable[..., Caller], body: bytes) -> None:
    caller = bearer(layla, "account")
    assert_error(caller("POST", "tokens/", body), 400, "malformed")
    assert_error(caller("DELETE", "account/", body), 400, "malformed")
    assert Token.objects.count() == User.objects.filter(is_active=True).count() == 1


@pytest.mark.parametrize(("path", "field"), [(path, field) for path in CALLS for field in FIELDS[path]])
def test_fields_of_the_wrong_type(stranger: Caller, path: str, field: str) -> None:
    person = User.objects.create_user("Zeinab", "z@example.org", PASSWORD)
    if path == "accounts/":
        person.delete()
    for value in WRONG:
        assert_error(stranger("POST", path, GOOD | {field: value}), 400, "invalid", field)
    without = {name: value for name, value in GOOD.items() if name != field}
    assert_error(stranger("POST", path, without), 400, "invalid", field)
    assert not Token.objects.exists()


@pytest.mark.parametrize("path", CALLS)
@pytest.mark.parametrize("body", [b"", b"  \n", b"{}"])
def test_no_body_is_an_empty_object(stranger: Caller, path: str, body: bytes) -> None:
    response = stranger("POST", path, body)
    if path == "tokens/":  # names no person, so it asks who is signed in
        assert_error(response, 401, "not_signed_in")
    else:
        assert_error(response, 400, "invalid", "username")


@pytest.mark.parametrize("content_type", CONTENT_TYPES)
def test_the_content_type_does_not_matter(stranger: Caller, content_type: str) -> None:
    body = b'{"username": "Zeinab", "email": "z@example.org", "password": "a long enough secret"}'
    response = stranger.http.generic("POST", "/api/v1/accounts/", body, content_type)
    assert response.status_code == 201


@pytest.mark.parametrize("body", [b"junk", b"--x\r\n\r\n\r\n--x--", b"a=b&" * 2000, b"\xff" * 3_000_000])
@pytest.mark.parametrize(
    "content_type",
    ["multipart/form-data; boundary=x", "multipart/form-data", "application/x-www-form-urlencoded"],
)
def test_forms_that_the_csrf_check_looks_into(browser: Caller, content_type: str, body: bytes) -> None:
    for path, method in (("tokens/", "POST"), ("account/", "DELETE"), ("session/", "DELETE")):
        response = browser.http.generic(method, f"/api/v1/{path}", body, content_type)
        assert response.status_code in (400, 403), response.content
        assert response.headers["Content-Type"] == "application/json"
    assert browser("GET", "account/").status_code == 200


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/api/v1/problems/%00/", 404),
        ("POST", "/api/v1/problems/a%00b/attempts/", 404),
        ("DELETE", "/api/v1/tokens/%00/", 404),
        ("GET", "/api/v1/players/%00/", 404),
        ("GET", "/en/problems/%00/", 404),
        ("GET", "/account/appeal/%00/", 404),
        ("GET", "/api/v1/matches/?ruleset=%00", 400),
        ("POST", "/oauth/token/?grant_type=refresh_token&client_id=%00", 400),
        ("GET", "/oauth/authorize/?client_id=%00", 400),
    ],
)
def test_nul_in_an_address_finds_nothing(browser: Caller, method: str, path: str, status: int) -> None:
    browser.http.raise_request_exception = False
    csrf = {"X-CSRFToken": browser.http.cookies["csrftoken"].value}
    assert browser.http.generic(method, path, headers=csrf).status_code == status


def test_nul_in_a_form_of_an_application(stranger: Caller) -> None:
    stranger.http.raise_request_exception = False
    form = {"grant_type": "refresh_token", "client_id": "\x00", "refresh_token": "x"}
    assert stranger.http.post("/oauth/token/", form).status_code == 400
