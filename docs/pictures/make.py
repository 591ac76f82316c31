"""Make the README's pictures anew: ``make pictures``, or some: ``make pictures ONLY="usa claim"``.

A server of our own deals the same games every time and lets bots play them to the end. In the
replay a moment is found by what is true of it, Ada sits down there, and Chromium takes the picture
of the page. Chromium also writes the files: nothing else has to be installed for them.
"""

from __future__ import annotations

import argparse
import base64
import struct
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, sync_playwright
from tests.browser.clicks import table_id
from tests.browser.conftest import CHROMIUM, QUIET
from tests.browser.visits import Visits, dealt_as, until
from tests.server.served import Served

FOLDER = Path(__file__).parent
DESKTOP, PHONE, FILM = (1440, 900), (390, 844), (1200, 750)
FILM_QUALITY = 0.75
STILL_BYTES, FILM_BYTES = 200_000, 600_000
"""What a file may have at most: the README is read on phones too."""

Json = dict[str, Any]


@dataclass(frozen=True)
class Moment:
    """A place in a finished game: so many actions taken, and one seat that decides."""

    table: str
    invite: str
    before: Json
    """The step that led here, with what everybody holds."""
    after: Json
    """The next step, as it was in that game."""

    @property
    def seat(self) -> int:
        """Who decides."""
        return int(self.after["seat"])

    @property
    def view(self) -> Json:
        """The position, in the open."""
        found: Json = self.before["view"]
        return found

    def holds(self, what: str) -> Any:
        """Return what the deciding seat has: ``hand``, ``tickets``, ``tickets_done``."""
        return self.before["reveal"][self.seat][what]

    def event(self, kind: str) -> Json:
        """Return what the next step brings about of one kind; empty if there is no such event."""
        return next((e for e in self.after["events"] if e["event"] == kind), {})

    @property
    def completed(self) -> list[str]:
        """The tickets that the next step completes."""
        done = self.after["reveal"][self.seat]["tickets_done"]
        return [ticket for ticket in done if ticket not in self.holds("tickets_done")]

    @property
    def laid(self) -> list[int]:
        """How many tracks each seat has."""
        owners = list(self.view["owners"].values())
        return [owners.count(seat) for seat in range(self.view["seats"])]


class Studio(Visits):
    """A server whose games are the same every time, and browsers that look at them."""

    def __init__(self, browser: Browser, served: Served) -> None:
        super().__init__(browser, served)
        self.ask = served.client.request_now
        self.moments = cache(self._moments)

    def _moments(self, game: str, seats: int, deal: str = "", **options: bool) -> list[Moment]:
        """Let bots play a game to its end; return the places where one seat decides."""
        chairs = [{"kind": "bot", "bot": "conductor"}] * seats
        wish = {"game": game, "seats": chairs, "options": options, "start": True, "bot_pace": 0}
        with dealt_as(f"a picture of {game} {deal}"):
            made = self.ask("POST", "/api/tables", wish)
        at, secret = f"/api/tables/{made['table']['id']}", made["secret"]
        while self.ask("GET", at, None, secret)["table"]["state"] != "over":
            time.sleep(0.1)
        steps = self.ask("GET", f"{at}/replay?eyes=open&views=true", None, secret)["steps"]
        return [
            Moment(made["table"]["id"], made["invite"], before, after)
            for before, after in pairwise(steps)
            if before["view"]["to_act"] == [after["seat"]]
        ]

    def sit(self, moment: Moment) -> dict[str, str]:
        """Let Ada sit down at a moment; return her secret, by the table."""
        wish = {"step": moment.before["step"], "seat": moment.seat, "name": "Ada"}
        at = f"/api/tables/{moment.table}/fork?invite={moment.invite}"
        made = self.ask("POST", at, {**wish, "bot": "conductor"})
        return {made["table"]["id"]: made["secret"]}

    def open(
        self,
        moment: Moment,
        *,
        size: tuple[int, int] = DESKTOP,
        scheme: Literal["light", "dark"] = "light",
        **settings: str,
    ) -> Page:
        """Open the page of a table at a moment, by Ada's eyes, and wait until it is her turn."""
        secrets = self.sit(moment)
        kept = {"sound": "off", "name": "Ada", "confirm": "always", **settings}
        path = f"/table/{next(iter(secrets))}"
        page = self.visitor(path, size=size, scheme=scheme, settings=kept, secrets=secrets)
        page.wait_for_selector("[data-ready=true]")
        return page

    def end(self, page: Page) -> None:
        """Draw for Ada until the last turn of the game is over."""
        secret = page.evaluate("Object.values(JSON.parse(localStorage['branchline.secrets']))[0]")
        while (position := self.get(page, "")["position"])["actions"]:
            action = position["actions"][0]["id"]
            wish = {"id": f"end{position['seq']}", "expected": position["seq"], "action": action}
            self.ask("POST", f"/api/tables/{table_id(page)}/act", wish, secret)
        page.wait_for_selector(".counting")


