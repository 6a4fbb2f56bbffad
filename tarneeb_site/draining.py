"""Whether this process is about to end: /health/ready says so, and a proxy that asks goes elsewhere."""

_begun = False


def begin() -> None:
    global _begun
    _begun = True


def is_draining() -> bool:
    return _begun
