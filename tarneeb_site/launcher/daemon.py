"""supervisord, made quick: `python -m tarneeb_site.launcher.daemon -c supervisor.conf`.

It ends, with all that it runs, when the launcher is killed. And it attends to a signal at once: by itself it
notices a process that died, or that it shall stop, only when its wait of a second is over.
"""

import ctypes
import signal
import socket
import sys

from supervisor.options import ServerOptions
from supervisor.supervisord import go

PR_SET_PDEATHSIG = 1
AGAIN = b"\0"  # no signal has this number


class Alarm:
    """An entry in supervisord's table of sockets that becomes readable when a signal arrives."""

    def __init__(self) -> None:
        self._socket, self._bell = socket.socketpair()
        self._socket.setblocking(False)
        self._bell.setblocking(False)
        signal.set_wakeup_fd(self._bell.fileno(), warn_on_full_buffer=False)
        self._bell.send(AGAIN)  # start the programs without a first wait

    def fileno(self) -> int:
        return self._socket.fileno()

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        # A round of supervisord's loop buries the dead, the next one starts their successors.
        if self._socket.recv(4096).strip(AGAIN):
            self._bell.send(AGAIN)


class Options(ServerOptions):  # type: ignore[misc]
    def setsignals(self) -> None:
        super().setsignals()
        alarm = Alarm()
        self.get_socket_map()[alarm.fileno()] = alarm


if __name__ == "__main__":
    if sys.platform == "linux":  # elsewhere the next start finds what a killed launcher left
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    options = Options()
    options.realize(sys.argv[1:])
    options.first, options.test = True, False  # as supervisord's own main function has it
    go(options)
