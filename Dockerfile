# One image for web, workers, beat and migrations; docker-compose.yml says which is which.
# Scripts, styles and words are made beside it, so that the image has no Node.
FROM python:3.13-slim AS built

WORKDIR /srv/tarneeb
COPY requirements-build.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements-build.lock
COPY games/frontend/package.json games/frontend/package-lock.json games/frontend/.npmrc games/frontend/
RUN cd games/frontend && npm ci --ignore-scripts
COPY tarneeb_site/__init__.py tarneeb_site/words.py tarneeb_site/
COPY games/frontend games/frontend
COPY games/locale games/locale
RUN cd games/frontend && node build.mjs && cd ../.. && python -m tarneeb_site.words

FROM python:3.13-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1
WORKDIR /srv/tarneeb

# requirements-observe.lock has Sentry and OpenTelemetry besides.
ARG REQUIREMENTS=requirements.lock
COPY requirements*.lock ./
RUN pip install --require-hashes -r ${REQUIREMENTS} \
    && pip install --require-hashes --no-deps --only-binary :all: -r requirements-solver.lock

COPY manage.py pyproject.toml LICENSE ./
COPY tarneeb_site tarneeb_site
COPY accounts accounts
COPY games games
COPY --from=built /srv/tarneeb/games/static games/static
COPY --from=built /srv/tarneeb/games/locale games/locale

# Static files are part of the image: the key is only there for Django to start with.
RUN useradd --system --no-create-home tarneeb \
    && SECRET_KEY=build DATABASE_URL=postgresql:/// python manage.py collectstatic --no-input --verbosity 0
USER tarneeb

# What /version calls it.
ARG TARNEEB_COMMIT=""
ENV TARNEEB_COMMIT=${TARNEEB_COMMIT}

EXPOSE 8000
CMD ["python", "-m", "tarneeb_site.web", "--host", "0.0.0.0", "--port", "8000"]
