"""What stands on the page: nothing over anything else, nothing out of the window or its place."""

from playwright.sync_api import Page

from .visits import drawn

DESKTOP = (1440, 900)
SIZES = [DESKTOP, (1920, 1080), (1280, 720), (1024, 768), (820, 1180), (390, 844), (844, 390)]
"""Desktops, a small laptop, tablets lying and upright, a phone upright and on its side."""

CROWDED = """() => {
  const over = '.over > *, .standing, .asks, .drawer, dialog, .controls, .tip, .bubble, .search,'
    + ' .discards';
  const seen = (e) => {
    let { left, top, right, bottom } = e.getBoundingClientRect();
    for (let up = e.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflow === 'visible') continue;
      const r = up.getBoundingClientRect();
      [left, top] = [Math.max(left, r.left), Math.max(top, r.top)];
      [right, bottom] = [Math.min(right, r.right), Math.min(bottom, r.bottom)];
    }
    return { e, left, top, right, bottom };
  };
  const name = (e) => `${e.tagName}.${e.classList} ${e.ariaLabel ?? e.innerText ?? ''}`
    .replace(/\\s+/g, ' ').slice(0, 60);
  const things = [...document.querySelectorAll(
    'button, a[href], input, .player, .yard, .yard .row, .market, .hand, .lay, .choice, .status,'
    + ' nav.bar, .tabs, table')]
    .filter((e) => e.getClientRects().length && !e.closest(`svg, .visually-hidden, ${over}`))
    .map(seen).filter((r) => r.right - r.left > 1 && r.bottom - r.top > 1);
  const found = [];
  for (const [i, a] of things.entries()) {
    if (a.left < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1)
      found.push(`${name(a.e)} sticks out of the window`);
    for (const b of things.slice(i + 1)) {
      if (a.e.contains(b.e) || b.e.contains(a.e)) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) found.push(`${name(a.e)} and ${name(b.e)} overlap`);
    }
  }
  for (const e of document.querySelectorAll('.yard .row, .yard h2, .yard .track, .lay, .status'))
    if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== 'auto')
      found.push(`${name(e)} is too wide for its place`);
  if (document.documentElement.scrollWidth > innerWidth) found.push('the page is too wide');
  return found;
}"""


def crowded(page: Page) -> list[str]:
    """What overlaps, sticks out or has too little room; questions may stand over the table."""
    found: list[str] = page.evaluate(CROWDED)
    return found


CUT = """(selectors) => selectors.flatMap((selector) => {
  const all = [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length);
  return all.length ? all.flatMap((e) => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    let [x0, y0, x1, y1] = [0, 0, innerWidth, innerHeight];
    for (let up = e.parentElement; up; up = up.parentElement) {
      const { overflow, display } = getComputedStyle(up);
      if (overflow === 'visible' || display === 'contents') continue;
      const r = up.getBoundingClientRect();
      [x0, y0] = [Math.max(x0, r.left), Math.max(y0, r.top)];
      [x1, y1] = [Math.min(x1, r.right), Math.min(y1, r.bottom)];
    }
    const out = Math.max(x0 - left, y0 - top, right - x1, bottom - y1);
    const said = (e.innerText ?? e.ariaLabel ?? '').slice(0, 20);
    return out > 1 ? [`${selector} "${said}" by ${out.toFixed(0)} px`] : [];
  }) : [`no ${selector}`];
})"""
"""What of some things is cut off by the window or by what they stand in, and by how much."""


def resized(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    drawn(page)


def cut_off(page: Page, size: tuple[int, int], *selectors: str) -> list[str]:
    """What of some things is cut off at the size that the window has."""
    found: list[str] = page.evaluate(CUT, [s for s in selectors if applies(s, size)])
    return found


def applies(selector: str, size: tuple[int, int]) -> bool:
    """On a phone the own tickets are in a drawer."""
    return not selector.startswith(".tickets") or (size[0] > 760 and size[1] > 480)
