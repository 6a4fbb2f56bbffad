"""What people say at a table, and what they report of each other."""

import django.db.models.deletion
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_rematch'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.CharField(max_length=1)),
                ('channel', models.CharField(choices=[('table', 'Table'), ('partner', 'Partner')], max_length=7)),
                ('kind', models.CharField(choices=[('emote', 'Emote'), ('phrase', 'Phrase'), ('text', 'Text')], max_length=6)),
                ('value', models.CharField(max_length=200)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ('match', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='games.match')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['match', '-id'], name='message_match')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('reason', models.CharField(choices=[('abuse', 'insults or harassment'), ('cheating', 'cheating'), ('stalling', 'playing slowly on purpose'), ('leaving', 'leaving matches'), ('name', 'an offensive name'), ('other', 'something else')], max_length=8)),
                ('text', models.TextField(blank=True, max_length=1000)),
                ('at', models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                ('match', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports', to='games.match')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('reporter', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='reports_made', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'constraints': [models.UniqueConstraint(fields=('reporter', 'player', 'match'), name='report_once'), models.UniqueConstraint(condition=models.Q(('match', None)), fields=('reporter', 'player'), name='report_once_without_match')],
            },
        ),
    ]
