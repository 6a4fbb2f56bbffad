"""The tables of matches: the partitioned, append-only event log and its projections."""

import django.db.models.deletion
import django.db.models.functions.datetime
import games.models
from django.conf import settings
from django.db import migrations, models

# The log is partitioned by the month in a match id (UUIDv7): old months can be moved or archived
# whole. A default partition takes what falls outside; it stays empty while months are made ahead.
EVENT_LOG = """
CREATE TABLE games_event (
    match_id uuid NOT NULL,
    seq integer NOT NULL CHECK (seq > 0),
    type varchar(20) NOT NULL,
    version smallint NOT NULL CHECK (version > 0),
    at timestamptz NOT NULL,
    data jsonb NOT NULL,
    hash bytea NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (match_id, seq)
) PARTITION BY RANGE (match_id);

CREATE FUNCTION games_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the event log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- A statement trigger on the parent does not fire for statements that name a partition, hence
-- one on each; ALWAYS, so that session_replication_role does not switch it off.
CREATE PROCEDURE games_seal(log regclass) LANGUAGE plpgsql AS $$
BEGIN
    EXECUTE format('CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON %s
                    FOR EACH STATEMENT EXECUTE FUNCTION games_refuse_change()', log);
    EXECUTE format('ALTER TABLE %s ENABLE ALWAYS TRIGGER append_only', log);
    EXECUTE format('REVOKE UPDATE, DELETE, TRUNCATE ON %s FROM PUBLIC, __APP__', log);
END $$;

CREATE FUNCTION games_first_id_at(moment timestamptz) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT rpad(lpad(to_hex((extract(epoch FROM moment) * 1000)::bigint), 12, '0'), 32, '0')::uuid
$$;

-- The application may call this and nothing else that defines tables, so it runs as the owner.
CREATE FUNCTION games_make_partitions(months integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
    month timestamp;
    name text;
    made integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('games_make_partitions'));
    FOR ahead IN 0..months LOOP
        month := date_trunc('month', now() AT TIME ZONE 'UTC') + ahead * interval '1 month';
        name := to_char(month, '"games_event_"YYYY"_"MM');
        IF to_regclass(name) IS NULL THEN
            EXECUTE format('CREATE TABLE %I PARTITION OF games_event FOR VALUES FROM (%L) TO (%L)', name,
                games_first_id_at(month AT TIME ZONE 'UTC'),
                games_first_id_at((month + interval '1 month') AT TIME ZONE 'UTC'));
            CALL games_seal(name::regclass);
            made := made + 1;
        END IF;
    END LOOP;
    RETURN made;
END $$;
REVOKE EXECUTE ON FUNCTION games_make_partitions(integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION games_make_partitions(integer) TO __APP__;

CREATE TABLE games_event_outside PARTITION OF games_event DEFAULT;
GRANT SELECT, INSERT ON games_event TO __APP__;
CALL games_seal('games_event');
CALL games_seal('games_event_outside');
SELECT games_make_partitions(12);
"""

DROP_EVENT_LOG = """
DROP TABLE games_event;
DROP FUNCTION games_make_partitions(integer);
DROP FUNCTION games_first_id_at(timestamptz);
DROP PROCEDURE games_seal(regclass);
DROP FUNCTION games_refuse_change();
"""


def _execute_for_app(schema_editor, sql):
    app = schema_editor.quote_name(settings.DATABASES["default"]["USER"])
    schema_editor.execute(sql.replace("__APP__", app).replace("%", "%%"), params=())


def grant(apps, schema_editor):
    """The application's role may use every table of the owner's; the log's own limits come after."""
    _execute_for_app(
        schema_editor,
        """
        GRANT USAGE ON SCHEMA public TO __APP__;
        GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO __APP__;
        GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO __APP__;
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO __APP__;
        ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO __APP__;
        """,
    )


def create_event_log(apps, schema_editor):
    _execute_for_app(schema_editor, EVENT_LOG)


