"""Languages: addresses that have one, whose language the others speak, and how a reader changes it."""

import re
import struct
from http import HTTPStatus
from typing import Any
from uuid import uuid4
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.core import mail
from django.test import Client
from django.urls import reverse

from tests import english

pytestmark = pytest.mark.django_db

CODES = [code for code, _name in settings.LANGUAGES]
COOKIE = settings.LANGUAGE_COOKIE_NAME
PASSWORD = "sahlab-w-tamr"
TRANSLATED = [
    "",
    "rules/",
    "learn/",
    "leaderboards/",
    "watch/",
    "problems/",
    "developers/",
    "privacy/",
    "terms/",
    "licences/",
]


def choose(client: Client, language: str) -> None:
    client.cookies[COOKIE] = language


def leads_to(answer: Any) -> str:
    assert answer.status_code == HTTPStatus.FOUND
    return str(answer.headers["Location"])


def language_of(answer: Any) -> str:
    return str(answer.content.decode().partition('<html lang="')[2][:2])


@pytest.mark.parametrize("page", TRANSLATED)
@pytest.mark.parametrize("language", CODES)
def test_a_page_is_in_the_language_of_its_address(client: Client, language: str, page: str) -> None:
    answer = client.get(f"/{language}/{page}", headers={"accept-language": "fr"})
    direction = "rtl" if language == "ar" else "ltr"
    assert f'<html lang="{language}" dir="{direction}">' in answer.content.decode()


@pytest.mark.parametrize("page", TRANSLATED)
@pytest.mark.parametrize(
    ("cookie", "header", "language"),
    [
        ("", "", "en"),
        ("", "fr, xx", "en"),
        ("", "fr, es-MX;q=0.8, en;q=0.5", "es"),
        ("", "pt-BR, en;q=0.5", "pt"),
        ("ar", "es", "ar"),
        ("xx", "es", "es"),
    ],
)
def test_an_address_without_a_language_leads_to_the_readers_own(
    client: Client, page: str, cookie: str, header: str, language: str
) -> None:
    if cookie:
        choose(client, cookie)
    answer = client.get(f"/{page}?from=mail", headers={"accept-language": header})
    assert leads_to(answer) == f"/{language}/{page}?from=mail"
    assert set(answer.headers["Vary"].split(", ")) >= {"Accept-Language", "Cookie"}


def test_what_has_one_address_keeps_it(client: Client) -> None:
    for path in ("/account/login/", "/words/es.js", "/offline/es/", "/manifest/es.webmanifest"):
        assert client.get(path).status_code == HTTPStatus.OK
        assert client.get(f"/es{path}").status_code == HTTPStatus.NOT_FOUND
    assert language_of(client.get("/account/login/", headers={"accept-language": "pt"})) == "pt"


def test_nothing_here_is_said_in_the_right_language(client: Client) -> None:
    assert language_of(client.get("/es/nothing/")) == "es"
    assert language_of(client.get("/nothing/", headers={"accept-language": "ar"})) == "ar"
    api = client.get("/api/v1/nothing/", headers={"accept-language": "es"})
    assert (api.status_code, api.json()["code"]) == (HTTPStatus.NOT_FOUND, "not_found")


@pytest.mark.parametrize(
    ("here", "there"),
    [("/es/", "/ar/"), ("/es/rules/?at=3", "/ar/rules/?at=3"), ("/account/login/?next=/x/", None)],
)
def test_a_reader_changes_the_language_and_stays(client: Client, here: str, there: str | None) -> None:
    page = client.get(here, headers={"accept-language": "es"}).content.decode()
    action = page.partition('<form id="languages" action="')[2].partition('"')[0]
    answer = client.post(action, {"language": "ar", "next": here}, headers={"accept-language": "en"})
    assert leads_to(answer) == (there or here)
    assert answer.cookies[COOKIE].value == "ar"
    assert int(answer.cookies[COOKIE]["max-age"]) == settings.LANGUAGE_COOKIE_AGE
    assert leads_to(client.get("/", headers={"accept-language": "es"})) == "/ar/"


def test_the_switch_leads_to_no_other_site(client: Client) -> None:
    for elsewhere in ("https://elsewhere.example/", "//elsewhere.example/es/"):
        answer = client.post("/es/language/", {"language": "ar", "next": elsewhere})
        assert "elsewhere" not in leads_to(answer)


def test_who_came_by_a_languages_address_goes_on_in_it(client: Client) -> None:
    headers = {"accept-language": "en"}
    answer = client.get("/es/", headers=headers)
    assert answer.cookies[COOKIE].value == "es"
    assert not answer.cookies[COOKIE]["max-age"]  # for this visit
    assert language_of(client.get("/account/login/", headers=headers)) == "es"


def test_a_languages_address_undoes_no_choice(client: Client) -> None:
    choose(client, "ar")
    assert COOKIE not in client.get("/es/").cookies
    assert COOKIE not in Client().get("/es/", headers={"accept-language": "es"}).cookies


