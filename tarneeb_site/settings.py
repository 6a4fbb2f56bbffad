"""Settings, all from the environment; README.md lists the variables.

Without DATABASE_URL and REDIS_URL the servers that `make serve` runs are used:
the launcher leaves their addresses in `var/servers.json`.
"""

import json
import locale
import os
import tomllib
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from tarneeb_site import logs
from tarneeb_site.postgresql import addresses

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(os.environ.get("TARNEEB_VAR", BASE_DIR / "var"))


def _embedded(name: str) -> str:
    try:
        return str(json.loads((VAR_DIR / "servers.json").read_text())[name])
    except (OSError, KeyError, ValueError):
        return ""


def _environment(name: str) -> str:
    return os.environ.get(name) or _embedded(name)


# Of each process: what its requests share.
DATABASE_CONNECTIONS = 20
# Who waits for another's lock is told that it fails, and who stops in a transaction loses it: otherwise one
# of them keeps all connections waiting, and everybody behind.
DATABASE_LIMITS = "-c lock_timeout=3s -c idle_in_transaction_session_timeout=60s"


def _shared(url: str, patience: float = 5, **otherwise: Any) -> dict[str, Any]:
    """A database out of whose pool requests take their connections."""
    found = addresses.database(url, DATABASE_LIMITS, **otherwise)
    found["OPTIONS"]["pool"] = {
        "min_size": 1,
        "max_size": DATABASE_CONNECTIONS,
        "timeout": patience,
        "reconnect_timeout": 3,
    }
    return found


DATABASE_URL = _environment("DATABASE_URL")
# Other embedded addresses belong to the embedded database only.
DATABASE_OWNER_URL = os.environ.get("DATABASE_OWNER_URL") or (
    DATABASE_URL if os.environ.get("DATABASE_URL") else _embedded("DATABASE_OWNER_URL")
)
DATABASE_REPLICA_URL = os.environ.get("DATABASE_REPLICA_URL") or (
    "" if os.environ.get("DATABASE_URL") else _embedded("DATABASE_REPLICA_URL")
)
REDIS_URL = _environment("REDIS_URL")
# Where processes ring for each other, each match at one of them.
BELL_SERVERS = (os.environ.get("TARNEEB_BELL_SERVERS") or REDIS_URL).split()

# `default` is the application's role: it may read and append events, never change them.
# `owner` runs migrations (`manage.py migrate --database owner`).
DATABASES = {"default": _shared(DATABASE_URL), "owner": addresses.database(DATABASE_OWNER_URL)}
# Lists and past matches may be read from a copy that is a moment behind; `default` where there is none. One
# that is away is to be found out soon (reads.py).
if DATABASE_REPLICA_URL:
    DATABASES["replica"] = _shared(DATABASE_REPLICA_URL, patience=1, connect_timeout=2, tcp_user_timeout=3000)
READS = "replica" if DATABASE_REPLICA_URL else "default"
DATABASES["owner"]["TEST"] = {"MIRROR": None}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

DEBUG = os.environ.get("TARNEEB_DEBUG") == "1"
SECRET_KEY = _environment("SECRET_KEY") or ("insecure-development-key" if DEBUG else "")
# Earlier keys, with spaces between: what they have signed or sealed stays good.
SECRET_KEY_FALLBACKS = os.environ.get("SECRET_KEY_FALLBACKS", "").split()
# The embedded start is for the machine one sits at; a real one names its hosts.
ALLOWED_HOSTS = os.environ.get(
    "TARNEEB_HOSTS", "localhost,127.0.0.1,[::1]" if os.environ.get("DATABASE_URL") else "*"
).split(",")
HTTPS = os.environ.get("TARNEEB_HTTPS") == "1"

VERSION: str = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]
COMMIT = os.environ.get("TARNEEB_COMMIT", "")
LOG = os.environ.get("TARNEEB_LOG") or ("json" if os.environ.get("DATABASE_URL") else "text")
if LOG not in ("json", "text"):
    raise ImproperlyConfigured("TARNEEB_LOG is json or text")
LOGGING = logs.configuration(LOG)
ACCESS_LOG = os.environ.get("TARNEEB_ACCESS_LOG", "on") != "off"
METRICS_TOKEN = os.environ.get("TARNEEB_METRICS_TOKEN", "")
METRICS_LISTEN = os.environ.get("TARNEEB_METRICS_LISTEN", "")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sitemaps",
    "django.contrib.staticfiles",
    "channels",
    "corsheaders",
    "rest_framework",
    "accounts",  # before allauth, whose templates it replaces
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "games",
]

MIDDLEWARE = [
    "tarneeb_site.requestlog.RequestLog",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tarneeb_site.languages.follow",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.keeping.keeping_nothing",
    "accounts.api.throttling.limiting_pages",
    "accounts.api.throttling.stating_limits",
    "tarneeb_site.unstorable.refusing_nul",
]

ROOT_URLCONF = "tarneeb_site.urls"
ASGI_APPLICATION = "tarneeb_site.asgi.application"
APPEND_SLASH = False

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "tarneeb_site" / "templates"],  # before allauth's own
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tarneeb_site.head.about",
                "accounts.notices.shown",
            ],
            "libraries": {"head": "tarneeb_site.head"},
        },
    }
]

CACHES = {
    "default": {
        "BACKEND": "tarneeb_site.caching.PatientCache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
    }
}

AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

