"""Looking back at a finished game: its analysis walked through, and a mistake solved."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

from playwright.sync_api import Page, expect

from .tables import Guest
from .visits import PATIENCE, barriers, too_wide, until

ANALYSIS = 4 * PATIENCE
"""A whole report is more than one thing to wait for."""
MARKS = re.compile("^(inaccuracy|mistake|blunder)$")


def look_back(guest: Guest) -> None:
    """From the table of points to the analysis, through it, and to what can be learnt of it."""
    page = guest.page
    page.locator(".final [data-analyse]").click()
    page.wait_for_url("**/replay/*.analysis")
    # It comes in while one looks on: first the curve, then mark by mark.
    page.locator(".plot").wait_for(timeout=ANALYSIS)
    page.locator("[data-making]").wait_for(state="detached", timeout=ANALYSIS)
    marked = marked_in(guest)
    own = [one for one in marked if one["seat"] == 0]
    assert len(marked) >= 3, "a game of so many mistakes"
    assert own
    walk(guest, [one["step"] for one in own], all_marks=[one["step"] for one in marked])
    read_balance(page)
    found = barriers(page)
    assert not found, found
    assert too_wide(page) <= 0
    solve(guest, max(own, key=lambda one: one["loss"]))


def on_a_phone(guest: Guest, table: str) -> None:
    """The same game on a phone of theirs, in French, by finger: three marks, and one solved."""
    secrets = guest.page.evaluate("JSON.parse(localStorage['branchline.secrets'])")
    page = guest.tables.visitor(
        f"/replay/{table}#0.open.analysis",
        size=(390, 844),
        touch=True,
        language="fr-FR",
        secrets=secrets,
    )
    page.locator(".plot").wait_for()
    phone = Guest(guest.tables, page, touch=True)
    marked = marked_in(phone)
    page.locator("[data-whose]").select_option("")
    for one in [one for one in marked if one["step"] > 0][:3]:
        page.locator("[data-walk=forward]").tap()
        is_at(page, one["step"])
    found = barriers(page)
    assert not found, found
    assert too_wide(page) <= 0
    page.locator("[data-tab=balance]").tap()
    page.locator("[data-learn='0']").tap()
    page.locator("[data-begin]").tap()
    own = [one for one in marked if one["seat"] == 0]
    dearest = max(own, key=lambda one: one["loss"])
    page.locator("[data-drill]").wait_for()
    choose(page, dearest["others"][0]["move"], "true", touch=True)
    expect(page.locator("[data-drill]")).to_have_attribute("data-drill", "true")
    assert too_wide(page) <= 0
    kept = page.evaluate("Object.values(JSON.parse(localStorage['branchline.mistakes']))")
    assert [(k["step"], k["due"]) for k in kept] == [(dearest["step"], None)]


def marked_in(guest: Guest) -> list[dict[str, Any]]:
    """The choices of a game that were marked, as the server tells them."""
    report = guest.tables.get(guest.page, "/analysis")["report"]
    return [one for one in report["decisions"] if MARKS.match(one["mark"])]


def is_at(page: Page, step: int) -> None:
    """This moment is shown, with what was chosen there and what is better."""
    expect(page.locator(".plot")).to_have_attribute("aria-valuenow", str(step))
    expect(page.locator("[data-verdict]")).to_have_attribute("data-verdict", MARKS)
    expect(page.locator(".spot.here")).to_have_count(1)
    expect(page.locator("[data-option].pointed")).to_have_count(1)


def walk(guest: Guest, own: list[int], all_marks: list[int]) -> None:
    """One's own marks first; then everybody's, by mouse or finger and by keyboard."""
    page = guest.page
    expect(page.locator("[data-whose]")).to_have_value("0")
    expect(page.locator(".spot")).to_have_count(len(own))
    page.locator("[data-whose]").select_option("")
    expect(page.locator(".spot")).to_have_count(len(all_marks))
    press = page.locator("[data-walk=forward]")
    if all_marks[0] == 0:
        is_at(page, 0)
    there = [step for step in all_marks if step > 0][:3]
    for step in there:
        press.click()
        is_at(page, step)
    page.locator("[data-walk=back]").click()
    is_at(page, there[-2])
    # By keyboard.
    page.locator(".plot").focus()
    page.keyboard.press("Home")
    expect(page.locator(".plot")).to_have_attribute("aria-valuenow", "0")
    for step in there:
        page.keyboard.press("m")
        is_at(page, step)
    page.keyboard.press("Shift+M")
    is_at(page, there[-2])
    page.keyboard.press("ArrowRight")
    expect(page.locator(".plot")).to_have_attribute("aria-valuenow", str(there[-2] + 1))
    # On the curve itself.
    spot = page.locator(".spot").last.bounding_box()
    assert spot is not None
    guest.page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    expect(page.locator(".spot.here")).to_have_count(1)
    # What is pointed at is drawn on the board, and what is left is not.
    claim = page.locator("[data-option]:has(.set)").first
    if claim.count():
        claim.focus()
        expect(page.locator("[data-option].pointed")).to_have_attribute(
            "data-option", claim.get_attribute("data-option") or ""
        )


def read_balance(page: Page) -> None:
    """Luck and skill are told, and can be taken along as a picture."""
    page.locator("[data-tab=moment]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-tab=balance]")).to_be_focused()
    expect(page.locator(".seats > li")).to_have_count(
        page.locator("[data-whose] option").count() - 1
    )
    page.locator("summary").last.click()
    with page.expect_download() as saved:
        page.locator("[data-share=svg]").click()
    picture = ElementTree.parse(saved.value.path())
    assert picture.getroot().tag.endswith("svg")
    with page.expect_download() as saved:
        page.locator("[data-share=png]").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def solve(guest: Guest, one: dict[str, Any]) -> None:
    """The dearest mistake: once more as in the game, then as it should be."""
    page = guest.page
    page.locator("[data-learn='0']").click()
    page.locator("[data-begin]").click()
    drill = page.locator("[data-drill]")
    drill.wait_for()
    expect(drill).to_have_attribute("data-drill", "")
    for move, solved in ((one["chosen"]["move"], "false"), (one["others"][0]["move"], "true")):
        choose(page, move, solved)
        expect(drill).to_have_attribute("data-drill", solved)
    kept = page.evaluate("Object.values(JSON.parse(localStorage['branchline.mistakes']))")
    assert [(k["step"], k["stage"], k["due"] is not None) for k in kept] == [(one["step"], 0, True)]
    found = barriers(page)
    assert not found, found
    page.locator("[data-next]").click()


def choose(page: Page, move: dict[str, Any], solved: str, touch: bool = False) -> None:
    """Make a move on the table; a claim that leaves nothing open is made at once."""
    match move["do"]:
        case "draw" if touch:
            place = move["from"]
            page.locator("[data-deck]" if place == "deck" else f'[data-place="{place}"]').tap()
        case "tickets" if touch:
            page.locator("[data-tickets]").tap()
            page.locator("[data-confirm]").tap()
        case "draw":
            page.keyboard.press("0" if move["from"] == "deck" else str(move["from"] + 1))
        case "tickets":
            page.keyboard.press("t")
            page.locator("[data-confirm]").press("Enter")
        case "keep":
            offer = page.locator(".choice input[type=checkbox]")
            for ticket in offer.all():
                wanted = ticket.get_attribute("value") in move["tickets"]
                if ticket.is_checked() != wanted:
                    ticket.locator("xpath=..").click()
            page.locator(".choice .button.primary").click()
        case "claim":
            page.locator(f'g.track[data-id="{move["track"]}"]').press("Enter")
            until(
                page,
                """(solved) => document.querySelector('.ask')
                  || document.querySelector('[data-drill]').dataset.drill === solved""",
                solved,
            )
            colour = page.locator(f'.ask [data-colour="{move["colour"]}"]')
            if colour.count():
                colour.click()
            if page.locator(".ask [data-confirm]").count():
                page.locator(".ask [data-confirm]").press("Enter")
        case _:
            page.locator("[data-rest]").click()
