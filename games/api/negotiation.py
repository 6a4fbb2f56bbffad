"""What a call answers with, whatever is accepted."""

from typing import Any

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request


class RefusesInJson(BaseContentNegotiation):
    """For calls whose answer may be no JSON document: whatever is accepted, a refusal is one."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type
