"""The wire format: every event there and back, stored samples for ever, the chain by an own computation."""

import hashlib
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import codec
from games.codec import GENESIS, TYPES, canonical, chain, decode, encode, parse_rfc3339, rfc3339, version_of
from games.rules.events import Event
from games.rules.state import fold
from tests.rules.wander import Walk, walks

SAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "events.json").read_text())


def jcs(value: Any) -> str:
    """RFC 8785 for what events hold, written from the RFC and not from the codec."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            assert abs(value) < 2**53, "beyond what an IEEE double holds"
            return str(value)
        case str():
            return '"' + "".join(map(_escaped, value)) + '"'
        case list():
            return "[" + ",".join(map(jcs, value)) + "]"
        case dict():
            names = sorted(value, key=lambda name: name.encode("utf-16-be"))
            return "{" + ",".join(f"{jcs(name)}:{jcs(value[name])}" for name in names) + "}"
    raise AssertionError(f"not in an event: {value!r}")


def _escaped(character: str) -> str:
    short = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    if character in short:
        return short[character]
    return f"\\u{ord(character):04x}" if ord(character) < 0x20 else character


@pytest.mark.parametrize("sample", SAMPLES, ids=[f"{s['type']}-{n}" for n, s in enumerate(SAMPLES)])
def test_a_stored_sample_loads_for_ever(sample: dict[str, Any]) -> None:
    event = decode(sample["type"], sample["version"], sample["data"])
    if sample["version"] == version_of(sample["type"]):
        assert encode(event) == (sample["type"], sample["data"])


def test_there_is_a_sample_of_every_type_and_version() -> None:
    kept = {(sample["type"], sample["version"]) for sample in SAMPLES}
    assert kept == {(name, v) for name in TYPES.values() for v in range(1, version_of(name) + 1)}
    assert {*TYPES} == {*get_args(Event)}


def test_every_old_version_has_an_upcaster() -> None:
    assert {*codec.UPCASTERS} == {(name, v) for name, now in codec.VERSIONS.items() for v in range(1, now)}


@given(walks(troubles=True))
def test_every_event_goes_there_and_back_through_json(walk: Walk) -> None:
    walk.play_on()
    for event in walk.events:
        event_type, data = encode(event)
        again = json.loads(json.dumps(data))
        assert again == data
        assert decode(event_type, version_of(event_type), again) == event


@given(walks(troubles=True))
def test_a_stored_log_folds_to_the_live_state(walk: Walk) -> None:
    walk.play_on()
    stored = [(*encode(event), at_ms) for event, at_ms in walk.log]
    assert fold((decode(name, 1, data), at_ms) for name, data, at_ms in stored) == walk.state


def test_an_unknown_type_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        decode("hint_given", 1, {})


def test_upcasters_bring_old_data_up_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if `passed` had begun with `who`, and then `player`, in place of `seat`."""
    monkeypatch.setitem(codec.VERSIONS, "passed", 3)
    monkeypatch.setitem(codec.UPCASTERS, ("passed", 1), lambda data: {"player": data["who"]})
    monkeypatch.setitem(codec.UPCASTERS, ("passed", 2), lambda data: {"seat": data["player"]})
    newest = decode("passed", 3, {"seat": "E"})
    assert decode("passed", 1, {"who": "E"}) == decode("passed", 2, {"player": "E"}) == newest
    assert version_of("passed") == 3


@pytest.mark.parametrize("sample", SAMPLES, ids=[f"{s['type']}-{n}" for n, s in enumerate(SAMPLES)])
def test_canonical_form_is_rfc_8785(sample: dict[str, Any]) -> None:
    event = {"seq": 17, "type": sample["type"], "at": "2026-11-30T12:00:00.250Z", "data": sample["data"]}
    at_ms = parse_rfc3339("2026-11-30T12:00:00.250Z")
    assert canonical(17, sample["type"], at_ms, sample["data"]).decode() == jcs(event)


@given(st.text() | st.sampled_from(["\x00\x1f\x7f\u2028", 'a"b\\c\b\f\n\r\t', "طرنيب", "é\U0001f0a1"]))
def test_canonical_form_of_any_text(text: str) -> None:
    text = text.encode("utf-8", "ignore").decode()
    event = {"seq": 1, "type": "seat_left", "at": rfc3339(0), "data": {"seat": text}}
    assert canonical(1, "seat_left", 0, {"seat": text}) == jcs(event).encode()


def test_the_chain_starts_at_32_zero_bytes_and_hashes_each_event() -> None:
    link = own = GENESIS
    assert link == bytes(32)
    for seq, sample in enumerate(SAMPLES, 1):
        event = {"seq": seq, "type": sample["type"], "at": "1970-01-01T00:00:00.000Z", "data": sample["data"]}
        own = hashlib.sha256(own + jcs(event).encode()).digest()
        link = chain(link, canonical(seq, sample["type"], 0, sample["data"]))
        assert link == own


def test_the_first_link_is_known() -> None:
    event = b'{"at":"1970-01-01T00:00:00.000Z","data":{},"seq":1,"type":"match_started"}'
    assert canonical(1, "match_started", 0, {}) == event
    assert chain(GENESIS, event).hex() == hashlib.sha256(bytes(32) + event).hexdigest()


@given(st.datetimes(min_value=datetime(1970, 1, 1), max_value=datetime(9999, 12, 31)))
def test_times_keep_their_milliseconds(moment: datetime) -> None:
    at_ms = codec.milliseconds(moment.replace(tzinfo=UTC))
    assert parse_rfc3339(rfc3339(at_ms)) == at_ms
    assert rfc3339(at_ms).endswith("Z")
    assert len(rfc3339(at_ms)) == 24
