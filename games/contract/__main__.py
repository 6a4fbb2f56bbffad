"""`python -m games.contract` prints the schema."""

import json

from .schema import document

print(json.dumps(document(), indent=2))
