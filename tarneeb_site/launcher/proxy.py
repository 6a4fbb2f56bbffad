"""nginx before several web processes: what a machine with one address and two cores or more would run."""

import grp
import os
import pwd
import shutil
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path

from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.programs import Program

# A match has all its sockets at one process, which need not hear of its moves from another then: it costs
# less, and nothing depends on it. A process that takes no connections, being away or on its way out, is
# passed over: on this machine it costs nothing to find out. The client's address and scheme are ours to tell,
# whatever the client says, unless it is a proxy that is believed.
CONFIGURATION = """\
daemon off;
{user}pid "{directory}/pid";
error_log stderr crit;
events {{ worker_connections 16384; }}
http {{
    access_log off;
    client_body_temp_path "{directory}/body";
    proxy_temp_path "{directory}/proxy";
    fastcgi_temp_path "{directory}/fastcgi";
    uwsgi_temp_path "{directory}/uwsgi";
    scgi_temp_path "{directory}/scgi";
    client_max_body_size 128k;
    server_tokens off;
    map $http_upgrade $connection_upgrade {{ default upgrade; "" ""; }}
{outer}    map $uri $whose {{ ~/matches/(?<match>[0-9a-f-]+)/ $match; default $request_id; }}
    upstream web {{
        hash $whose consistent;
        keepalive 64;
{servers}
    }}
    server {{
        listen {address};
        location / {{
            proxy_pass http://web;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_set_header X-Forwarded-For $remote_addr;
            proxy_set_header X-Request-ID $request_id;
            proxy_set_header X-Forwarded-Proto {scheme};
            proxy_read_timeout 1h;
            proxy_send_timeout 1m;
            proxy_connect_timeout 2s;
        }}
    }}
}}
"""
# As uvicorn does where it stands alone: of the addresses that are told, the last that is no proxy's.
OUTER = """\
    real_ip_header X-Forwarded-For;
    real_ip_recursive on;
{believed}
    geo $realip_remote_addr $outer {{ {ranges} }}
    map $outer:$http_x_forwarded_proto $outer_scheme {{ default $scheme; 1:https https; 1:http http; }}
"""


def program(var: Path, host: str, port: int, upstream: Sequence[int], outer: str) -> Program:
    """The proxy at an address, before web processes at ports of this machine.

    `outer` are the proxies before it that are believed, as FORWARDED_ALLOW_IPS has them. Raises CannotStart.
    """
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if nginx is None:
        raise CannotStart("several web processes need nginx before them: install it (Debian: nginx-light)")
    directory = var / "nginx"
    directory.mkdir(exist_ok=True)
    path = directory / "nginx.conf"
    path.write_text(
        CONFIGURATION.format(
            user=_user(),
            directory=directory,
            outer=_believing(outer),
            scheme="$outer_scheme" if outer else "$scheme",
            address=f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            servers="\n".join(f"        server 127.0.0.1:{each} max_fails=0;" for each in upstream),
        )
    )
    command = [nginx, "-p", str(directory), "-e", "stderr", "-c", str(path)]
    return Program("proxy", command, directory, priority=30, stop_signal="QUIT")


def _believing(outer: str) -> str:
    """What of the configuration believes these proxies."""
    if not outer:
        return ""
    networks = ["0.0.0.0/0", "::/0"] if outer == "*" else [_network(each) for each in outer.split(",")]
    believed = "\n".join(f"    set_real_ip_from {each};" for each in networks)
    ranges = "default 1;" if outer == "*" else f"default 0; {' '.join(f'{each} 1;' for each in networks)}"
    return OUTER.format(believed=believed, ranges=ranges)


def _network(text: str) -> str:
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError:
        raise CannotStart(f"FORWARDED_ALLOW_IPS must be addresses, networks or *, not {text!r}") from None


def _user() -> str:
    """Started by root, its workers would be somebody who may not enter the directory."""
    if os.geteuid() != 0:
        return ""
    return f"user {pwd.getpwuid(0).pw_name} {grp.getgrgid(0).gr_name};\n"
