"""DDS's library, as the package endplay ships it, called through ctypes: endplay itself imports too much.

It is not thread-safe, and what it does with a position that cannot be is to crash.
"""

import ctypes
import sys
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path

MEGABYTES = 40
_NAMES = {"win32": "dds.dll", "darwin": "libdds.dylib"}


class _Deal(ctypes.Structure):
    _fields_ = [("numbers", ctypes.c_int * 24)]


class _Hands(ctypes.Structure):
    _fields_ = [("numbers", ctypes.c_uint * 16)]


@cache
def library_path() -> Path | None:
    """Where the library is, None where it is not installed."""
    found = PathFinder.find_spec("endplay")
    for place in (found.submodule_search_locations or []) if found else []:
        path = Path(place) / "_dds" / _NAMES.get(sys.platform, "libdds.so")
        if path.exists():
            return path
    return None


class Library:
    """The library, loaded."""

    def __init__(self, path: Path) -> None:
        self._dds = ctypes.CDLL(str(path))
        self._dds.SetResources(MEGABYTES, 1)
        self._dds.SolveBoard.argtypes = [
            _Deal, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_void_p, ctypes.c_int
        ]  # fmt: skip
        self._dds.CalcDDtable.argtypes = [_Hands, ctypes.c_void_p]

    def solve(self, deal: bytes) -> tuple[int, bytes]:
        """DDS's return code and its struct futureTricks: every legal card with its tricks."""
        answer = ctypes.create_string_buffer(4 * 54)
        every_card, always_search = 3, 1
        code = self._dds.SolveBoard(_Deal.from_buffer_copy(deal), -1, every_card, always_search, answer, 0)
        return code, answer.raw

    def table(self, hands: bytes) -> tuple[int, bytes]:
        """DDS's return code and its struct ddTableResults."""
        answer = ctypes.create_string_buffer(4 * 20)
        code = self._dds.CalcDDtable(_Hands.from_buffer_copy(hands), answer)
        return code, answer.raw
