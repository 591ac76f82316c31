"""A puzzle at a table in the terminal: one decision, judged until it is solved."""

from __future__ import annotations

from collections.abc import Callable

from branchline.analysis.puzzles import GRADES, Puzzle
from branchline.analysis.telling import points
from branchline.analysis.trying import Tried
from branchline.cli.terminal import TerminalTable
from branchline.errors import BranchlineError
from branchline.text.catalogue import say, text
from branchline.text.describe import game as game_of
from branchline.text.grammar import means, words


class PuzzleTable(TerminalTable):
    """The table of a puzzle, as its seat may know it; what is typed is judged, not done."""

    others = ("log", "answer", "leave")

    def __init__(
        self,
        puzzle: Puzzle,
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
    ) -> None:
        names = [
            say("story.you") if seat == puzzle.seat else f"{player.capitalize()} {seat}"
            for seat, player in enumerate(puzzle.players)
        ]
        super().__init__(puzzle.position.game(), puzzle.seat, {}, names, read, write)
        self.puzzle = puzzle

    def play(self) -> bool:
        """Ask until the puzzle is solved (True) or the person leaves (False)."""
        puzzle = self.puzzle
        self.tell(
            "cli.puzzle.opening",
            game=game_of(self.game.board),
            number=puzzle.number,
            of=puzzle.of,
            grade=puzzle.grade,
            grades=GRADES,
        )
        self.tell("cli.puzzle.ask", turn=max(1, self.game.turn))
        self.write("")
        self.look()
        return self.decide()

    def carry_out(self, line: str) -> bool | None:
        """Do what a line says; None: ask again, True: solved, False: leave."""
        said = words(line)
        verb = said[0] if said else ""
        if means(verb, "undo", "save"):
            raise BranchlineError("cli.puzzle.onlyOne")
        if means(verb, "answer"):
            self.answer()
            return False
        return super().carry_out(line)

    def act(self, line: str) -> bool | None:
        """Judge what the person has decided."""
        action = self.game.parse(line, self.you)
        tried = self.puzzle.judge(action.move.to_json())
        self.write("")
        self.judged(tried)
        if not tried.solved:
            return None
        self.missed()
        return True

    def judged(self, tried: Tried) -> None:
        """Tell how close a try was, and why the best is better."""
        share, best = points(tried.share), points(tried.best_share)
        if tried.solved:
            key = "cli.puzzle.best" if tried.move == tried.best.move else "cli.puzzle.solved"
            self.tell(key, move=tried.text, share=share)
            return
        self.tell(
            "cli.puzzle.missed",
            move=tried.text,
            loss=points(tried.loss),
            error=points(tried.error),
            share=share,
            best=best,
        )
        for reason in tried.reasons:
            self.write("  " + say(text("cli.puzzle.reason", reason=reason)))

    def answer(self) -> None:
        """Tell the best answer, and those that come nearest."""
        best, *others = self.puzzle.answers
        self.tell("cli.puzzle.answer", move=best.text, share=points(best.share))
        for one in others:
            self.tell("cli.puzzle.other", move=one.text, loss=points(-one.lead))
            for reason in one.reasons:
                self.write("    " + say(reason))
        self.missed()

    def missed(self) -> None:
        """Tell which of the bots miss it."""
        told = [
            text("cli.puzzle.by", bot=name, percent=round(100 * part))
            for name, part in self.puzzle.missed.items()
        ]
        self.tell("cli.puzzle.missedBy", bots=told)