# Taking pictures


def settle(page: Page) -> None:
    """Wait until everything on a page has arrived and nothing is on its way."""
    page.wait_for_load_state("networkidle")
    page.evaluate("document.fonts.ready")
    until(page, "() => document.getAnimations().every((a) => a.playState !== 'running')")


def still(page: Page, *, height: float | None = None) -> bytes:
    """Take a picture, as fine as its file may be large; phones have two pixels for one."""
    settle(page)
    size = page.viewport_size
    assert size is not None
    clip = {"x": 0, "y": 0, "width": size["width"], "height": height or size["height"]}
    clip["scale"] = 2 if size["width"] < 600 else 1
    camera = page.context.new_cdp_session(page)
    for quality in range(90, 50, -3):
        how = {"format": "webp", "quality": quality, "clip": clip}
        made = base64.b64decode(camera.send("Page.captureScreenshot", how)["data"])
        if len(made) <= STILL_BYTES:
            return made
    raise ValueError("the picture does not fit into its file")


GO_ON = """(ms) => {
  window.filmed ??= new WeakSet();
  for (const each of document.getAnimations()) {
    const end = each.effect.getComputedTiming().endTime;
    const to = filmed.has(each) ? each.currentTime + ms : 0;
    filmed.add(each);
    each.pause();
    if (to >= end) each.finish();
    else each.currentTime = to;
  }
}"""
"""Moves what is in motion on by some milliseconds; what has just begun stands at its beginning."""

PACK = """async ([shots, quality]) => {
  const BLOCK = 16;
  let before = null;
  const packed = [];
  for (const shot of shots) {
    const image = new Image();
    image.src = `data:image/png;base64,${shot}`;
    await image.decode();
    const [width, height] = [image.naturalWidth, image.naturalHeight];
    const canvas = new OffscreenCanvas(width, height);
    const brush = canvas.getContext('2d', { willReadFrequently: true });
    brush.drawImage(image, 0, 0);
    const now = new Uint32Array(brush.getImageData(0, 0, width, height).data.buffer);
    const changed = new Set();
    for (let i = 0; i < now.length; i++)
      if (!before || now[i] !== before[i])
        changed.add(`${Math.floor((i % width) / BLOCK)},${Math.floor(i / width / BLOCK)}`);
    before = now;
    if (!changed.size) {
      packed.push(null);
      continue;
    }
    const at = [...changed].map((block) => block.split(',').map((n) => n * BLOCK));
    const [x, y] = [0, 1].map((i) => Math.min(...at.map((block) => block[i])));
    const [right, bottom] = [width, height].map((end, i) =>
      Math.min(end, Math.max(...at.map((block) => block[i])) + BLOCK));
    const part = new OffscreenCanvas(right - x, bottom - y);
    const pen = part.getContext('2d');
    for (const [left, top] of at)
      pen.drawImage(image, left, top, BLOCK, BLOCK, left - x, top - y, BLOCK, BLOCK);
    const blob = await part.convertToBlob({ type: 'image/webp', quality });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    packed.push([x, y, right - x, bottom - y, btoa(text)]);
  }
  return packed;
}"""
"""Makes WebP of shots of a film: of each only the blocks that differ from the shot before."""


