"""`python -m tarneeb_site.web`: uvicorn, which on its way out sends its people away bit by bit.

Told to stop it takes no new connections, so that a proxy goes elsewhere; then it closes sockets (1012) and
streams over a few seconds, for together they would come back together; then it answers what was asked.
"""

import argparse
import os
import socket

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tarneeb_site.asgi import application  # isort: skip  first, since it sets Django up
from games.live.hub import hub
from tarneeb_site import draining
from tarneeb_site.connections import Connection

DRAIN_SECONDS = float(os.environ.get("TARNEEB_DRAIN_SECONDS") or 3)
# Of what has been asked before the end.
ANSWER_SECONDS = 5
# Above 8 KiB a client is told that a frame is too large; above this the socket closes.
MAX_FRAME = 1024 * 1024


class Web(uvicorn.Server):
    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        draining.begin()
        for server in self.servers:
            server.close()
        # Nor may a proxy open sockets over connections that it keeps.
        for connection in list(self.server_state.connections):
            if isinstance(connection, HttpToolsProtocol):
                connection.shutdown()
        try:
            await hub().send_away(DRAIN_SECONDS)
        finally:
            await super().shutdown(sockets)


def main() -> None:
    """Where to listen comes from the command line, all else from the environment."""
    parser = argparse.ArgumentParser(prog="python -m tarneeb_site.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    # Whose X-Forwarded-For is believed: by uvicorn's own default that of everybody on this machine.
    parser.add_argument("--proxies", default=os.environ.get("FORWARDED_ALLOW_IPS", ""), metavar="ADDRESSES")
    chosen = parser.parse_args()
    config = uvicorn.Config(
        application,
        host=chosen.host,
        port=chosen.port,
        lifespan="off",
        access_log=False,
        log_config=None,  # ours stands
        server_header=False,
        forwarded_allow_ips=chosen.proxies,
        ws_per_message_deflate=False,  # frames are small, and it costs more than it saves
        http=Connection,
        ws_max_size=MAX_FRAME,
        timeout_graceful_shutdown=ANSWER_SECONDS,
    )
    Web(config).run()


if __name__ == "__main__":
    main()
