"""A program of somebody else's gets its tokens as any OAuth 2 client library does it, with a real browser."""

import pytest
from playwright.sync_api import Route
from requests_oauthlib import OAuth2Session

from tests.browser.conftest import OpenContext
from tests.browser.play import register
from tests.browser.site import PHONE, Site

BACK = "http://127.0.0.1/back"


@pytest.fixture(autouse=True)
def over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    """The library insists on HTTPS; the service under test is on this machine."""
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    monkeypatch.setenv("OAUTHLIB_RELAX_TOKEN_SCOPE", "1")


def test_a_client_library_walks_the_whole_way(open_context: OpenContext, site: Site) -> None:
    page = open_context(PHONE).new_page()
    register(page, site, "Nur-oauth")
    page.goto("/account/applications/")
    page.fill("[name=name]", "Little viewer")
    page.fill("[name=redirect_uris]", BACK)
    page.click("section:last-of-type button")
    client_id = page.inner_text("[data-client-id]")

    there = BACK.replace("127.0.0.1", "127.0.0.1:7999")  # it picks its port as it starts
    client = OAuth2Session(client_id, redirect_uri=there, scope=["read", "play"], pkce="S256")
    address, _state = client.authorization_url(f"{site.url}/oauth/authorize/")
    sent: list[str] = []

    def arrive(route: Route) -> None:
        sent.append(route.request.url)
        route.fulfill(status=200, body="back")

    page.route("http://127.0.0.1:7999/**", arrive)
    page.goto(address)
    assert page.locator("[data-scope]").count() == 2
    page.click("[value=allow]")
    page.wait_for_url("**/back?*")

    token_url = f"{site.url}/oauth/token/"
    token = client.fetch_token(token_url, authorization_response=sent[0], include_client_id=True)
    assert client.get(f"{site.url}/api/v1/account/").json()["username"] == "Nur-oauth"
    client.refresh_token(token_url, client_id=client_id)
    assert client.token["access_token"] != token["access_token"]
    assert client.get(f"{site.url}/api/v1/account/").json()["scopes"] == ["read", "play"]
    page.goto("/account/applications/")
    page.click("section:first-of-type .danger")
    assert client.get(f"{site.url}/api/v1/account/").status_code == 401