class Film:
    """Shots of a page whose time stands still between them, so that none comes late."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.camera = page.context.new_cdp_session(page)
        self.shots: list[tuple[str, int]] = []
        page.emulate_media(reduced_motion="no-preference")
        page.clock.install()
        page.reload()
        page.wait_for_selector("[data-ready=true]")
        settle(page)
        page.clock.pause_at(page.evaluate("Date.now() + 1000"))

    def shoot(self, ms: int) -> None:
        """Take a shot that is shown for some milliseconds."""
        shot = self.camera.send("Page.captureScreenshot", {"format": "png"})
        self.shots.append((shot["data"], ms))

    def run(self, ms: int, every: int = 80) -> None:
        """Let time go on, shot by shot."""
        for _ in range(0, ms, every):
            self.page.clock.run_for(every)
            self.page.evaluate(GO_ON, every)
            self.shoot(every)

    def develop(self) -> bytes:
        """Return the film as an animated WebP that begins again and again."""
        page = self.page.context.browser.new_page()  # type: ignore[union-attr]
        packed = page.evaluate(PACK, [[shot for shot, _ in self.shots], FILM_QUALITY])
        page.close()
        frames: list[tuple[list[Any], int]] = []
        for part, (_, ms) in zip(packed, self.shots, strict=True):
            if part is None:
                frames[-1] = (frames[-1][0], frames[-1][1] + ms)
            else:
                frames.append((part, ms))
        size = frames[0][0][2:4]
        # The container of WebP: https://developers.google.com/speed/webp/docs/riff_container
        made = chunk(b"VP8X", b"\x12\0\0\0" + b"".join(three(n - 1) for n in size))
        made += chunk(b"ANIM", struct.pack("<IH", 0, 0))
        for (x, y, width, height, data), ms in frames:
            place = [x // 2, y // 2, width - 1, height - 1, ms]
            frame = b"".join(three(n) for n in place) + b"\0"
            made += chunk(b"ANMF", frame + pixels(base64.b64decode(data)))
        film = b"RIFF" + struct.pack("<I", len(made) + 4) + b"WEBP" + made
        if len(film) > FILM_BYTES:
            raise ValueError(f"the film has {len(film)} bytes")
        return film


def three(n: int) -> bytes:
    """Write a number in three bytes."""
    return struct.pack("<I", n)[:3]


def chunk(kind: bytes, data: bytes) -> bytes:
    """Write a part of a RIFF file."""
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def pixels(file: bytes) -> bytes:
    """Return the parts of a WebP file that hold its pixels, without what tells its size."""
    found, at = b"", 12
    while at < len(file):
        end = at + 8 + struct.unpack_from("<I", file, at + 4)[0]
        end += end % 2
        if file[at : at + 4] in (b"ALPH", b"VP8 ", b"VP8L"):
            found += file[at:end]
        at = end
    return found


# The pictures

PICTURES: dict[str, Callable[[Studio], bytes]] = {}


def picture(name: str) -> Callable[[Callable[[Studio], bytes]], None]:
    """Give a picture's file its name."""

    def known(make: Callable[[Studio], bytes]) -> None:
        PICTURES[name] = make

    return known


def trains(moment: Moment) -> int:
    """Return how many trains the player has who has the fewest."""
    return min(int(player["trains"]) for player in moment.view["players"])


def has_both(moment: Moment) -> bool:
    """Return whether the player has completed a ticket and has another one to complete."""
    return 0 < len(moment.holds("tickets_done")) < len(moment.holds("tickets"))


def fullest(moments: list[Moment], fits: Callable[[Moment], object]) -> Moment:
    """Return of the moments that fit the one with the most on the map."""
    return max(filter(fits, moments), key=lambda m: len(m.view["owners"]) + len(m.view["built"]))


