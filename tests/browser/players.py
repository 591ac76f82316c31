"""People who play whole games on the page: by mouse, by touch or by keyboard alone.

A player looks once before each thing he does, and sees what the page shows: what glows, what is
asked, which buttons there are. What he wants is a wish; how it is done depends on his device.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

from .tables import Guest

Device = Literal["mouse", "touch", "keyboard"]
Seen = dict[str, Any]
Wish = tuple[str, Any]
Plan = Callable[[Seen, "Player"], Wish]

LOOK = """async ([before, patient]) => {
  const one = (s) => document.querySelector(s);
  const all = (s) => [...document.querySelectorAll(s)].filter((e) => e.getClientRects().length);
  const ready = '.ask, [data-ready=true], .final, .counting';
  while (!one('.status')) await new Promise((done) => setTimeout(done, 20));
  const status = one('.status');
  const stamp = () => [status.dataset.ready, status.dataset.seq, !!one('.final, .counting'),
    one('.ask')?.innerText, all('.ask [aria-pressed=true]').length].join('|');
  // A key or a click may still be on its way; some change nothing.
  const late = performance.now() + 2000;
  while (!one(ready) || (stamp() === before && performance.now() < late)) {
    if (!patient) return null;
    await new Promise((done) => setTimeout(done, 20));
  }
  const free = (cell) => {
    const r = cell.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    return document.elementFromPoint(x, y)?.closest('.window') ? [x, y] : null;
  };
  const longest = (a, b) => b.querySelectorAll('.cell').length - a.querySelectorAll('.cell').length;
  const track = (e) => {
    const cells = [...e.querySelectorAll('.cell')];
    const from = Math.floor(cells.length / 2);
    const order = [...cells.slice(from), ...cells.slice(0, from).reverse()];
    const at = order.map(free).find((p) => p) ?? null;
    const label = e.getAttribute('aria-label');
    return { n: +e.dataset.track, id: e.dataset.id, label, at, spaces: cells.length,
      piece: e.classList.contains('piece'), bed: e.classList.contains('bed') };
  };
  const city = (e) => ({ id: e.dataset.city, name: e.getAttribute('aria-label'),
    at: free(e.querySelector('.choose')) });
  const tickets = all('.choice input[type=checkbox]').map((e) => e.checked);
  const hand = Object.fromEntries(all('.hand [data-count]').map((e) =>
    [e.dataset.pile, +e.dataset.count]));
  return {
    over: !!one('.final, .counting'),
    phase: status.dataset.phase,
    ready: status.dataset.ready === 'true',
    ask: !!one('.ask'),
    cuts: !!one('.ask .cuts'),
    colours: all('.ask [data-colour]').map((e) => e.dataset.colour),
    confirm: !!one('.ask [data-confirm]'),
    options: all('.ask .options .button').length,
    tickets,
    keep: !!one('.choice .button.primary:enabled'),
    tracks: all('g.track.claimable').sort(longest)
      .filter((e, i) => i < 5 || e.dataset.id.includes('roswell')).map(track),
    cities: all('g.city.choosable').map(city),
    places: all('[data-place].can').map((e) => +e.dataset.place),
    deck: !!one('[data-deck].can'),
    two: !!one('[data-two]:enabled'),
    more: one('[data-tickets]')?.getAttribute('aria-disabled') === 'false',
    lays: all('[data-lay]').map((e) => e.dataset.lay),
    fans: !!one('.fans'),
    three: !!one('[data-three]') || all('[data-single]').length >= 3,
    suits: one('.fans') ? !!one('[data-lay]') : !one('[data-three]:disabled'),
    completes: all('[data-complete]:enabled').length,
    theirs: all('.yard:not(.own) [data-row]').map((e) => e.dataset.row),
    best: !!one('[data-best]'),
    lay: !!one('.lay [data-confirm]'),
    rest: !!one('[data-rest]'),
    last: !!one('[data-last-round]'),
    hand,
    stamp: stamp(),
    seq: status.dataset.seq,
  };
}"""

PATIENCE = 60_000
"""Milliseconds after which what should be there is missing; nobody waits longer than needed."""

WAIT = """const wait = async (find, seq) => {
    const late = performance.now() + PATIENCE;
    for (;;) {
      const found = find();
      if (found !== undefined) return found;
      if (document.querySelector('.status')?.dataset.seq !== seq) return 'gone';
      if (performance.now() > late) return null;
      await new Promise((done) => setTimeout(done, 20));
    }
  };
  const nth_of = (selector, nth) =>
    [...document.querySelectorAll(selector)].filter((e) => e.getClientRects().length)[nth];
