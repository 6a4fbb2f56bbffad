"""What a moderator has done stays: as with the event log, by privileges and by a trigger.

Here rather than in accounts, since the grants of 0001 reach all tables that were there before.
"""

from django.conf import settings
from django.db import migrations

SEAL = """
CREATE FUNCTION accounts_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'moderation is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON accounts_moderationaction
    FOR EACH STATEMENT EXECUTE FUNCTION accounts_refuse_change();
ALTER TABLE accounts_moderationaction ENABLE ALWAYS TRIGGER append_only;
REVOKE UPDATE, DELETE, TRUNCATE ON accounts_moderationaction FROM PUBLIC, __APP__;
"""

OPEN = """
GRANT UPDATE, DELETE ON accounts_moderationaction TO __APP__;
DROP TRIGGER append_only ON accounts_moderationaction;
DROP FUNCTION accounts_refuse_change();
"""


def _execute_for_app(schema_editor, sql):
    app = schema_editor.quote_name(settings.DATABASES["default"]["USER"])
    schema_editor.execute(sql.replace("__APP__", app).replace("%", "%%"), params=())


class Migration(migrations.Migration):

    dependencies = [('games', '0007_moderation')]

    operations = [
        migrations.RunPython(
            lambda apps, schema_editor: _execute_for_app(schema_editor, SEAL),
            lambda apps, schema_editor: _execute_for_app(schema_editor, OPEN),
        ),
    ]