# Pages of the account, under /account/. Django's own backend finds look-alikes too: it asks User's manager.
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False  # a guest, who is signed in, may sign up
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True  # before what decides who may sign in is changed
ACCOUNT_EMAIL_VERIFICATION = "optional"  # nobody is kept from signing in; emails.is_confirmed asks for more
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tarneeb] "
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_FORMS = {
    "change_password": "accounts.forms.ChangePasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
}
MFA_FORMS = {
    "authenticate": "accounts.forms.AuthenticateForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
MFA_ADAPTER = "accounts.second_factor.Adapter"
MFA_TOTP_ISSUER = "Tarneeb"
MFA_TOTP_TOLERANCE = 1

# Whether ranked play asks for a confirmed address.
EMAIL_CONFIRMATION = os.environ.get("TARNEEB_EMAIL_CONFIRMATION") or (
    "mandatory" if os.environ.get("DATABASE_URL") else "optional"
)
if EMAIL_CONFIRMATION not in ("mandatory", "optional"):
    raise ImproperlyConfigured("TARNEEB_EMAIL_CONFIRMATION is mandatory or optional")

EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = VAR_DIR / "mail"
EMAIL_PORT = int(os.environ.get("EMAIL_PORT") or 25)
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = os.environ.get("EMAIL_USE_TLS") == "1"
EMAIL_USE_SSL = os.environ.get("EMAIL_USE_SSL") == "1"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("EMAIL_FROM") or "tarneeb@localhost"
# Whom people may write to.
CONTACT = os.environ.get("TARNEEB_CONTACT") or parseaddr(DEFAULT_FROM_EMAIL)[1]

USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = True
LANGUAGE_CODE = "en"
# In their own names: who looks for theirs need not read another.
LANGUAGES = [("en", "English"), ("ar", "العربية"), ("es", "Español"), ("pt", "Português")]
LANGUAGE_COOKIE_AGE = 31_536_000  # who has chosen one keeps it
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_SAMESITE = "Lax"
# Where Django and allauth have two Portuguese, they speak that of Brazil, as we do.
locale.locale_alias["pt"] = "pt_BR.UTF-8"

LOCALE_PATHS = [BASE_DIR / "games" / "locale"]  # one catalogue for the whole site

STATIC_URL = "static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "tarneeb_site" / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Our own files only, and nothing inline. The data: image is the second factor's QR code.
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}

# Other people's pages may call with a bearer token, never with our reader's session.
CORS_ALLOW_ALL_ORIGINS = True
CORS_URLS_REGEX = r"^/(api/v1/|oauth/(token|revoke)/|\.well-known/)"
CORS_ALLOW_HEADERS = [
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "if-none-match",
    "last-event-id",
]
CORS_EXPOSE_HEADERS = ["etag", "ratelimit", "ratelimit-policy", "retry-after", "x-request-id"]

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^(metrics|version|health/.*)$"]  # asked from within, past the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_COOKIE_SAMESITE = SESSION_COOKIE_SAMESITE = "Lax"
if HTTPS:  # browsers then take these cookies from this very host only
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
    LANGUAGE_COOKIE_NAME = "__Host-django_language"

THROTTLES = os.environ.get("TARNEEB_THROTTLES", "on") != "off"
# Sockets and streams that may be open at once, in each process.
OPEN_PER_PERSON = int(os.environ.get("TARNEEB_OPEN_PER_PERSON") or 50)
OPEN_PER_ADDRESS = int(os.environ.get("TARNEEB_OPEN_PER_ADDRESS") or 300)
# Wrong passwords and codes are counted by ours, since allauth's would lock the person out.
ACCOUNT_RATE_LIMITS: dict[str, Any] | bool = {"login_failed": None} if THROTTLES else False
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.BearerAuthentication",
        "accounts.api.authentication.BrowserAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.HasScope"],
    "DEFAULT_PARSER_CLASSES": ["accounts.api.parsing.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": [
        "accounts.api.throttling.AddressThrottle",
        "accounts.api.throttling.TokenThrottle",
        "accounts.api.throttling.PersonThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {
        "address": "600/min",
        "person": "1200/min",
        "token": "600/min",
        "credentials": "20/min",
        "guests": "60/hour",
        "pages": "1200/min",
        "sockets": "600/min",
    },
    "DEFAULT_PAGINATION_CLASS": "accounts.api.paging.CursorPaging",
    "EXCEPTION_HANDLER": "games.api.errors.handle",
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "games.api.openapi.CallSchema",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COERCE_DECIMAL_TO_STRING": False,
}
SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Tarneeb",
    "VERSION": "1",
    "DESCRIPTION": "Whatever our own pages do, your program can. Limits, errors and how long a call lasts: "
    "docs/api.md. Fields may be added: ignore those that you do not know.",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/"}],
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "POSTPROCESSING_HOOKS": ["games.api.openapi.with_components"],
}

CELERY_BROKER_URL = REDIS_URL
CELERY_TASK_DEFAULT_QUEUE = "default"
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True

BOT_DELAY_MS = int(os.environ.get("TARNEEB_BOT_DELAY_MS", "800"))
# Analyses that nobody has asked for, and the search for problems.
IDLE_WORK = os.environ.get("TARNEEB_IDLE_WORK", "on") != "off"
RANKED_RULESETS = os.environ.get("TARNEEB_RANKED", "cardems,levant-41,kaboot-41").split(",")
