"""The solver's own process: reads positions from standard input, writes what it finds at once.

Python -m games.solver.child: it lives until its input ends, its parent dies or DDS crashes.
"""

import ctypes
import resource
import signal
import struct
import sys
import time
from typing import BinaryIO

from games.solver import dds, wire

ADDRESS_SPACE = 1 << 29
PR_SET_PDEATHSIG = 1


def main() -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    path = dds.library_path()
    if path is None:
        sys.exit("there is no DDS here")
    library = dds.Library(path)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    serve(library, sys.stdin.buffer, sys.stdout.buffer)


def serve(library: dds.Library, requests: BinaryIO, answers: BinaryIO) -> None:
    while header := requests.read(wire.REQUEST.size):
        kind, count, nodes, seconds = wire.REQUEST.unpack(header)
        if kind == wire.TABLE:
            code, answer = library.table(requests.read(wire.HANDS.size))
            answers.write(struct.pack("<i", code) + answer)
        else:
            deals = [requests.read(wire.DEAL.size) for _ in range(count)]
            _solve(library, deals, nodes, time.monotonic() + seconds, answers)
        answers.flush()


def _solve(library: dds.Library, deals: list[bytes], nodes: int, deadline: float, answers: BinaryIO) -> None:
    visited = 0
    for place, deal in enumerate(deals):
        if place and (visited >= nodes or time.monotonic() > deadline):
            answers.write(wire.ANSWER.pack(wire.ENOUGH, *[0] * 54))
            return
        code, answer = library.solve(deal)
        answers.write(struct.pack("<i", code) + answer)
        answers.flush()
        visited += int.from_bytes(answer[:4], sys.byteorder)


if __name__ == "__main__":
    main()
