"""What holds on every page at every size: nothing is covered, nothing scrolls sideways, axe finds nothing."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

# Of a card that lies under others a corner as big as a fingertip is enough; of everything else the middle must be free.
COVERED = """() => {
  const clipped = (element, x, y) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === 'visible') continue;
      const box = up.getBoundingClientRect();
      if (x < box.left || x > box.right || y < box.top || y > box.bottom) return true;
    }
    return false;
  };
  const hit = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return top !== null && (top === element || element.contains(top));
  };
  // What lies under something that stays while the page scrolls, such as the button that ends a long form.
  const freeWhenScrolledTo = element => {
    const scrolled = [];
    for (let up = element; up; up = up.parentElement) scrolled.push([up, up.scrollLeft, up.scrollTop]);
    element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const free = hit(element, box.left + box.width / 2, box.top + box.height / 2);
    for (const [up, left, top] of scrolled) up.scrollTo({ left, top, behavior: 'instant' });
    return free;
  };
  const shown = element => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const modal = document.querySelector('dialog:modal');
  const found = [];
  for (const element of (modal ?? document).querySelectorAll('button, a[href], input, select, summary')) {
    if (!shown(element) || element.disabled || element.closest('.unseen, .skip')) continue;
    const box = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.innerText ?? element.outerHTML;
    if (element.matches('.hand button.card')) {
      let free = 0;
      for (let row = 0.5; row < 8; row++)
        for (let column = 0.5; column < 8; column++)
          free += hit(element, box.left + (box.width * column) / 8, box.top + (box.height * row) / 8);
      const area = (free / 64) * box.width * box.height;
      if (area < 24 * 24 && box.right > 0 && box.left < innerWidth) found.push(`${name}: ${Math.round(area)} pixels`);
      continue;
    }
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const must = element.closest('.bar, .asking') !== null;
    const outside = x < 0 || y < 0 || x > innerWidth || y > innerHeight || clipped(element, x, y);
    // What has to be scrolled to is not covered, but moves are always in reach.
    if (outside) {
      if (must && !element.closest('.options')) found.push(name);
    } else if (!hit(element, x, y) && (must || !freeWhenScrolledTo(element))) {
      found.push(name);
    }
  }
  return found;
}"""

SIDEWAYS = """() => [...document.querySelectorAll('*')]
  .filter(element => element === document.documentElement
    ? element.scrollWidth > innerWidth
    : element.scrollWidth > element.clientWidth + 1
      && ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
      && !element.matches('textarea, input, pre'))
  .map(element => `${element.tagName.toLowerCase()}.${element.className}`)"""


def covered(page: Page) -> list[str]:
    """What could be clicked if nothing lay over it."""
    found: list[str] = page.evaluate(COVERED)
    return found


def sideways(page: Page) -> list[str]:
    """What can be scrolled to the side."""
    found: list[str] = page.evaluate(SIDEWAYS)
    return found


@cache
def axe_source() -> str:
    return AXE.read_text()


def complaints_of_axe(page: Page) -> list[str]:
    page.evaluate(axe_source())
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{fault['id']}: {node['html'][:160]}: {node['failureSummary'][:300]}"
        for fault in found["violations"]
        for node in fault["nodes"]
    ]
