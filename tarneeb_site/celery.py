"""Background work: four queues, a sweep each second, and publishing that never holds a request up.

No task is the only way to its work: what is due stands in the database, where the sweep finds it
(architecture, items 7 and 13). So a message may be lost, late or doubled, and Redis may be away.
"""

import os
from functools import partialmethod

from celery import Celery
from celery.app.amqp import AMQP
from celery.schedules import crontab
from kombu import Connection

from tarneeb_site import workers  # noqa: F401  its receivers are what it is for

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tarneeb_site.settings")


class PromptConnection(Connection):
    """Tries every second to reach Redis; Celery's own pauses grow to 30 s and can't be set."""

    ensure_connection = partialmethod(Connection.ensure_connection, interval_start=1, interval_step=0)


class PromptAMQP(AMQP):
    Connection = PromptConnection


app = Celery("tarneeb", amqp=PromptAMQP)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.update(
    broker_connection_max_retries=None,
    broker_transport_options={
        "socket_connect_timeout": 1,
        "socket_timeout": 3,  # above the 1 s for which a worker waits for a task in one request
        "socket_keepalive": True,
    },
    # The one repetition is for a connection that broke while nobody used it.
    task_publish_retry_policy={"max_retries": 1, "interval_start": 0, "interval_step": 0, "interval_max": 0},
    task_routes={
        "games.tasks.sweep": {"queue": "clock"},
        "games.tasks.play_bot": {"queue": "turns"},
        "games.tasks.analyse": {"queue": "analysis"},
        "games.tasks.find_problems": {"queue": "analysis"},
        "games.tasks.verify_log": {"queue": "analysis"},
        "games.tasks.forget_old": {"queue": "analysis"},
    },
    beat_schedule={
        # A sweep that waited a second is overtaken by the next one.
        "sweep": {"task": "games.tasks.sweep", "schedule": 1.0, "options": {"queue": "clock", "expires": 1}},
        "pair": {"task": "games.tasks.pair_waiting", "schedule": 1.0, "options": {"expires": 1}},
        "results": {"task": "games.tasks.count_results", "schedule": 1.0, "options": {"expires": 1}},
        "analyse": {
            "task": "games.tasks.analyse",
            "schedule": 1.0,
            "options": {"queue": "analysis", "expires": 1},
        },
        "problems": {"task": "games.tasks.find_problems", "schedule": 30.0, "options": {"expires": 30}},
        "daily problem": {"task": "games.tasks.fix_daily_problem", "schedule": 60.0},
        # On the queue of analyses, where nobody waits.
        "verification": {
            "task": "games.tasks.verify_log",
            "schedule": crontab(hour="3", minute="20"),
            "options": {"queue": "analysis"},
        },
        "retention": {
            "task": "games.tasks.forget_old",
            "schedule": 3600.0,
            "options": {"queue": "analysis", "expires": 3600},
        },
        "flags": {"task": "games.tasks.raise_flags", "schedule": crontab(hour="3", minute="17")},
        "housekeeping": {"task": "games.tasks.housekeeping", "schedule": 60.0},
    },
)
# Otherwise only the thread that imported this module would know the app; requests run in others.
app.set_default()
app.autodiscover_tasks()
