"""Lists page by page: `{"next", "previous", "results"}`."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from django.core.exceptions import ValidationError
from django.db import DataError
from django.db.models import Model, QuerySet
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.errors import ApiError
from accounts.api.parsing import query_integer

if TYPE_CHECKING:  # rest_framework.views imports this module, which the settings name
    from rest_framework.views import APIView

PAGE_SIZE: Final = 50
MAX_PAGE_SIZE: Final = 200

Row = TypeVar("Row", bound=Model)


class CursorPaging(CursorPagination):
    """`?cursor=` from a page's links, `?limit=` 1 to 200. Newest first, unless the view has an `ordering`."""

    page_size = PAGE_SIZE
    ordering = "-created_at"

    def get_page_size(self, request: Request) -> int:
        return query_integer(request, "limit", 1, MAX_PAGE_SIZE, default=PAGE_SIZE)

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return (getattr(view, "ordering", self.ordering),)

    def paginate_queryset(
        self, queryset: "QuerySet[Any] | Sequence[Any]", request: Request, view: "APIView | None" = None
    ) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (exceptions.NotFound, ValidationError, ValueError, DataError) as error:
            if self.cursor_query_param not in request.query_params:
                raise
            # The position in a cursor becomes a value of the ordering's column, and anyone can write one.
            raise ApiError("invalid", _("This is no cursor of a page."), field="cursor") from error


def page_of(view: "APIView", queryset: QuerySet[Row], render: Callable[[Row], Mapping[str, Any]]) -> Response:
    """One page of the rows, each rendered. For views that are no generic ones."""
    paging = CursorPaging()
    rows = paging.paginate_queryset(queryset, view.request, view) or []
    return paging.get_paginated_response([render(row) for row in rows])
