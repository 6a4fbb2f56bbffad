"""OAuth 2: consent, codes, tokens, and all that is refused."""

import base64
import hashlib
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Application, Grant, RefreshToken, Token, User
from accounts.oauth import addresses
from tests.accounts.conftest import PASSWORD, Caller

BACK = "https://viewer.example/back"
VERIFIER = "v" * 43
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()


@pytest.fixture
def application(omar: User) -> Application:
    return Application.objects.create(owner=omar, name="Viewer", redirect_uris=[BACK])


@pytest.fixture
def layla_signed_in(layla: User) -> Client:
    client = Client()
    client.force_login(layla, "django.contrib.auth.backends.ModelBackend")
    return client


def question(application: Application, **other: str | None) -> str:
    asked = {
        "response_type": "code",
        "client_id": application.pk,
        "redirect_uri": BACK,
        "scope": "read play",
        "state": "s1",
        "code_challenge": CHALLENGE,
        "code_challenge_method": "S256",
    } | other
    return "/oauth/authorize/?" + urlencode(
        {name: value for name, value in asked.items() if value is not None}
    )


def answer(response: Any) -> dict[str, str]:
    """What the application is told by the address that the browser is sent to."""
    assert response.status_code == 302, response.content
    assert response["Location"].startswith(BACK)
    return {name: values[0] for name, values in parse_qs(urlsplit(response["Location"]).query).items()}


def consent(client: Client, application: Application, **other: str | None) -> str:
    told = answer(client.post(question(application, **other), {"decision": "allow"}))
    assert told["state"] == "s1"
    return told["code"]


def exchange(application: Application, code: str, /, **other: str) -> Any:
    body = {
        "grant_type": "authorization_code",
        "client_id": application.pk,
        "code": code,
        "redirect_uri": BACK,
        "code_verifier": VERIFIER,
        **other,
    }
    return Client().post("/oauth/token/", body)


def refresh(application: Application, text: str, **other: str) -> Any:
    body = {"grant_type": "refresh_token", "client_id": application.pk, "refresh_token": text} | other
    return Client().post("/oauth/token/", body)


def refused(response: Any, error: str) -> None:
    assert response.status_code in (400, 401), response.content
    assert response.json()["error"] == error
    assert not Token.objects.exists()


def account(text: str) -> Any:
    return Caller(text)("GET", "account/")


def test_a_person_lets_an_application_act_for_them(layla_signed_in: Client, application: Application) -> None:
    page = layla_signed_in.get(question(application))
    assert page.status_code == 200
    assert "Viewer" in page.content.decode() and "Omar" in page.content.decode()
    assert "form-action 'self' https://viewer.example" in page["Content-Security-Policy"]
    given = exchange(application, consent(layla_signed_in, application))
    assert given.status_code == 200 and "no-store" in given["Cache-Control"]
    body = given.json()
    assert (body["token_type"], body["expires_in"], body["scope"]) == ("Bearer", 3600, "play read")
    who = account(body["access_token"]).json()
    assert (who["username"], who["scopes"]) == ("Layla", ["read", "play"])
    assert body["access_token"] not in str(list(Token.objects.values()))
    assert body["refresh_token"] not in str(list(RefreshToken.objects.values()))


def test_a_person_does_not(layla_signed_in: Client, application: Application) -> None:
    told = answer(layla_signed_in.post(question(application), {"decision": "deny"}))
    assert (told["error"], told["state"]) == ("access_denied", "s1")
    assert not Grant.objects.exists()


def test_strangers_sign_in_first_and_guests_cannot(application: Application, client: Client) -> None:
    response = client.get(question(application))
    assert response["Location"].startswith("/account/login/?next=/oauth/authorize/")
    guest = User.objects.create_user("guest-one", is_guest=True)
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    assert client.post(question(application), {"decision": "allow"})["Location"] == "/account/signup/"


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"code_challenge_method": "plain"}, "invalid_request"),
        ({"code_challenge_method": None}, "invalid_request"),
        ({"code_challenge": None}, "invalid_request"),
        ({"code_challenge": "short"}, "invalid_request"),
        ({"scope": "read everything"}, "invalid_scope"),
        ({"scope": None}, "invalid_scope"),
        ({"response_type": "token"}, "unsupported_response_type"),
    ],
)
def test_a_wrong_question_is_told_to_the_application(
    layla_signed_in: Client, application: Application, other: dict[str, str | None], error: str
) -> None:
    for ask in (layla_signed_in.get, lambda path: layla_signed_in.post(path, {"decision": "allow"})):
        assert answer(ask(question(application, **other)))["error"] == error
    assert not Grant.objects.exists()


