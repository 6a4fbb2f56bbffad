"""Free TCP ports."""

import socket


def is_free(host: str, port: int) -> bool:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as candidate:
        # Connections of an earlier run that linger in TIME_WAIT must not count.
        candidate.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            candidate.bind((host, port))
        except OSError:
            return False
    return True


def free_port(wanted: int | None = None) -> int:
    """A free port of 127.0.0.1: `wanted` where possible, so that addresses last over restarts."""
    if wanted and is_free("127.0.0.1", wanted):
        return wanted
    with socket.socket() as candidate:
        candidate.bind(("127.0.0.1", 0))
        return int(candidate.getsockname()[1])