""".replace("PATIENCE", str(PATIENCE))
"""What a click brings up may still be on its way. But if the game goes on meanwhile, an earlier
click came through late, and what was looked for may never come."""

REACH = """async ([selector, nth, seq]) => {
  WAIT
  let over = 'nothing there';
  const at = await wait(() => {
    const e = nth_of(selector, nth);
    if (!e) return undefined;
    e.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const r = e.getBoundingClientRect();
    const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
    const top = document.elementFromPoint(x, y);
    over = `under ${top?.outerHTML.slice(0, 200)}`;
    return e.contains(top) || top?.contains(e) ? [x, y] : undefined;
  }, seq);
  return [at, over];
}""".replace("WAIT", WAIT)
"""Where a thing is in the window, once nothing lies over it."""

TABS = """async ([selector, nth, seq]) => {
  WAIT
  return wait(() => {
    const to = nth_of(selector, nth);
    const able = ':is(button, input, select, textarea):enabled, a[href], [tabindex]';
    const order = [...document.querySelectorAll(able)].filter((e) =>
      e.tabIndex >= 0 && e.getClientRects().length && getComputedStyle(e).visibility === 'visible');
    const steps = order.indexOf(to) - order.indexOf(document.activeElement);
    return order.includes(to) ? steps : undefined;
  }, seq);
}""".replace("WAIT", WAIT)
"""How many times Tab has to be pressed to come to a thing; Shift+Tab if less than nought."""


class GoneError(Exception):
    """The game went on before something was pressed: look again."""


class Player:
    """Somebody with a plan, who plays at a table by one device."""

    def __init__(self, guest: Guest, device: Device, plan: Plan) -> None:
        self.guest = guest
        self.page = guest.page
        self.device = device
        self.plan = plan
        self.did: Counter[str] = Counter()
        """How often what was done; plans note more."""
        self.stamp = ""
        self.watch: Callable[[Seen], None] = lambda seen: None
        """Called with what is seen, before anything is done."""

    def look(self) -> Seen:
        """Wait until something can be done, and see what."""
        seen: Seen = self.page.evaluate(LOOK, [self.stamp, True])
        self.stamp = seen["stamp"]
        return seen

    def glance(self) -> Seen | None:
        """See what can be done, if anything new can be done now."""
        seen: Seen | None = self.page.evaluate(LOOK, [self.stamp, False])
        if seen:
            self.stamp = seen["stamp"]
        return seen

    def play(self, most: int = 900) -> None:
        """Play until the game is over."""
        in_vain = 0
        for _ in range(most):
            before = self.stamp
            seen = self.look()
            if seen["over"]:
                return
            in_vain = in_vain + 1 if seen["stamp"] == before else 0
            assert in_vain < 20, f"nothing comes of what is done: {self.did}, {seen}"
            self.step(seen)
        raise AssertionError(f"the game has no end: {self.did}, {seen}")

    def step(self, seen: Seen) -> None:
        """Do one thing: what is asked first, else what the plan says."""
        self.watch(seen)
        what, which = self.answer(seen) if seen["ask"] else self.plan(seen, self)
        self.did[what] += 1
        with contextlib.suppress(GoneError):
            getattr(self, f"_{what}")(which, seen)

    def answer(self, seen: Seen) -> Wish:
        """Confirm, or take the first colour or track that is offered."""
        if seen["confirm"]:
            if seen["cuts"]:
                self.did["knew what is cut"] += 1
            return "press", (".ask [data-confirm]", 0)
        if seen["colours"]:
            most = max(seen["colours"], key=lambda colour: seen["hand"].get(colour, 0))
            return "press", (f'.ask [data-colour="{most}"]', 0)
        return "press", (".ask .options .button", 0)

    # How a wish is carried out

    def point(self, at: tuple[float, float]) -> None:
        if self.device == "touch":
            self.page.touchscreen.tap(*at)
        else:
            self.page.mouse.click(*at)

    def tab_to(self, selector: str, nth: int, seen: Seen) -> None:
        """Go to a thing by Tab, and see that the focus is there."""
        for _ in range(5):  # what scrolls takes a Tab of its own
            steps = self.page.evaluate(TABS, [selector, nth, seen["seq"]])
            if steps == "gone":
                raise GoneError
            assert steps is not None, f"{selector} cannot be reached by Tab"
            for _ in range(abs(steps)):
                self.page.keyboard.press("Tab" if steps > 0 else "Shift+Tab")
            if not steps:
                return
        raise AssertionError(f"Tab does not come to {selector}")

    def _press(self, what: tuple[str, int], seen: Seen) -> None:
        """Press a button."""
        selector, nth = what
        if self.device == "keyboard":
            self.tab_to(selector, nth, seen)
            self.page.keyboard.press("Enter")
            return
        at, over = self.page.evaluate(REACH, [selector, nth, seen["seq"]])
        if at == "gone":
            raise GoneError
        assert at is not None, f"{selector}: {over}"
        self.point(at)

    def _keep(self, which: list[int], seen: Seen) -> None:
        """Tick offered tickets and keep them."""
        for i in which:
            if self.device == "keyboard":
                self.page.keyboard.press(str(i + 1))
            else:
                self._press((".choice label", i), seen)
        if self.device == "keyboard":
            self.page.keyboard.press("Enter")
        else:
            self._press((".choice .button.primary", 0), seen)

    def _track(self, track: Seen, seen: Seen) -> None:
        """Claim a route or build on a bed."""
        if self.device != "keyboard":
            assert track["at"], f"{track} lies under something"
            self.point(track["at"])
            return
        # The list of routes: what can be done stands first.
        self.page.keyboard.press("r")
        self.page.wait_for_selector(".routes input:focus")
        self.page.keyboard.type(track["label"].split(",")[0].replace("–", " "))
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Tab")
        self.page.keyboard.press("Enter")

    def _city(self, city: Seen, seen: Seen) -> None:
        if self.device != "keyboard":
            assert city["at"], f"{city} lies under something"
            self.point(city["at"])
            return
        self.tab_to(f'[data-city="{city["id"]}"]', 0, seen)
        self.page.keyboard.press("Enter")

    def _two(self, _: None, seen: Seen) -> None:
        if self.device == "keyboard":
            self.page.keyboard.press("d")
        else:
            self._press(("[data-two]", 0), seen)

    def _deck(self, _: None, seen: Seen) -> None:
        if self.device == "keyboard":
            self.page.keyboard.press("0")
        else:
            self._press(("[data-deck]", 0), seen)

    def _place(self, place: int, seen: Seen) -> None:
        if self.device == "keyboard":
            self.page.keyboard.press(str(place + 1))
        else:
            self._press((f'[data-place="{place}"]', 0), seen)

    def _more(self, _: None, seen: Seen) -> None:
        """Ask for more tickets."""
        if self.device == "keyboard":
            self.page.keyboard.press("t")
        else:
            self._press(("[data-tickets]", 0), seen)

    def _rest(self, _: None, seen: Seen) -> None:
        """Pass, stop, set no marker, be done."""
        if self.device == "keyboard":
            self.page.keyboard.press("p")
        else:
            self._press(("[data-rest]", 0), seen)

    # The Card Game

    def _lay(self, colour: str, seen: Seen) -> None:
        """Lay a suit, as many cards as there are, with as few locomotives as it takes."""
        self._button(f'[data-lay="{colour}"]', seen)
        if seen["fans"]:
            self._add_locomotives(seen)
        if self.page.locator(".rob").count():
            assert self.page.locator(f'.yard:not(.own) .robbed[data-row="{colour}"]').count() == 1
            self.did["robbed"] += 1
        self._button(".lay [data-confirm]", seen)

    def _add_locomotives(self, seen: Seen) -> None:
        """Take up locomotives one by one until what is taken up can be laid."""
        for n in range(1, seen["hand"].get("locomotive", 0) + 1):
            if self.page.locator(".lay [data-confirm]").count():
                return
            self._take("locomotive", n, seen)

    def _take(self, card: str, n: int, seen: Seen) -> None:
        """Take up so many cards of a fan; by keyboard from the one that Tab comes to."""
        if self.device != "keyboard":
            self._press((f'[data-pile="{card}"] [data-take="{n}"]', 0), seen)
            return
        self.tab_to(f'[data-pile="{card}"] [tabindex="0"]', 0, seen)
        for _ in range(seen["hand"][card] - n):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")

    def _three(self, _: None, seen: Seen) -> None:
        """Lay three different colours."""
        if seen["fans"]:
            singles = self.page.locator("[data-single]")
            for card in [singles.nth(i).get_attribute("data-single") for i in range(3)]:
                self._take(card or "", 1, seen)
        else:
            if seen["suits"]:
                self._button("[data-three]", seen)
            for nth in range(3):
                self._button("[data-lay]", seen, nth)
        self._button(".lay [data-confirm]", seen)

    def _complete(self, nth: int, seen: Seen) -> None:
        self._button("[data-complete]:enabled", seen, nth)

    def _best(self, _: None, seen: Seen) -> None:
        self._button("[data-best]", seen)

    def _button(self, selector: str, seen: Seen, nth: int = 0) -> None:
        """Press a button of the panel for laying; its key leads there."""
        if self.device == "keyboard":
            self.page.keyboard.press("l")
        self._press((selector, nth), seen)


def _asked(players: list[Player]) -> list[Player]:
    """Those the game waits for, or all when it is over: the pages of the others need no look.

    People have the first seats, bots the others.
    """
    guest = players[0].guest
    game = guest.tables.served.registry.loaded_tables[guest.table].table.game
    if not game or not game.to_act:
        return players
    return [players[seat] for seat in game.to_act if seat < len(players)]


def play_together(players: list[Player], most: int = 3_000) -> None:
    """Play a game among people, each in a browser of their own: those who can decide do."""
    idle = 0
    while most:
        sights = ((player, player.glance()) for player in _asked(players))
        mover, seen = next(((player, seen) for player, seen in sights if seen), (None, None))
        if mover is None or seen is None:
            idle += 1
            assert idle < 10_000, f"nobody can decide: {[player.did for player in players]}"
            if idle % 100 == 0:  # a click that changed nothing is tried again
                for player in players:
                    player.stamp = ""
            players[0].page.wait_for_timeout(10)
            continue
        if seen["over"]:
            return
        idle = 0
        most -= 1
        mover.step(seen)
    raise AssertionError("the game has no end")
