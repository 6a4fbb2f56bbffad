"""`python -m tarneeb_site.launcher serve | exec [--serve] [--durable] [--kept] -- COMMAND… | processes`"""

import argparse
import json
import signal
import sys
from types import FrameType

from tarneeb_site.launcher.errors import CannotStart
from tarneeb_site.launcher.execute import execute
from tarneeb_site.launcher.paths import var_directory
from tarneeb_site.launcher.serve import serve
from tarneeb_site.launcher.supervision import processes


def main() -> int:
    arguments = _parser().parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _interrupt)
    try:
        match arguments.action:
            case "serve":
                serve()
            case "exec":
                return execute(
                    arguments.command, serve=arguments.serve, durable=arguments.durable, kept=arguments.kept
                )
            case "processes":
                print(json.dumps(processes(var_directory())))
    except CannotStart as error:
        print(f"tarneeb: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 0 if arguments.action == "serve" else 130
    return 0


def _interrupt(number: int, frame: FrameType | None) -> None:
    """Stop as after Ctrl-C, and don't let a second signal disturb the stopping."""
    for each in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt(signal.Signals(number))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tarneeb_site.launcher", description=__doc__)
    actions = parser.add_subparsers(dest="action", required=True)
    actions.add_parser("serve", help="run the whole product until Ctrl-C")
    run = actions.add_parser("exec", help="run a command with throw-away servers")
    run.add_argument("--serve", action="store_true", help="run the product too; TARNEEB_URL says where")
    run.add_argument("--durable", action="store_true", help="servers as careful with data as the real ones")
    run.add_argument(
        "--kept", action="store_true", help="the servers and data of `serve`, which must not run"
    )
    run.add_argument("command", nargs="+", metavar="COMMAND")
    actions.add_parser("processes", help="print the process ids of a running product as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
