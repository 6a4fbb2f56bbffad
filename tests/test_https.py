"""What is otherwise once the service is behind HTTPS, which the settings read when the program starts."""

import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
PROGRAM = """
import django
django.setup()
from django.test import Client
client = Client(headers={"x-forwarded-proto": "https"})
answer = client.get("/robots.txt", HTTP_HOST="example.org")
for name, value in answer.headers.items():
    print(name.lower(), value, sep=": ")
from django.conf import settings as s
whats = ("NAME", "SECURE", "PATH", "DOMAIN", "SAMESITE")
for cookie in ("SESSION", "CSRF", "LANGUAGE"):
    print(*(getattr(s, f"{cookie}_COOKIE_{what}") for what in whats))
print(s.SESSION_COOKIE_HTTPONLY)
print(Client().get("/robots.txt", HTTP_HOST="example.org")["Location"])
"""


def said() -> list[str]:
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "tarneeb_site.settings",
        "TARNEEB_HTTPS": "1",
        "TARNEEB_HOSTS": "example.org",
        "TARNEEB_THROTTLES": "off",
    }
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_browsers_use_https_only_and_cookies_are_this_hosts() -> None:
    lines = said()
    assert "strict-transport-security: max-age=31536000; includeSubDomains; preload" in lines
    assert "referrer-policy: same-origin" in lines
    assert "x-content-type-options: nosniff" in lines
    for name in ("sessionid", "csrftoken", "django_language"):
        assert f"__Host-{name} True / None Lax" in lines
    assert lines[-2:] == ["True", "https://example.org/robots.txt"]
