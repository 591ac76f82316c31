"""The terminal in French: the first screens of a game, help, refusals, and the help of commands."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

import branchline as bl
from branchline.bots import make_bot
from branchline.bots.base import Clock
from branchline.game.keys import stream
from branchline.text.catalogue import in_language, speak
from branchline.text.describe import move

from .run import branchline
from .test_terminal import Sitting


@pytest.fixture(autouse=True)
def in_french() -> Iterator[None]:
    speak("fr")
    yield
    speak("en")


def test_the_first_screens_of_a_game() -> None:
    sitting = Sitting(bl.new_game("usa", 2, seed=3))
    printed = "\n".join(sitting.types("garder 1 et 2", "piocher", "aide", "quitter"))
    assert (
        printed.replace("\u00a0", " ")
        .replace("\u202f", " ")
        .startswith(
            """\
États-Unis, 2 sièges. Vous jouez contre Ben.
Dites « aide » pour savoir ce que vous pouvez faire.
Ben commence la partie.
Vous recevez 1 bleue, 2 orange, 1 verte.
Ben reçoit 4 cartes.

Choisissez vos cartes Destination : gardez-en au moins 2.
  1. Winnipeg–Little Rock (11)
  2. Toronto–Miami (10)
  3. Denver–Pittsburgh (11)
Votre main : 1 bleue, 2 orange, 1 verte.
Vous avez choisi vos premières cartes Destination.
Ben a choisi ses premières cartes Destination.
Vous avez gardé Winnipeg–Little Rock (11), Toronto–Miami (10) et rendu Denver–Pittsburgh (11).
"""
        )
    )
    assert "Vous avez 45 wagons et 0 point." in printed
    assert "Vous avez pioché une " in printed
    assert "pourquoi prendre Atlanta Charleston\u00a0: pourquoi c’est impossible" in printed


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("prendre Boston Miami", "Impossible\u00a0: aucune route ne relie Boston et Miami."),
        (
            "prendre Bosten Miami",
            "Impossible\u00a0: il n’y a pas de ville du nom de «\u00a0bosten\u00a0»\u202f; "
            "vouliez-vous dire Boston\u202f?",
        ),
        (
            "pourquoi prendre Los Angeles Miami",
            "Impossible\u00a0: aucune route ne relie Los Angeles et Miami.",
        ),
        (
            "prendre Duluth Helena orange",
            "Impossible\u00a0: prendre Duluth–Helena\u00a0: 6 orange\u00a0: "
            "vous n’avez pas assez de cartes de cette couleur.",
        ),
        (
            "prendre Duluth Helena rouge",
            "Impossible\u00a0: Duluth–Helena demande la couleur orange, pas rouge.",
        ),
        (
            "passer",
            "Impossible\u00a0: passer\u00a0: on ne passe que si rien d’autre n’est possible.",
        ),
    ],
)
def test_refusals(line: str, answer: str) -> None:
    game = bl.new_game("usa", 2, seed=3)
    for seat in (0, 1):
        game.push(game.legal_actions(seat)[-1], seat)
    while game.to_act != (0,) or game.phase != "turn":
        game.push(game.legal_actions()[0])
    assert Sitting(game).says(line) == [answer]


@pytest.mark.parametrize("game", bl.games())
def test_a_whole_game_typed_and_told_in_french(game: str) -> None:
    at_table = bl.new_game(game, 2, seed=5)
    sitting = Sitting(at_table)
    chooser = random.Random(5)
    asked = []

    def read(prompt: str) -> str:
        chosen = chooser.choice(at_table.legal_actions(0))
        asked.append(chosen)
        return in_language(move(at_table.board, chosen), "fr")

    sitting.table.read = read
    assert sitting.table.play() is True
    assert [str(a) for seat, a, _ in at_table.history if seat == 0] == list(map(str, asked))
    told = " ".join(sitting.printed)
    for english in (" claimed ", " drew ", " card ", " kept ", "You ", "Ticket:"):
        assert english not in told
    assert "La partie est terminée." in told


def test_a_bot_explains_itself() -> None:
    for game in bl.games():
        played = bl.new_game(game, 2, seed=3)
        bot = make_bot("planner", played.board, stream(bytes(32)))
        for _ in range(30):
            seat = played.to_act[0]
            action = bot.choose(played.view(seat), played.legal_actions(seat), Clock())
            why = bot.explain()
            assert in_language(why, "fr") != why
            played.push(action, seat)


def test_help_and_problems_of_commands(tmp_path: Path) -> None:
    done = branchline("--help", folder=tmp_path, LC_ALL="fr_FR.UTF-8", BRANCHLINE_LANG="")
    assert done.stdout.startswith("usage\u00a0: branchline [-h] [--version] [--lang CODE] COMMANDE")
    assert "afficher cette aide et s’arrêter" in done.stdout
    assert "Jouer à une table dans le terminal contre des robots." in done.stdout
    done = branchline("play", "usa", "--seats", "neuf", "--lang", "fr", folder=tmp_path)
    assert done.stderr == (
        "branchline play\u00a0: argument --seats\u00a0: valeur (int) incorrecte\u00a0: 'neuf'"
        "\u202f; voyez «\u00a0branchline play --help\u00a0»\n"
    )
    done = branchline("verify", "rien.jsonl", "--lang=fr", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.startswith(
        "branchline\u00a0: rien.jsonl, partie 1\u00a0: fichier ou dossier"
    )
    done = branchline("bots", "usa", "--lang=xx", folder=tmp_path)
    assert done.stderr == "branchline: there is no language 'xx'; there are: en, fr\n"
