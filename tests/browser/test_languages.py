"""Words: every text in every language, none unused, none written into the page itself."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

import branchline as bl
from branchline.text.rulebook import rules_of
from tests.scale import scaled
from tests.server.served import Served
from tests.test_words import OF_PYTHON

from . import clicks
from .visits import FinishedGame, Visits, barriers, drawn, too_wide

WEB = Path(__file__).parents[2] / "web" / "src"
WORDS = Path(__file__).parents[2] / "src" / "branchline" / "text" / "languages"
LANGUAGES = sorted(file.stem for file in WORDS.glob("*.json"))
SOURCES = [
    file
    for file in sorted([*WEB.rglob("*.svelte"), *WEB.rglob("*.ts")])
    if not {"gallery", "i18n", "testing"} & set(file.parts) and not file.name.endswith(".test.ts")
]
FORMS = {"zero", "one", "two", "few", "many", "other"}
NEEDED = {"en": {"one", "other"}, "fr": {"one", "other"}}
"""The plural forms a language needs for whole numbers that come up in a game."""


def texts(language: str) -> dict[str, str | dict[str, str]]:
    """All texts of a language by area and name."""
    areas = json.loads((WORDS / f"{language}.json").read_text(encoding="utf-8"))
    return {f"{area}.{name}": text for area, named in areas.items() for name, text in named.items()}


def slots(text: str | dict[str, str]) -> set[str]:
    """What is filled in; a form may leave out the number that chose it."""
    forms = [text] if isinstance(text, str) else list(text.values())
    names = {name for form in forms for name in re.findall(r"\{(\w+)\}", form)}
    return names - {"n"} if isinstance(text, dict) else names


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_a_language_has_the_same_texts_as_english(language: str) -> None:
    english, other = texts("en"), texts(language)
    assert sorted(set(english) - set(other)) == [], "missing"
    assert sorted(set(other) - set(english)) == [], "not in English"
    for key, text in english.items():
        assert slots(text) == slots(other[key]), key
        assert isinstance(text, dict) == isinstance(other[key], dict), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_are_whole(language: str) -> None:
    for key, text in texts(language).items():
        forms = {"other": text} if isinstance(text, str) else text
        assert all(form.strip() for form in forms.values()), f"{key} is empty"
        if isinstance(text, dict):
            assert set(text) <= FORMS, key
            assert set(text) >= NEEDED.get(language, {"other"}), f"{key} lacks a plural form"
        if language == "fr":
            loose = [form for form in forms.values() if re.search(r"\w [;:?!]", form)]
            assert loose == [], f"{key}: an ordinary space before a sign that needs a fixed one"


def test_the_same_words_mean_the_same_thing_twice_at_most_by_chance() -> None:
    """A text that is not translated is usually one that was forgotten."""
    english, french = texts("en"), texts("fr")
    same = [
        key
        for key, text in english.items()
        if french[key] == text and isinstance(text, str) and len(text.split()) > 2
        # Signs between values are the same in both.
        if re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", text))
    ]
    assert same == []


def used() -> tuple[set[str], list[re.Pattern[str]]]:
    """Names of texts in the sources: whole ones, and patterns of those that are put together."""
    whole: set[str] = set()
    patterns = []
    areas = "|".join(sorted({key.split(".")[0] for key in texts("en")}))
    for file in SOURCES:
        source = file.read_text(encoding="utf-8")
        whole |= set(re.findall(rf"['\"`]((?:{areas})\.[\w.\- ]+)['\"`]", source))
        for made in re.findall(rf"`((?:{areas})\.[^`]*\$\{{[^`]*)`", source):
            parts = re.split(r"\$\{.+?\}(?=[.`]|$)|\$\{[^}]*\}", made)
            patterns.append(re.compile(".+".join(re.escape(part) for part in parts) + "$"))
    return whole, patterns


def test_every_text_is_used() -> None:
    whole, patterns = used()
    unused = [
        key
        for key in texts("en")
        if key.split(".")[0] not in OF_PYTHON
        and key not in whole
        and not any(pattern.match(key) for pattern in patterns)
    ]
    assert unused == []


def test_the_page_carries_the_texts_it_uses_and_not_those_of_the_terminal() -> None:
    left = re.findall(
        r"'(\w+)'", (WEB.parent / "languages.ts").read_text().split("ELSEWHERE = ")[1]
    )
    left = [area for area in left if area in OF_PYTHON]
    assert {"cli", "story", "terminal", "typed"} <= set(left)
    whole, _ = used()
    assert [key for key in whole if key.split(".")[0] in left] == []


def test_every_text_that_is_used_is_there() -> None:
    whole, _ = used()
    english = texts("en")
    areas = {key.split(".")[0] for key in english}
    missing = {key for key in whole if key not in english and key.split(".")[0] in areas}
    assert missing == set()


PLAIN = {"Branchline", "…/table/…"}


@pytest.mark.parametrize(
    "file", [file for file in SOURCES if file.suffix == ".svelte"], ids=lambda file: file.stem
)
def test_no_text_is_written_into_the_page_itself(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    markup = re.sub(r"<(script|style).*?</\1>", "", source, flags=re.S)
    markup = re.sub(r"<!--.*?-->|&\w+;", "", markup, flags=re.S)
    while "{" in markup:  # expressions, from the innermost outwards
        shorter = re.sub(r"\{[^{}]*\}", "", markup)
        if shorter == markup:
            break
        markup = shorter
    shown = re.findall(r">([^<>]*[A-Za-z]{2}[^<>]*)<", re.sub(r"=>", "", markup))
    labels = re.findall(
        r"(?:aria-label|title|placeholder|alt)=\"([^\"]*[A-Za-z]{3}[^\"]*)\"", markup
    )
    written = {text.strip() for text in [*shown, *labels]} - PLAIN
    assert written == set()


def test_the_browser_chooses_and_so_does_the_player(visits: Visits) -> None:
    page = visits.visitor(language="fr-CA")
    expect(page.get_by_role("button", name="Jouer")).to_be_visible()
    assert page.evaluate("document.documentElement.lang") == "fr"
    page = visits.visitor(language="fr-FR", settings={"language": "en"})
    expect(page.get_by_role("button", name="Play USA")).to_be_visible()
    page = visits.visitor(language="ja-JP")
    expect(page.get_by_role("button", name="Play USA")).to_be_visible()


def test_numbers_dates_and_plurals_follow_the_language(visits: Visits) -> None:
    host = visits.visitor("/new/usa", settings={"name": "Ada"})
    host.get_by_role("radio", name="At leisure").check()
    host.get_by_role("radio", name="Everybody").check()
    clicks.open_table(host)
    page = visits.visitor(language="fr-FR")
    tables = page.get_by_role("list", name="Tables ouvertes")
    expect(tables.get_by_text("1 siège libre").first).to_be_visible()
    expect(tables.get_by_text("maintenant").first).to_be_visible()
    tables.get_by_role("link").first.click()
    expect(page.get_by_text("3 jours par tour")).to_be_visible()
    expect(page.get_by_role("heading", name="Il manque encore 1 personne")).to_be_visible()


def test_what_the_server_says_is_french_on_a_french_page(visits: Visits) -> None:
    page = visits.visitor("/new/usa", language="fr-FR")
    clicks.fill_seats(page, ["me", "bot:apprentice"])
    clicks.choose(page, {"starts": 0})
    clicks.open_table(page)
    command = page.get_by_label("Taper une commande")
    command.fill("prendre Seattle Tombouctou")
    command.press("Enter")
    wrong = page.locator("#command-wrong")
    expect(wrong).to_have_text("il n’y a pas de ville du nom de «\u00a0tombouctou\u00a0»")
    page.get_by_role("button", name="Les commandes").click()
    expect(page.get_by_text("prendre Atlanta Charleston rouge", exact=True)).to_be_visible()
    command.fill("garder toutes")
    command.press("Enter")
    expect(page.locator("[data-status]")).to_contain_text("À vous")
    command.fill("prendre la carte de la place 9")
    command.press("Enter")
    expect(wrong).to_have_text("les cartes visibles sont aux places 1 à 5, pas 9")
    page.get_by_role("button", name="Conseil").click()
    advice = page.locator(".say")
    expect(advice).to_contain_text(re.compile(r"Un robot jouerait\s: (prendre|piocher) "))
    said = advice.inner_text()
    assert not re.search(r"\b(the|plan for|needs|tickets|turns)\b", said), said
    # The example can be typed as it stands.
    example = command.get_attribute("placeholder") or ""
    assert re.match("p. ex. (prendre|piocher) ", example), example
    command.fill(example.removeprefix("p. ex. "))
    command.press("Enter")
    expect(command).to_have_value("")


def test_a_refusal_around_the_table_is_french(visits: Visits) -> None:
    host = visits.visitor("/new/usa", settings={"name": "Ada"})
    clicks.open_table(host)
    page = visits.visitor(clicks.link_of_lobby(host), language="fr-FR")
    page.get_by_label("Votre nom").fill("ada")
    page.get_by_role("button", name="Prendre ce siège").click()
    expect(page.get_by_role("alert")).to_have_text("Quelqu’un à cette table s’appelle déjà ada.")
    visits.complaints.clear()  # the browser itself notes the answer 403


BOTH = [("en-GB", "en"), ("fr-FR", "fr")]


@pytest.mark.parametrize(("number", "game"), enumerate(bl.games()))
def test_the_page_shows_the_rules_of_a_game_as_the_terminal_prints_them(
    visits: Visits, number: int, game: str
) -> None:
    for language, code in scaled([BOTH[number % 2]], BOTH):
        sections = rules_of(bl.load_board(game), code)
        page = visits.visitor(f"/rules/{game}", language=language)
        headings = page.locator("main h2")
        expect(headings).to_have_count(len(sections))
        titles = [section.splitlines()[0] for section in sections]
        assert titles[0] in headings.first.inner_text()
        expect(headings.nth(1)).to_have_text(titles[1])
        expect(headings.last).to_have_text(titles[-1])
        shown = page.locator("[id^=rule-]").evaluate_all("all => all.map((e) => e.id)")
        numbers = re.findall(r"^\*\*\w+ (\d+),", "\n".join(sections), flags=re.M)
        assert shown == [f"rule-{number}" for number in numbers]
        assert page.locator("main").inner_text().count("<!--") == 0
        # Each picture stands where the text has its mark, and says what it shows.
        marked = "\n".join(rules_of(bl.load_board(game), code, pictures=True))
        pictures = page.locator("[data-picture]")
        names = re.findall(r"<!-- picture (\w+) -->", marked)
        expect(pictures).to_have_count(len(names))
        assert pictures.evaluate_all("all => all.map((e) => e.dataset.picture)") == names
        expect(pictures.get_by_role("img", name=re.compile(r"\w+ .+\.$"))).to_have_count(len(names))
        assert barriers(page, "main") == []


@pytest.fixture(scope="module")
def addresses(browser: Browser, served: Served, finished: FinishedGame) -> Iterator[list[str]]:
    """Every page around the table, as one gets to it by a link."""
    visits = Visits(browser, served)
    host = visits.visitor("/new/old_west")
    clicks.fill_seats(host, ["bot:apprentice", "open", "open"])
    clicks.open_table(host)
    yield [
        "/",
        "/new/old_west",
        clicks.link_of_lobby(host),
        finished("usa").link,
        finished("card_game").link,
        "/rules/card_game",
        "/learn/usa",
        "/settings",
        "/about",
        "/table/a/b",
    ]
    visits.close()


# French takes more room.
@pytest.mark.parametrize("language", scaled(["fr-FR"], ["fr-FR", "en-GB"]))
def test_nothing_sticks_out_of_the_window(
    visits: Visits, addresses: list[str], language: str
) -> None:
    page = visits.visitor(language=language)
    wide = {}
    for address in addresses:
        page.goto(address)
        settled(page)
        for width in (820, 360):
            page.set_viewport_size({"width": width, "height": 844})
            drawn(page)
            wide[address, width] = too_wide(page)
    assert {where: by for where, by in wide.items() if by > 0} == {}


def settled(page: Page) -> None:
    """Wait until a page has what it asked for."""
    page.locator("h1").first.wait_for()
    page.wait_for_load_state("networkidle")
