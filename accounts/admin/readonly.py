"""What the admin shows and never changes."""

from typing import Any

from django.http import HttpRequest


class ReadOnly:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
