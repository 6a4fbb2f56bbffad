"""Accounts in Django's admin, where none is added or deleted: they begin and end by registration.py."""

from typing import Any

import allauth.mfa.admin  # noqa: F401  first, since it would show the secrets of second factors
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.http import HttpRequest

from accounts import emails
from accounts.endings import end_access
from accounts.models import Token, User

admin.site.unregister(Authenticator)

# ModelAdmin takes no type argument at run time, hence the two `type: ignore`.


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    list_display = ("username", "email", "kind", "is_active", "is_staff", "created_at")
    list_filter = ("kind", "is_guest", "is_active", "is_staff")
    search_fields = ("username", "email")
    ordering = ("-created_at",)
    filter_horizontal = ("groups", "user_permissions")
    shown = ("id", "username", "created_at", "last_login")
    powers = ("email", "is_staff", "is_superuser", "groups", "user_permissions")
    fields = (*shown, "kind", "language", "country", "is_active", *powers)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        # Staff who may edit accounts must not thereby give themselves powers, or another's address.
        return self.shown if request.user.is_superuser else (*self.shown, *self.powers)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Not by passwords: whether a list has a row would tell them, letter by letter."""
        return not lookup.startswith("password") and super().lookup_allowed(lookup, value, request)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """A new address is to be confirmed, and the old one opens nothing; who is shut out is out at once."""
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            emails.replace(obj)
        if "is_active" in form.changed_data and not obj.is_active:
            end_access(obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@admin.register(Token)
class TokenAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """To see and revoke them; the digest is not shown."""

    list_display = ("name", "user", "scopes", "created_at", "last_used_at", "expires_at")
    search_fields = ("name", "user__username")
    fields = ("id", *list_display)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Token | None = None) -> bool:
        return False
