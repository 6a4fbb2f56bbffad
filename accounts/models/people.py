"""Accounts, the tokens that act for them, and whom they follow or block."""

import re
import secrets
import uuid
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, ClassVar, Final

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import names

_TOKEN: Final = re.compile(r"tarneeb_[A-Za-z0-9_-]{43}")
_USE_IS_NOTED_EVERY: Final = timedelta(minutes=1)


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        """Also finds the name written in another case or with look-alikes."""
        try:
            return self.get(username_key=names.key_of(names.normalise(username or "")))
        except names.InvalidName:
            raise self.model.DoesNotExist from None

    def present(self, username: str) -> "User":
        """The same, unless the account is gone: its pseudonym finds nothing. Raises DoesNotExist."""
        user = self.get_by_natural_key(username)
        if not user.is_active:
            raise self.model.DoesNotExist
        return user

    def create_user(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        """Without a password nobody can sign in. Raises InvalidName, IntegrityError."""
        user = self.model(username=names.normalise(username), email=self.normalize_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db, force_insert=True)
        return user

    def create_superuser(
        self, username: str, email: str = "", password: str | None = None, **fields: Any
    ) -> "User":
        return self.create_user(username, email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person or a bot. The row outlives a deleted account, since the event log names its id."""

    class Kind(models.TextChoices):
        HUMAN = "human", _("human")
        BOT = "bot", _("bot")

    # Random rather than UUIDv7: after deletion the id must tell nothing, not even when the person came.
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    username = models.CharField(_("name"), max_length=20)
    username_key = models.CharField(max_length=60, editable=False)
    email = models.EmailField(_("email address"), blank=True)
    kind = models.CharField(_("kind"), max_length=5, choices=Kind, default=Kind.HUMAN)
    language = models.CharField(_("language"), max_length=10, blank=True)
    country = models.CharField(_("country"), max_length=2, blank=True, help_text=_("ISO 3166-1 alpha-2"))
    is_guest = models.BooleanField(_("guest"), default=False)
    is_active = models.BooleanField(_("active"), default=True)
    is_staff = models.BooleanField(_("staff"), default=False)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    # What moderators have closed to them, until when: what standing.py makes of the rows in force.
    muted_until = models.DateTimeField(_("muted until"), null=True, editable=False)
    unranked_until = models.DateTimeField(_("banned from ranked play until"), null=True, editable=False)
    banned_until = models.DateTimeField(_("banned until"), null=True, editable=False)

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        constraints = [
            models.UniqueConstraint(fields=["username"], name="user_username_unique"),
            models.UniqueConstraint(fields=["username_key"], name="user_username_key_unique"),
            models.UniqueConstraint(Lower("email"), condition=~Q(email=""), name="user_email_unique"),
        ]
        indexes = [
            models.Index(fields=["created_at"], condition=Q(is_guest=True), name="user_guests"),
            models.Index(
                fields=["banned_until"], condition=Q(banned_until__isnull=False), name="user_banned"
            ),
        ]

    # Written by standing.py alone: a row that was loaded before a ban must not undo it when it is saved.
    CLOSED: ClassVar = frozenset({"muted_until", "unranked_until", "banned_until"})

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.username_key = names.key_of(self.username)
        if not self._state.adding and kwargs.get("update_fields") is None:
            fields = [field.name for field in self._meta.concrete_fields if not field.primary_key]
            kwargs["update_fields"] = set(fields) - self.CLOSED
        super().save(*args, **kwargs)

    @property
    def is_banned(self) -> bool:
        """Whether the service is closed to them now."""
        return self.banned_until is not None and self.banned_until > timezone.now()


class Scope(models.TextChoices):
    READ = "read", _("read what is yours")
    PLAY = "play", _("play")
    ACCOUNT = "account", _("manage the account")


def new_token_id() -> str:
    return secrets.token_urlsafe(9)


def new_token_text() -> str:
    return f"tarneeb_{secrets.token_urlsafe(32)}"


class TokenManager(models.Manager["Token"]):
    def issue(
        self,
        user: User,
        name: str,
        scopes: Iterable[Scope],
        expires_at: datetime | None = None,
        grant: "Grant | None" = None,
    ) -> tuple["Token", str]:
        """The stored token and its text, which is not kept and cannot be shown again."""
        text = new_token_text()
        return self.keep(text, user, name, scopes, expires_at, grant), text

    def keep(
        self,
        text: str,
        user: User,
        name: str,
        scopes: Iterable[str],
        expires_at: datetime | None,
        grant: "Grant | None" = None,
    ) -> "Token":
        """Stores the token of a text."""
        wanted = set(scopes)
        ordered = [scope.value for scope in Scope if scope in wanted]
        return self.create(
            user=user, name=name, scopes=ordered, digest=digest_of(text), expires_at=expires_at, grant=grant
        )

    def find(self, text: str) -> "Token | None":
        """The token with its user, unless unknown, expired, or of an account that is closed or banned."""
        if not _TOKEN.fullmatch(text):
            return None
        valid = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
        found = (
            self.select_related("user").filter(valid, digest=digest_of(text), user__is_active=True).first()
        )
        return None if found is None or found.user.is_banned else found


def digest_of(text: str) -> str:
    # No salt and no slow hash: the text is 32 random bytes, so there is nothing to guess.
    return sha256(text.encode()).hexdigest()


class Token(models.Model):
    """Lets a program act for a user within its scopes. Revoked by deleting the row."""

    id = models.CharField(primary_key=True, max_length=12, default=new_token_id, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=60)
    scopes: "ArrayField[Sequence[str], list[str]]" = ArrayField(
        models.CharField(max_length=10, choices=Scope), verbose_name=_("scopes")
    )
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)
    last_used_at = models.DateTimeField(_("last used at"), null=True, editable=False)
    expires_at = models.DateTimeField(_("expires at"), null=True, blank=True)
    # Of a token that an application got by OAuth, and of what it made by that.
    grant = models.ForeignKey(
        "Grant", on_delete=models.CASCADE, null=True, related_name="tokens", editable=False
    )

    objects: ClassVar[TokenManager] = TokenManager()

    class Meta:
        verbose_name = _("token")
        verbose_name_plural = _("tokens")
        constraints = [
            models.CheckConstraint(condition=Q(scopes__contained_by=Scope.values), name="token_scopes_known"),
        ]

    def __str__(self) -> str:
        return self.name

    def note_use(self) -> None:
        """Write `last_used_at`, at most once a minute so that reads stay reads."""
        now = timezone.now()
        if self.last_used_at is None or self.last_used_at <= now - _USE_IS_NOTED_EVERY:
            Token.objects.filter(pk=self.pk).update(last_used_at=now)


class Application(models.Model):
    """A program of somebody's to which others may give tokens (OAuth 2). It keeps no secret: it has PKCE."""

    id = models.CharField(primary_key=True, max_length=12, default=new_token_id, editable=False)
    owner = models.ForeignKey(User, on_delete=models.CASCADE, related_name="applications")
    name = models.CharField(_("name"), max_length=60)
    redirect_uris: "ArrayField[Sequence[str], list[str]]" = ArrayField(
        models.CharField(max_length=500), verbose_name=_("redirect addresses")
    )
    created_at = models.DateTimeField(_("created at"), default=timezone.now, editable=False)

    class Meta:
        verbose_name = _("application")
        verbose_name_plural = _("applications")

    def __str__(self) -> str:
        return self.name


class Grant(models.Model):
    """A person's consent to an application: first a code to exchange once, then the tokens that came of it.

    Deleting it takes all of them back.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(Application, on_delete=models.CASCADE, related_name="grants")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="grants")
    scopes: "ArrayField[Sequence[str], list[str]]" = ArrayField(
        models.CharField(max_length=10, choices=Scope)
    )
    redirect_uri = models.CharField(max_length=500)
    code_digest = models.CharField(max_length=64, unique=True)
    code_challenge = models.CharField(max_length=128)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    exchanged_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.user_id} {self.application_id}"


class RefreshToken(models.Model):
    """Good for one exchange. Kept after it, so that a second one is noticed."""

    digest = models.CharField(primary_key=True, max_length=64)
    grant = models.ForeignKey(Grant, on_delete=models.CASCADE, related_name="refresh_tokens")
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return str(self.grant_id)


class Follow(models.Model):
    """One person wants to hear of another."""

    follower = models.ForeignKey(User, on_delete=models.CASCADE, related_name="follows")
    followed = models.ForeignKey(User, on_delete=models.CASCADE, related_name="followed_by")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["follower", "followed"], name="follow_once"),
            models.CheckConstraint(condition=~Q(follower=F("followed")), name="follow_another"),
        ]

    def __str__(self) -> str:
        return f"{self.follower_id} {self.followed_id}"


class Block(models.Model):
    """One person wants nothing to do with another."""

    blocker = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(User, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["blocker", "blocked"], name="block_once"),
            models.CheckConstraint(condition=~Q(blocker=F("blocked")), name="block_another"),
        ]

    def __str__(self) -> str:
        return f"{self.blocker_id} {self.blocked_id}"


def names_of(ids: Iterable[str]) -> dict[str, str]:
    """Player id -> present name, in one query. Ids that are no account's are left out."""
    wanted = set(filter(_is_uuid, ids))
    if not wanted:
        return {}
    return {str(pk): name for pk, name in User.objects.filter(pk__in=wanted).values_list("pk", "username")}


def _is_uuid(text: str) -> bool:
    try:
        return str(uuid.UUID(text)) == text
    except ValueError:
        return False
