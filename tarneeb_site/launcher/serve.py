"""`serve`: the whole product until it is told to stop."""

import sys

from tarneeb_site.launcher import paths
from tarneeb_site.launcher.locking import only_one
from tarneeb_site.launcher.product import Product
from tarneeb_site.launcher.session import environment_for, running


def serve() -> None:
    """Print the address once it can be used. Ends by KeyboardInterrupt or CannotStart."""
    var = paths.var_directory()
    environment = environment_for(var)
    product = Product(var, environment)
    with only_one(var):
        print("Starting Tarneeb; logs are in", paths.log_directory(var), file=sys.stderr)
        with running(var, environment, product) as supervisor:
            print(f"Tarneeb is at {product.url}/", flush=True)
            supervisor.wait()
        while True:
            print("The process manager was killed; starting again", file=sys.stderr)
            with running(var, environment, product) as supervisor:
                supervisor.wait()
