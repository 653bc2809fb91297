"""The table at moments that ask for something, at three sizes, by day and by night. The pictures are kept in
build/screenshots."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser.checks import complaints_of_axe, covered, sideways
from tests.browser.conftest import Visit
from tests.browser.positions import MOMENTS, Moment, sit_at
from tests.browser.visitors import SIZES

pytestmark = pytest.mark.compiled_only


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
def test_moment(visit: Visit, screenshots: Path, moment: Moment) -> None:
    ada = visit()
    sit_at(ada, moment)
    for size in SIZES:
        ada.grow(size)
        assert covered(ada.page) == []
        assert sideways(ada.page) == []
        for theme in ada.THEMES:
            ada.light(theme)
            ada.page.screenshot(path=screenshots / f"table-{moment.name}-{size}-{theme}.png")
        # Colours are the same at all sizes, and what there is for a screen reader does not hang on the colours.
        if size != "tablet":
            ada.light("light" if size == "phone" else "dark")
            assert complaints_of_axe(ada.page) == []
