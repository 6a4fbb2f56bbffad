"""Seeks, and what finished matches say of people: ratings, statistics, strikes."""

import django.contrib.postgres.fields
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PlayedMatch',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ruleset_id', models.CharField(max_length=30, null=True)),
                ('rated', models.BooleanField()),
                ('won', models.BooleanField(null=True)),
                ('forfeited', models.BooleanField()),
                ('deals', models.PositiveIntegerField()),
                ('declared', models.PositiveIntegerField()),
                ('made', models.PositiveIntegerField()),
                ('bids', models.PositiveIntegerField()),
                ('over', models.PositiveIntegerField()),
                ('defended', models.PositiveIntegerField()),
                ('set_others', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Rating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ladder', models.CharField(max_length=40)),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('matches', models.PositiveIntegerField()),
                ('last_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='RatingChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('ladder', models.CharField(max_length=40)),
                ('before_mu', models.FloatField()),
                ('before_sigma', models.FloatField()),
                ('after_mu', models.FloatField()),
                ('after_sigma', models.FloatField()),
                ('why', models.CharField(max_length=7)),
                ('parameters', models.JSONField()),
                ('version', models.PositiveSmallIntegerField()),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Seek',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('rated', models.BooleanField()),
                ('rulesets', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=30), size=None)),
                ('clocks', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=10), size=None)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('matched', 'matched'), ('expired', 'expired'), ('cancelled', 'cancelled')], default='waiting', max_length=9)),
                ('created_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('queued_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name': 'seek',
                'verbose_name_plural': 'seeks',
            },
        ),
        migrations.CreateModel(
            name='Seeker',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_owner', models.BooleanField()),
                ('accepted', models.BooleanField()),
                ('active', models.BooleanField()),
                ('client_seed', models.CharField(default='', max_length=64)),
                ('seen_at', models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name='Strike',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name='match',
            name='results_due',
            field=models.BooleanField(default=False),
        ),
        migrations.AddIndex(
            model_name='match',
            index=models.Index(condition=models.Q(('results_due', True)), fields=['finished_at', 'id'], name='match_results'),
        ),
        migrations.AddField(
            model_name='playedmatch',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played', to='games.match'),
        ),
        migrations.AddField(
            model_name='playedmatch',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='played', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='rating',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='ratings', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to='games.match'),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='partner',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='rating_changes', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seek',
            name='match',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='seeks', to='games.match'),
        ),
        migrations.AddField(
            model_name='seeker',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seekers', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seeker',
            name='seek',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seekers', to='games.seek'),
        ),
        migrations.AddField(
            model_name='strike',
            name='match',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='strikes', to='games.match'),
        ),
        migrations.AddField(
            model_name='strike',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='strikes', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='playedmatch',
            index=models.Index(fields=['person', '-at'], name='played_match_person'),
        ),
        migrations.AddConstraint(
            model_name='playedmatch',
            constraint=models.UniqueConstraint(fields=('match', 'person'), name='played_match_once'),
        ),
        migrations.AddIndex(
            model_name='rating',
            index=models.Index(fields=['ladder', '-mu'], name='rating_ladder'),
        ),
        migrations.AddConstraint(
            model_name='rating',
            constraint=models.UniqueConstraint(fields=('person', 'ladder'), name='rating_once_per_ladder'),
        ),
        migrations.AddIndex(
            model_name='ratingchange',
            index=models.Index(fields=['person', 'ladder', 'at'], name='rating_change_history'),
        ),
        migrations.AddConstraint(
            model_name='ratingchange',
            constraint=models.UniqueConstraint(fields=('match', 'person'), name='rating_change_once'),
        ),
        migrations.AddIndex(
            model_name='seek',
            index=models.Index(condition=models.Q(('status', 'waiting')), fields=['queued_at'], name='seek_waiting'),
        ),
        migrations.AddConstraint(
            model_name='seek',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('match__isnull', False), ('status', 'matched')), models.Q(models.Q(('status', 'matched'), _negated=True), ('match', None)), _connector='OR'), name='seek_matched_has_match'),
        ),
        migrations.AddConstraint(
            model_name='seeker',
            constraint=models.UniqueConstraint(fields=('seek', 'person'), name='seeker_once_per_seek'),
        ),
        migrations.AddConstraint(
            model_name='seeker',
            constraint=models.UniqueConstraint(condition=models.Q(('active', True)), fields=('person',), name='seeker_one_seek'),
        ),
        migrations.AddConstraint(
            model_name='strike',
            constraint=models.UniqueConstraint(fields=('match', 'person'), name='strike_once'),
        ),
    ]