def middle(page: Page, track: str) -> tuple[float, float]:
    """Return where the middle of a track is in the window."""
    cells = page.locator(f'g.track[data-id="{track}"] .cell')
    box = cells.nth(cells.count() // 2).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def usa_game(studio: Studio) -> Moment:
    """Find four networks, and a route that Ada can claim."""
    return fullest(
        studio.moments("usa", 4),
        lambda m: m.event("claimed") and has_both(m) and trains(m) >= 8,
    )


@picture("home")
def home(studio: Studio) -> bytes:
    """Show what one sees first, down to the end of the form that starts a game."""
    page = studio.visitor("/", size=DESKTOP, settings={"name": "Ada"})
    page.add_init_script("Math.random = () => 0")  # the bots on it are the same every time
    page.reload()
    settle(page)
    box = page.locator("form.start").bounding_box()
    assert box is not None
    return still(page, height=box["y"] + box["height"] + 30)


@picture("usa")
def usa(studio: Studio) -> bytes:
    """Show a game for four, in which much is built."""
    return still(studio.open(usa_game(studio)))


@picture("claim")
def claim(studio: Studio) -> bytes:
    """Film a claim, from the question to the path of the ticket that it completes."""
    moment = max(
        (m for m in studio.moments("usa", 4) if m.event("claimed") and m.completed),
        key=lambda m: (
            sum(m.event("claimed")["cards"].values()),
            len(m.after["paths"][m.completed[0]]),
        ),
    )
    film = Film(studio.open(moment, size=FILM, motion="full"))
    page = film.page
    film.shoot(1000)
    page.mouse.click(*middle(page, moment.event("claimed")["track"]))
    page.wait_for_selector(".ask")
    film.run(320)
    film.shoot(1500)
    colours = page.locator(".ask [data-colour]")
    if colours.count():
        colours.first.click()
        film.run(320)
        film.shoot(1000)
    before = page.locator(".status").get_attribute("data-seq")
    page.locator(".ask [data-confirm]").click()
    page.locator(f'.status:not([data-seq="{before}"])').wait_for()
    film.run(3000)
    return film.develop()


@picture("france")
def france(studio: Studio) -> bytes:
    """Show the last word before a piece is laid, where the question hides the fewest trains."""
    builds = [m for m in studio.moments("france", 4) if m.event("built") and trains(m) >= 12]
    return still(min((asked_to_build(studio, m) for m in builds[-8:]), key=hidden_trains))


def asked_to_build(studio: Studio, moment: Moment) -> Page:
    """Choose the bed and the colour that were chosen in that game."""
    page = studio.open(moment)
    built = moment.event("built")
    page.mouse.click(*middle(page, built["track"]))
    page.locator(f'.ask [data-colour="{built["colour"]}"]').click()
    page.locator(".ask [data-confirm]").wait_for()
    page.mouse.move(0, 0)
    return page


def hidden_trains(page: Page) -> int:
    """Return how many trains lie under the question."""
    found: int = page.evaluate("""() => {
      const ask = document.querySelector('.ask').getBoundingClientRect();
      return [...document.querySelectorAll('.train')]
        .map((train) => train.getBoundingClientRect())
        .filter((r) => r.left < ask.right && r.right > ask.left)
        .filter((r) => r.top < ask.bottom && r.bottom > ask.top).length;
    }""")
    return found


@picture("old_west")
def old_west(studio: Studio) -> bytes:
    """Show six players, and Alvin on the map."""
    moment = fullest(
        studio.moments("old_west", 6, alvin=True),
        lambda m: m.view["alvin"] and m.event("claimed") and has_both(m) and trains(m) >= 4,
    )
    return still(studio.open(moment))


@picture("card_game")
def card_game(studio: Studio) -> bytes:
    """Show cards taken up that would rob a row: the longest that was robbed in some games."""
    moment = max(
        (m for deal in "abcd" for m in studio.moments("card_game", 4, deal) if m.event("robbed")),
        key=lambda m: (
            m.event("robbed")["cards"] + m.event("robbed")["locomotives"],
            sum(sum(row) for player in m.view["players"] for row in player["yard"].values()),
        ),
    )
    page = studio.open(moment)
    [row] = moment.event("laid")["rows"]
    for card, n in ((row["colour"], row["cards"]), ("locomotive", row["locomotives"])):
        if n:
            page.locator(f'[data-pile="{card}"] [data-take="{n}"]').click()
    page.wait_for_selector(".yard .robbed")
    page.mouse.move(0, 0)
    return still(page)


@picture("count")
def count(studio: Studio) -> bytes:
    """Show the count at the end: the longest path, which comes after all tickets."""
    moment = studio.moments("usa", 4)[-1]
    page = studio.open(moment)
    studio.end(page)
    page.locator("[data-pause]").click()
    while page.locator(".counting[data-ticket]").count():
        page.locator("[data-next]").click()
    return still(page)


@picture("usa-phone-dark")
def usa_phone_dark(studio: Studio) -> bytes:
    """Show the game for four again, on a phone by night."""
    return still(studio.open(usa_game(studio), size=PHONE, scheme="dark"))


@picture("france-phone")
def france_phone(studio: Studio) -> bytes:
    """Show a turn on a phone, with the track pieces left."""
    moment = fullest(
        studio.moments("france", 4),
        lambda m: m.view["phase"] == "turn" and m.event("claimed") and trains(m) >= 12,
    )
    return still(studio.open(moment, size=PHONE))


def main() -> None:
    """Make the pictures that are asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help=f"some of {', '.join(PICTURES)}")
    parser.add_argument("--to", type=Path, default=FOLDER, help="the folder they are put into")
    options = parser.parse_args()
    if unknown := [name for name in options.only if name not in PICTURES]:
        parser.error(f"no such picture: {', '.join(unknown)}")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        # Bots who wait this long leave the table as it is until the picture is taken.
        served = Served(f"sqlite:///{folder}/tables.db", bot_pace=60)
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        try:
            studio = Studio(browser, served)
            for name in options.only or PICTURES:
                made = PICTURES[name](studio)
                (options.to / f"{name}.webp").write_bytes(made)
                print(f"{name}: {len(made) // 1000} kB", flush=True)
            studio.close()
        finally:
            browser.close()
            served.stop()


if __name__ == "__main__":
    main()
