"""Connections out of Django's pool, each tried before it is used."""

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    """Does itself what CONN_HEALTH_CHECKS has the pool do.

    A restart of the server breaks all connections at once. The pool would find one broken after the other,
    and wait longer after each, until the request has failed; so where one is broken all are looked at.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        if self.pool is None:
            return connection
        try:
            ConnectionPool.check_connection(connection)
        except psycopg.OperationalError:
            self.pool.putconn(connection)
            self.pool.check()
            return super().get_new_connection(conn_params)
        return connection