@pytest.mark.parametrize(
    "other",
    [
        {"redirect_uri": "https://viewer.example/other"},
        {"redirect_uri": "https://viewer.example/back/../steal"},
        {"redirect_uri": "https://evil.example/back"},
        {"redirect_uri": BACK + "?a=1"},
        {"redirect_uri": None},
        {"client_id": "nobody"},
        {"client_id": None},
    ],
)
def test_nobody_is_sent_where_no_application_waits(
    layla_signed_in: Client, application: Application, other: dict[str, str | None]
) -> None:
    for ask in (layla_signed_in.get, lambda path: layla_signed_in.post(path, {"decision": "allow"})):
        response = ask(question(application, **other))
        assert (response.status_code, response.get("Location")) == (400, None)
    assert not Grant.objects.exists()


def test_a_code_is_good_once_and_a_second_use_takes_all_back(
    layla_signed_in: Client, application: Application
) -> None:
    code = consent(layla_signed_in, application)
    token = exchange(application, code).json()["access_token"]
    assert account(token).status_code == 200
    refused(exchange(application, code), "invalid_grant")
    assert account(token).status_code == 401
    assert not RefreshToken.objects.exists()


@pytest.mark.parametrize(
    ("other", "error"),
    [
        ({"code_verifier": "w" * 43}, "invalid_grant"),
        ({"code_verifier": ""}, "invalid_request"),
        ({"code_verifier": CHALLENGE}, "invalid_grant"),
        ({"redirect_uri": "https://viewer.example/other"}, "invalid_grant"),
        ({"client_id": "nobody"}, "invalid_client"),
        ({"code": "another"}, "invalid_grant"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
        ({"grant_type": "client_credentials"}, "unsupported_grant_type"),
    ],
)
def test_a_wrong_exchange_gives_nothing(
    layla_signed_in: Client, application: Application, other: dict[str, str], error: str
) -> None:
    refused(exchange(application, consent(layla_signed_in, application), **other), error)


def test_a_code_of_another_application_or_of_long_ago_gives_nothing(
    layla_signed_in: Client, application: Application, omar: User
) -> None:
    other = Application.objects.create(owner=omar, name="Other", redirect_uris=[BACK])
    code = consent(layla_signed_in, application)
    refused(exchange(other, code), "invalid_grant")
    Grant.objects.update(created_at=timezone.now() - timedelta(seconds=61))
    refused(exchange(application, code), "invalid_grant")


def test_tokens_are_renewed_and_end(layla_signed_in: Client, application: Application) -> None:
    first = exchange(application, consent(layla_signed_in, application)).json()
    second = refresh(application, first["refresh_token"]).json()
    assert account(first["access_token"]).status_code == 401
    assert account(second["access_token"]).json()["scopes"] == ["read", "play"]
    Token.objects.update(expires_at=timezone.now())
    assert account(second["access_token"]).status_code == 401
    third = refresh(application, second["refresh_token"], scope="read").json()
    assert third["scope"] == "read"
    assert account(third["access_token"]).json()["scopes"] == ["read"]
    assert refresh(application, third["refresh_token"], scope="account").json()["error"] == "invalid_scope"


def test_a_refresh_token_that_comes_twice_ends_all(layla_signed_in: Client, application: Application) -> None:
    first = exchange(application, consent(layla_signed_in, application)).json()
    second = refresh(application, first["refresh_token"]).json()
    refused(refresh(application, first["refresh_token"]), "invalid_grant")
    refused(refresh(application, second["refresh_token"]), "invalid_grant")
    assert account(second["access_token"]).status_code == 401


@pytest.mark.parametrize("which", ["access_token", "refresh_token"])
def test_an_application_gives_back_what_it_has(
    layla_signed_in: Client, application: Application, omar: User, which: str
) -> None:
    given = exchange(application, consent(layla_signed_in, application)).json()
    other = Application.objects.create(owner=omar, name="Other", redirect_uris=[BACK])
    for client_id, status in ((other.pk, 400), (application.pk, 200)):
        body = {"token": given[which], "client_id": client_id}
        assert Client().post("/oauth/revoke/", body).status_code == status
    assert account(given["access_token"]).status_code == 401
    is_renewed = refresh(application, given["refresh_token"]).status_code == 200
    assert is_renewed == (which == "access_token")
    unknown = {"token": "unknown", "client_id": application.pk}
    assert Client().post("/oauth/revoke/", unknown).status_code == 200


def test_a_person_takes_consent_back(layla_signed_in: Client, application: Application) -> None:
    given = exchange(application, consent(layla_signed_in, application)).json()
    grant = Grant.objects.get()
    assert "Viewer" in layla_signed_in.get("/account/applications/").content.decode()
    stranger = Client()
    stranger.force_login(application.owner, "django.contrib.auth.backends.ModelBackend")
    path = f"/account/grants/{grant.pk}/withdraw/"
    assert stranger.post(path).status_code == 404
    assert layla_signed_in.post(path).status_code == 302
    assert account(given["access_token"]).status_code == 401
    refused(refresh(application, given["refresh_token"]), "invalid_grant")


def test_what_an_application_has_made_goes_with_its_consent(
    layla_signed_in: Client, application: Application
) -> None:
    given = exchange(application, consent(layla_signed_in, application, scope="account read")).json()
    wish = {"name": "another", "scopes": ["read"]}
    made = Caller(given["access_token"])("POST", "tokens/", wish).json()["token"]
    assert account(made).status_code == 200
    layla_signed_in.post(f"/account/grants/{Grant.objects.get().pk}/withdraw/")
    assert account(made).status_code == 401


def test_an_application_of_somebody_banned_gets_nothing_more(
    layla_signed_in: Client, application: Application
) -> None:
    given = exchange(application, consent(layla_signed_in, application)).json()
    User.objects.filter(pk=application.owner_id).update(banned_until=timezone.now() + timedelta(days=1))
    assert refresh(application, given["refresh_token"]).json()["error"] == "invalid_client"
    assert layla_signed_in.get(question(application)).status_code == 400


def test_a_deleted_account_takes_everything_back(
    layla_signed_in: Client, layla: User, application: Application
) -> None:
    given = exchange(application, consent(layla_signed_in, application)).json()
    body = f'{{"password": "{PASSWORD}"}}'
    gone = layla_signed_in.delete("/api/v1/account/", body, content_type="application/json")
    assert gone.status_code == 204
    assert account(given["access_token"]).status_code == 401
    assert refresh(application, given["refresh_token"]).status_code == 400
    assert not Grant.objects.exists()


def test_applications_are_registered_and_deleted(layla_signed_in: Client, layla: User, omar: User) -> None:
    page = layla_signed_in.post("/account/applications/", {"name": "Mine", "redirect_uris": BACK})
    assert page.status_code == 302
    mine = Application.objects.get(owner=layla)
    assert mine.redirect_uris == [BACK]
    bad = layla_signed_in.post(
        "/account/applications/", {"name": "Bad", "redirect_uris": "javascript:alert(1)"}
    )
    assert bad.status_code == 400
    other = Client()
    other.force_login(omar, "django.contrib.auth.backends.ModelBackend")
    assert other.post(f"/account/applications/{mine.pk}/delete/").status_code == 404
    assert layla_signed_in.post(f"/account/applications/{mine.pk}/delete/").status_code == 302
    assert not Application.objects.exists()


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        (BACK, True),
        ("http://127.0.0.1:8080/back", True),
        ("http://[::1]/back", True),
        ("com.example.app:/back", True),
        ("http://viewer.example/back", False),
        ("http://127.0.0.1.evil.example/", False),
        ("https://user@viewer.example/", False),
        ("https://viewer.example/#here", False),
        ("https://viewer.example/ x", False),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        ("https://", False),
        ("", False),
    ],
)
def test_which_addresses_are_allowed(address: str, allowed: bool) -> None:
    assert addresses.is_allowed(address) == allowed


