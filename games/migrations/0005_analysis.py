"""What is known of finished matches' calls and cards: an analysis a match, a row a deal."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_talk'),
    ]

    operations = [
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('match', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='analysis', serialize=False, to='games.match')),
                ('status', models.CharField(choices=[('waiting', 'Waiting'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed')], default='waiting', max_length=7)),
                ('why', models.CharField(blank=True, choices=[('no_solver', 'No Solver'), ('gave_up', 'Gave Up')], default='', max_length=9)),
                ('version', models.PositiveSmallIntegerField()),
                ('layouts', models.PositiveSmallIntegerField()),
                ('asked_for', models.BooleanField(default=False)),
                ('due', models.DateTimeField(default=django.utils.timezone.now, null=True)),
                ('tries', models.PositiveSmallIntegerField(default=0)),
                ('deals_to_do', models.PositiveSmallIntegerField()),
                ('summary', models.JSONField(null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('due__isnull', False)), fields=['-asked_for', 'due'], name='analysis_due')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('due__isnull', False), ('status__in', ['waiting', 'running'])), models.Q(('status__in', ['done', 'failed']), ('due', None)), _connector='OR'), name='analysis_due_until_its_end')],
            },
        ),
        migrations.CreateModel(
            name='DealAnalysis',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('deal', models.PositiveSmallIntegerField()),
                ('version', models.PositiveSmallIntegerField()),
                ('data', models.JSONField()),
                ('choices', models.JSONField()),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('analysis', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deals', to='games.analysis')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('analysis', 'deal'), name='deal_analysis_once')],
            },
        ),
    ]
