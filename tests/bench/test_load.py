"""The people of `python -m bench.load` sit down and play, and say how it was."""

from __future__ import annotations

import json

import pytest
import uvloop

from bench.load_driver import FLAT_OUT, Crowd
from tests.server.clients import served


@pytest.mark.compiled_only
@pytest.mark.parametrize("pace", [FLAT_OUT, 0.1])
def test_every_table_plays_and_nothing_goes_wrong(
    pace: float, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bench.load_driver.WARM_UP", 0.1)
    with served() as address:
        crowd = Crowd(address, 10, pace)
        uvloop.run(crowd.run(1.5))
    begins, seen = map(json.loads, capsys.readouterr().out.splitlines())
    assert begins == {"begins": True}
    assert seen["complaints"] == []
    assert all(line.number > 8 for table in crowd.tables for line in table.lines)
    assert len(seen["delays"]) == seen["moves"] > 20
    assert 0 < seen["delays"][0] < seen["delays"][-1] < 1.6
    assert seen["bytes"] > 1000 * seen["moves"]
