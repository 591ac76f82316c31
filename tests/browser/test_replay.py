"""Replays: step by step, by anybody's eyes, with a link to every moment, and on from there."""

import re

import pytest
from playwright.sync_api import Page, expect

import branchline as bl

from . import clicks
from .visits import FinishedGame, Visits, until


def is_at(page: Page, step: int | str) -> None:
    """This step is shown."""
    expect(page.locator(".where")).to_have_text(re.compile(rf"^\s*Step {step} of \d"))


def test_a_game_step_by_step(visits: Visits, finished: FinishedGame) -> None:
    page = visits.visitor(finished("usa").link)
    is_at(page, 0)
    page.get_by_role("button", name="One step forward").click()
    is_at(page, 1)
    page.keyboard.press("ArrowRight")
    is_at(page, 2)
    page.get_by_role("button", name="One step back").click()
    is_at(page, 1)
    page.get_by_role("button", name="One turn forward").click()
    expect(page.locator(".where")).to_contain_text("turn 1")
    page.get_by_role("button", name="To the end").click()
    last = finished("usa").steps[-1]["step"]
    assert last > 20
    is_at(page, last)
    expect(page.get_by_role("heading", name="The result")).to_be_visible()
    page.get_by_role("slider", name="Step").fill("10")
    is_at(page, 10)
    expect(page).to_have_url(re.compile("#10.open$"))
    page.get_by_role("button", name="Play", exact=True).click()
    is_at(page, r"(1[2-9]|[2-9]\d)")  # it goes on while one looks
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    trains = page.locator("g.track .train").count()
    page.get_by_role("list", name="What happened").get_by_role("button").last.click()
    page.get_by_role("button", name="To the end").click()
    until(page, "(n) => document.querySelectorAll('g.track .train').length > n", trains)
    # Looking at a completed ticket shows its routes.
    expect(page.locator("g.track.lit")).to_have_count(0)
    page.locator(".open .done").first.hover()
    expect(page.locator("g.track.lit .train").first).to_be_visible()


def test_a_moment_has_an_address_and_everybody_has_eyes(
    visits: Visits, finished: FinishedGame
) -> None:
    page = visits.visitor(finished("usa").link)
    page.locator(".where").wait_for()
    at = page.url.split("#")[0]
    page.evaluate("location.hash = '#30.seat2'")
    expect(page.locator(".where")).to_contain_text("Step 30 of")
    expect(page.get_by_role("heading", name="What everybody holds")).to_have_count(0)
    expect(page.get_by_role("heading", name="Hand", exact=True)).to_be_visible()
    page.get_by_label("By whose eyes").select_option(label="Everything open")
    expect(page.get_by_role("heading", name="What everybody holds")).to_be_visible()
    link = clicks.replay_link(page)
    # The table is private: the link has the invite in it.
    assert re.fullmatch(rf"{at}#30\.open\.i[\w-]{{16}}", link)
    friend = visits.visitor(link)
    expect(friend.locator(".where")).to_contain_text("Step 30 of")
    page.evaluate("location.hash = '#40'")
    expect(page.locator(".where")).to_contain_text("Step 40 of")
    page.get_by_label("By whose eyes").select_option(label="As a watcher sees it")
    expect(page.get_by_role("heading", name="What everybody holds")).to_have_count(0)
    expect(page.get_by_role("heading", name="Hand", exact=True)).to_have_count(0)


@pytest.mark.parametrize("game", ["france", "old_west", "card_game"])
def test_every_game_can_be_gone_through(visits: Visits, finished: FinishedGame, game: str) -> None:
    page = visits.visitor(finished(game).link, language="fr-FR")
    expect(page.locator(".where")).to_contain_text("Étape")
    page.keyboard.press("End")
    expect(page.get_by_role("heading", name="Le résultat")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Enregistrer la partie").click()
    bl.verify(bl.load_record(saved.value.path()))


def test_a_running_game_is_shown_by_own_eyes_only(visits: Visits) -> None:
    page = visits.visitor(settings={"name": "Ada"})
    clicks.play_bots(page, "usa", 1)
    page.locator(".tools .button").last.click()
    page.get_by_role("link", name="Replay").click()
    page.locator(".where").wait_for()
    options = page.get_by_label("By whose eyes").locator("option")
    expect(options).to_have_text(["As Ada sees it", "As a watcher sees it"])
    # Nobody is at the table while looking back: that says nothing of a moment that is past.
    expect(page.locator(".player .who").first).to_have_text("Ada")
    expect(page.get_by_role("img", name="Not connected")).to_have_count(0)
    expect(page.get_by_role("button", name="Go on from here")).to_have_count(0)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".choice")).to_be_visible()


def test_a_game_that_is_not_there(visits: Visits) -> None:
    page = visits.visitor("/replay/nowhere")
    expect(page.get_by_role("heading", name="This game cannot be shown")).to_be_visible()
    # Chromium itself tells the console of every 404.
    visits.complaints[:] = [c for c in visits.complaints if "404" not in c]