@pytest.mark.parametrize(
    ("registered", "given", "same"),
    [
        ("http://127.0.0.1/back", "http://127.0.0.1:51234/back", True),
        ("http://127.0.0.1/back", "http://127.0.0.1:51234/other", False),
        ("http://127.0.0.1/back", "http://127.0.0.1@evil.example/back", False),
        (BACK, "https://viewer.example:444/back", False),
    ],
)
def test_only_ones_own_machine_may_change_its_port(registered: str, given: str, same: bool) -> None:
    assert addresses.is_same(registered, given) == same


def test_where_everything_is(client: Client) -> None:
    body = client.get("/.well-known/oauth-authorization-server").json()
    assert body["code_challenge_methods_supported"] == ["S256"]
    assert body["token_endpoint"] == "http://testserver/oauth/token/"


def test_pages_elsewhere_call_with_a_token_and_never_with_a_session(
    layla_signed_in: Client, layla: User
) -> None:
    elsewhere = {"origin": "https://viewer.example"}
    response = layla_signed_in.get("/api/v1/rulesets/", headers=elsewhere)
    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    asked = {
        **elsewhere,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
    }
    allowed = Client().options("/api/v1/matches/", headers=asked)
    assert "authorization" in allowed["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Origin" not in layla_signed_in.get("/account/email/", headers=elsewhere)