def links(page: str) -> dict[str, str]:
    """hreflang -> address; `canonical` too."""
    found = re.findall(r'<link rel="(canonical|alternate)"(?: hreflang="([^"]+)")? href="([^"]+)">', page)
    return {language or relation: address for relation, language, address in found}


@pytest.mark.parametrize("page", TRANSLATED)
def test_a_page_names_itself_in_all_languages(client: Client, page: str) -> None:
    answer = client.get(f"/es/{page}?from=mail").content.decode()
    addresses = {code: f"http://testserver/{code}/{page}" for code in CODES}
    plain = f"http://testserver/{page}"
    assert links(answer) == {"canonical": addresses["es"], **addresses, "x-default": plain}
    assert "noindex" not in answer


def test_descriptions_are_each_pages_own(client: Client) -> None:
    pages = [client.get(f"/{code}/{page}").content.decode() for code in CODES for page in TRANSLATED]
    described = [re.findall('<meta name="description" content="([^"]+)">', page) for page in pages]
    assert all(len(texts) == 1 for texts in described)
    assert len({texts[0] for texts in described}) == len(pages)


@pytest.mark.parametrize("path", ["/account/login/", "/es/nothing/", "/nothing/", "/offline/es/"])
def test_what_is_not_to_be_found_says_so(client: Client, path: str) -> None:
    page = client.get(path).content.decode()
    assert '<meta name="robots" content="noindex">' in page
    assert links(page) == {}


def test_a_shared_link_shows_our_picture(client: Client) -> None:
    page = client.get("/pt/rules/").content.decode()
    shown = dict(re.findall(r'<meta (?:property|name)="((?:og|twitter):[\w:]+)" content="([^"]*)">', page))
    assert shown["og:url"] == "http://testserver/pt/rules/"
    assert shown["og:title"] == page.partition("<title>")[2].partition("</title>")[0]
    assert shown["twitter:card"] == "summary_large_image"
    assert shown["og:image"].startswith("http://testserver/static/card.")
    png = (settings.BASE_DIR / "tarneeb_site/static/card.png").read_bytes()
    assert struct.unpack(">II", png[16:24]) == (1200, 630)


def test_the_sitemap_has_the_public_pages_in_each_language(client: Client) -> None:
    robots = client.get("/robots.txt").content.decode()
    assert "Sitemap: http://testserver/sitemap.xml" in robots
    sitemap = ElementTree.fromstring(client.get("/sitemap.xml").content)
    names = {"s": "http://www.sitemaps.org/schemas/sitemap/0.9", "x": "http://www.w3.org/1999/xhtml"}
    pages = {f"http://testserver/{code}/{page}" for code in CODES for page in TRANSLATED}
    assert {url.text for url in sitemap.findall("s:url/s:loc", names)} == pages
    for url in sitemap.findall("s:url", names):
        alternates = {link.get("hreflang"): str(link.get("href")) for link in url.findall("x:link", names)}
        assert alternates.keys() == {*CODES, "x-default"}
        assert leads_to(client.get(alternates.pop("x-default"))) in map(path_of, alternates.values())
        assert set(alternates.values()) <= pages


def path_of(address: str) -> str:
    return address.removeprefix("http://testserver")


@pytest.mark.parametrize("language", ["ar", "es", "pt"])
def test_mails_and_the_accounts_pages_speak_the_language(client: Client, language: str) -> None:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    address = f"{uuid4().hex}@example.org"  # limits count by address
    form = {"username": "Zeinab", "email": address, "password1": PASSWORD, "password2": PASSWORD}
    pages = [client.post("/account/signup/", form | {"password2": "x", "email": "x"})]
    client.post("/account/signup/", form)
    names = ("email", "change_password", "logout", "reauthenticate", "reset_password", "login", "inactive")
    paths = [reverse(f"account_{name}") for name in names]
    pages += [client.get(path) for path in (*paths, reverse("usersessions_list"), reverse("mfa_index"))]
    pages.append(client.post("/account/login/", {"login": "nobody", "password": "x"}))
    for known in (address, f"x{address}"):
        client.post("/account/password/reset/", {"email": known})
    assert all(page.status_code == HTTPStatus.OK for page in pages)
    assert len(mail.outbox) == 3
    texts = [page.content.decode() for page in pages]
    texts += [f"{message.subject}\n{message.body}" for message in mail.outbox]
    assert not set().union(*(english.found(text, language) for text in texts))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    login = client.get(reverse("account_login")).content.decode()
    assert "Forgot your password?" in english.found(login, language)


@pytest.mark.parametrize(
    ("path", "language", "text"),
    [
        ("/account/password/reset/", "es", "¿Olvidaste tu contraseña? Escribe"),
        ("/account/signup/", "es", "Tu contraseña debe tener al menos 8 caracteres."),
        ("/account/signup/", "pt", "Já tem uma conta? Então <a"),
        ("/account/login/", "pt", "Senha"),
    ],
)
def test_packages_address_people_as_we_do(client: Client, path: str, language: str, text: str) -> None:
    assert text in client.get(path, headers={"accept-language": language}).content.decode()
