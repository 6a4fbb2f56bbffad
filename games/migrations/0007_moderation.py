"""Reports are answered, and their fields have names for people; flags, and the pace that one of them needs."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_moderation'),
        ('games', '0006_problems'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Flag',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('leaving', 'leaves matches'), ('stalling', 'stalls when behind'), ('leads', 'profits from improbable cards'), ('farming', 'wins from the same people')], max_length=8, verbose_name='what')),
                ('evidence', models.JSONField(verbose_name='evidence')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='when')),
            ],
            options={
                'verbose_name': 'flag',
                'verbose_name_plural': 'flags',
            },
        ),
        migrations.CreateModel(
            name='Pace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('behind', models.PositiveIntegerField()),
                ('behind_slow', models.PositiveIntegerField()),
                ('level', models.PositiveIntegerField()),
                ('level_slow', models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
            ],
            options={
                'verbose_name': 'case',
                'verbose_name_plural': 'cases',
                'proxy': True,
                'default_permissions': ('view',),
                'indexes': [],
                'constraints': [],
            },
            bases=('accounts.user',),
        ),
        migrations.AddField(
            model_name='report',
            name='answer',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='accounts.moderationaction', verbose_name='answer'),
        ),
        migrations.AddField(
            model_name='report',
            name='seq',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(condition=models.Q(('answer', None)), fields=['player', 'at'], name='report_open'),
        ),
        migrations.AddField(
            model_name='flag',
            name='answer',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='flags', to='accounts.moderationaction', verbose_name='answer'),
        ),
        migrations.AddField(
            model_name='flag',
            name='other',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='flags_as_other', to=settings.AUTH_USER_MODEL, verbose_name='with'),
        ),
        migrations.AddField(
            model_name='flag',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='flags', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AddField(
            model_name='pace',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paces', to='games.match'),
        ),
        migrations.AddField(
            model_name='pace',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='paces', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='flag',
            constraint=models.UniqueConstraint(condition=models.Q(('answer', None)), fields=('kind', 'person', 'other'), name='flag_open_once', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='pace',
            index=models.Index(fields=['person', 'at'], name='pace_person'),
        ),
        migrations.AddConstraint(
            model_name='pace',
            constraint=models.UniqueConstraint(fields=('match', 'person'), name='pace_once'),
        ),
        migrations.AlterField(
            model_name='report',
            name='at',
            field=models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False, verbose_name='when'),
        ),
        migrations.AlterField(
            model_name='report',
            name='match',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.match', verbose_name='match'),
        ),
        migrations.AlterField(
            model_name='report',
            name='player',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to=settings.AUTH_USER_MODEL, verbose_name='player'),
        ),
        migrations.AlterField(
            model_name='report',
            name='reason',
            field=models.CharField(choices=[('abuse', 'insults or harassment'), ('cheating', 'cheating'), ('stalling', 'playing slowly on purpose'), ('leaving', 'leaving matches'), ('name', 'an offensive name'), ('other', 'something else')], max_length=8, verbose_name='reason'),
        ),
        migrations.AlterField(
            model_name='report',
            name='reporter',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL, verbose_name='reporter'),
        ),
        migrations.AlterField(
            model_name='report',
            name='text',
            field=models.TextField(blank=True, max_length=1000, verbose_name='text'),
        ),
        migrations.RemoveConstraint(
            model_name='report',
            name='report_once_without_match',
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('answer', None), ('match', None)), fields=('reporter', 'player'), name='report_once_without_match'),
        ),
    ]