def keep_used_keys(apps, schema_editor):
    _execute_for_app(schema_editor, "REVOKE UPDATE, DELETE ON games_usedkey FROM __APP__")


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        # The grants reach the tables that exist: these come first.
        ('accounts', '0001_initial'),
        ('admin', '0003_logentry_add_action_flag_choices'),
        ('contenttypes', '0002_remove_content_type_name'),
        ('sessions', '0001_initial'),
    ]

    operations = [
        migrations.RunPython(grant, migrations.RunPython.noop),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name='LoggedEvent',
                    fields=[
                        ('pk', models.CompositePrimaryKey('match_id', 'seq', blank=True, editable=False, primary_key=True, serialize=False)),
                        ('match_id', models.UUIDField()),
                        ('seq', models.PositiveIntegerField()),
                        ('type', models.CharField(max_length=20)),
                        ('version', models.PositiveSmallIntegerField()),
                        ('at', models.DateTimeField()),
                        ('data', models.JSONField()),
                        ('hash', models.BinaryField(max_length=32)),
                    ],
                    options={
                        'db_table': 'games_event',
                        'verbose_name': 'event',
                        'verbose_name_plural': 'events',
                    },
                ),
            ],
            database_operations=[
                migrations.RunPython(
                    create_event_log,
                    lambda apps, schema_editor: schema_editor.execute(DROP_EVENT_LOG),
                ),
            ],
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='UsedKey',
            fields=[
                ('match_id', models.UUIDField()),
                ('seat', models.CharField(max_length=1)),
                ('key', models.CharField(max_length=100)),
                ('body', models.BinaryField(max_length=32)),
                ('first_seq', models.PositiveIntegerField()),
                ('last_seq', models.PositiveIntegerField()),
                ('pk', models.CompositePrimaryKey('match_id', 'seat', 'key', blank=True, editable=False, primary_key=True, serialize=False)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('last_seq__gte', models.F('first_seq'))), name='used_key_range')],
            },
        ),
        migrations.CreateModel(
            name='Match',
            fields=[
                ('id', models.UUIDField(default=games.models.new_match_id, editable=False, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('open', 'open'), ('live', 'live'), ('finished', 'finished')], default='open', max_length=8)),
                ('seq', models.PositiveIntegerField(default=0)),
                ('deal_seq', models.PositiveIntegerField(default=0)),
                ('head_hash', models.BinaryField(max_length=32)),
                ('head_at', models.DateTimeField()),
                ('server_seed', models.BinaryField(max_length=32)),
                ('ruleset_id', models.CharField(max_length=30, null=True)),
                ('ruleset', models.JSONField()),
                ('rated', models.BooleanField()),
                ('clock', models.JSONField(null=True)),
                ('visibility', models.CharField(choices=[('public', 'public'), ('unlisted', 'unlisted'), ('private', 'private')], max_length=8)),
                ('score_ns', models.IntegerField(default=0)),
                ('score_ew', models.IntegerField(default=0)),
                ('winner', models.CharField(max_length=2, null=True)),
                ('reason', models.CharField(max_length=8, null=True)),
                ('wake_at', models.DateTimeField(null=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('host', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='hosted_matches', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'match',
                'verbose_name_plural': 'matches',
            },
        ),
        migrations.CreateModel(
            name='DealScore',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('data', models.JSONField()),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deal_scores', to='games.match')),
            ],
        ),
        migrations.CreateModel(
            name='MatchSeat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('player_kind', models.CharField(default='', max_length=5)),
                ('player_id', models.CharField(default='', max_length=40)),
                ('client_seed', models.CharField(default='', max_length=64)),
                ('forfeited', models.BooleanField(default=False)),
                ('reclaimable', models.BooleanField(default=False)),
                ('invited', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='invitations', to=settings.AUTH_USER_MODEL)),
                ('match', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='games.match')),
                ('person', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('wake_at__isnull', False)), fields=['wake_at'], name='match_wake_at'),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(fields=['status', '-id'], name='match_status'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('finished_at__isnull', False), ('reason__isnull', False), ('status', 'finished'), ('wake_at', None)), models.Q(models.Q(('status', 'finished'), _negated=True), ('finished_at', None), ('reason', None)), _connector='OR'), name='match_finished_has_reason'),
        ),
        migrations.AddConstraint(
            model_name='dealscore',
            constraint=models.UniqueConstraint(fields=('match', 'seq'), name='deal_score_once'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(fields=('match', 'seat'), name='seat_once_per_match'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.UniqueConstraint(fields=('match', 'person'), name='person_once_per_match'),
        ),
        migrations.AddConstraint(
            model_name='matchseat',
            constraint=models.CheckConstraint(condition=models.Q(('seat__in', ['N', 'E', 'S', 'W'])), name='seat_is_a_seat'),
        ),
        migrations.RunPython(keep_used_keys, migrations.RunPython.noop),
    ]
