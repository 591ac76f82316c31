"""A table in the terminal: plain lines, for eyes and for screen readers alike."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable
from pathlib import Path

from branchline.bots.base import UNLIMITED, Bot, Clock
from branchline.bots.witness import Witness
from branchline.errors import BranchlineError, system_error
from branchline.game.actions import Claim
from branchline.game.events import Event
from branchline.game.game import Game
from branchline.game.view import PlayerView, View
from branchline.text import table
from branchline.text.catalogue import Value, also, either, say, text
from branchline.text.cities import names_of
from branchline.text.describe import card, move, paid_with, several
from branchline.text.describe import game as game_of
from branchline.text.grammar import example, grammar, means, words
from branchline.text.narrate import Narrator

_WIDTH = 90


class TerminalTable:
    """One person against bots; reads commands and prints what happens."""

    others: tuple[str, ...] = ("undo", "log", "save", "quit")
    """What else can be said at any time, as the help lists it."""

    def __init__(
        self,
        game: Game,
        you: int,
        bots: dict[int, Bot],
        names: list[str],
        read: Callable[[str], str] = input,
        write: Callable[[str], None] = print,
        clock: Clock = UNLIMITED,
    ) -> None:
        self.game = game
        self.you = you
        self.bots = bots
        self.names = names
        self.read = read
        self.write = write
        self.clock = clock
        self.witness = Witness(game)
        self.narrator = Narrator(game.board, names, you)
        self.has_yard = "rail_yard" in game.board.mechanics

    def play(self) -> bool:
        """Play until the end (True) or until the person leaves (False)."""
        others = several(self.names[seat] for seat in sorted(self.bots))
        game, seats = game_of(self.game.board), self.game.seats
        self.tell("terminal.opening", game=game, n=seats, others=others)
        self.tell("terminal.sayHelp")
        for event in self.game.opening:
            if event.kind in ("starts", "dealt"):
                self.say(self.narrator.tell(event))
        while not self.game.is_over:
            deciding = self.game.to_act
            if self.you in deciding:
                if not self.decide():
                    return False
            else:
                self.bot_moves(deciding[0])
        self.write("")
        for line in self.narrator.tell_result(self.game.result()):
            self.write(say(line))
        return True

    def tell(self, key: str, /, **values: Value) -> None:
        """Print a text of the catalogue."""
        self.write(say(key, **values))

    def say_long(self, sentence: str) -> None:
        """Print a sentence that may need several lines."""
        self.write(textwrap.fill(say(sentence), _WIDTH))

    def say(self, sentence: str | None) -> None:
        """Print a sentence, if there is one."""
        if sentence:
            self.write(say(sentence))

    def say_all(self, events: Iterable[Event]) -> None:
        """Tell what happened, as far as there is something to say."""
        for sentence in self.narrator.tell_all(events):
            self.say(sentence)

    def bot_moves(self, seat: int) -> None:
        """Let a bot decide and tell what happened."""
        self.witness.tell(seat, self.bots[seat])
        view, legal = self.game.view(seat), self.game.legal_actions(seat)
        action = self.bots[seat].choose(view, legal, self.clock)
        self.say_all(self.game.push(action, seat))

    def decide(self) -> bool:
        """Ask until the person has decided something; False if they leave."""
        self.ask()
        while True:
            try:
                line = self.read("> ").strip()
            except (EOFError, KeyboardInterrupt):
                self.write("")
                return False
            try:
                done = self.carry_out(line)
            except BranchlineError as problem:
                asks = str(problem).endswith("?")
                self.tell(f"terminal.notPossible{'Asks' if asks else ''}", why=problem.said)
                continue
            if done is not None:
                return done

    def carry_out(self, line: str) -> bool | None:
        """Do what a line says; None: ask again, True: decided, False: leave."""
        said = words(line)
        verb = said[0] if said else "" if line else "look"
        if means(verb, "quit"):
            return False
        if means(verb, "help") or line == "?":
            self.help()
        elif means(verb, "look"):
            self.look()
        elif means(verb, "routes"):
            self.routes(said[1:])
        elif means(verb, "why"):
            self.why(line.partition(" ")[2])
        elif means(verb, "log"):
            self.log()
        elif means(verb, "save"):
            self.save(line.partition(" ")[2].strip())
        elif means(verb, "undo"):
            self.undo()
            return True
        else:
            return self.act(line)
        return None

    def act(self, line: str) -> bool | None:
        """Do what the person has decided."""
        self.say_all(self.game.push(self.game.parse(line, self.you), self.you))
        return True

    def an_action(self) -> str:
        """Return an action as an example."""
        if self.has_yard:
            return text("terminal.layRed")
        return text("grammar.claim", pair=example(self.game.board))

    def help(self) -> None:
        """Print what can be said."""
        lines: list[str] = [text("terminal.help.turn"), *grammar(self.game.board), ""]
        lines += [text("terminal.help.any"), text("terminal.help.look")]
        if not self.has_yard:
            lines.append(text("terminal.help.routes", city=self.game.board.cities[0].name))
        lines.append(text("terminal.help.why", action=self.an_action()))
        lines += [text(f"terminal.help.{name}") for name in self.others]
        self.write("\n".join(say(line) for line in lines))

    def hand(self, view: View) -> None:
        """Print the person's cards."""
        self.say(table.hand(view))

    def ask(self) -> None:
        """Say what has to be decided, and what one needs to know for it."""
        view = self.game.view(self.you)
        self.write("")
        if view.offer:
            if view.keep_at_least:
                self.tell("terminal.ask.tickets", least=view.keep_at_least)
            else:
                self.tell("terminal.ask.ticketsAny")
            for number, ticket in enumerate(view.offer, 1):
                self.write(f"  {number}. {say(self.narrator.tickets([ticket]))}")
            self.hand(view)
            return
        if view.phase == "turn":
            last = "lastTurn" if view.turns_left is not None else "turn"
            self.tell(f"terminal.ask.{last}", turn=view.turn, n=view.turns_left or 0)
            self.status(view)
            return
        if view.phase == "complete tickets":
            self.own_track(view)
            self.tickets(view)
        self.tell(f"terminal.ask.{self._asked(view)}", **self._asked_about(view))
        after = {
            "starting city": self.tickets,
            "second card": self.face_up,
            "build": self.supply,
            "marker": self.hand,
        }
        if view.phase in after:
            after[view.phase](view)

    def _asked(self, view: View) -> str:
        """Return the name of the question in a phase."""
        may_stop = view.phase == "second card" and self.has_yard
        return f"{view.phase}.stop" if may_stop else view.phase

    def _asked_about(self, view: View) -> dict[str, Value]:
        """Return what the questions of the phases tell."""
        marked = [city for city, seat in view.markers.items() if seat == self.you]
        return {
            "best": self.narrator.tickets(view.best_tickets) or text("terminal.none"),
            "cities": [self.narrator.city[city] for city in marked],
            "track": "" if view.claimed is None else self.narrator.label(view.claimed),
            "n": view.players[self.you].markers_left,
        }

    def status(self, view: View) -> None:
        """Print the person's own cards and the face-up row."""
        me = view.players[self.you]
        points = table.points(me)
        if self.has_yard:
            self.tell("terminal.points", points=points)
            for player in view.players:
                self.yard(player)
            self.own_track(view)
        else:
            self.tell(
                "terminal.trains", trains=text("terminal.n.train", n=me.trains), points=points
            )
        self.hand(view)
        self.face_up(view)
        if view.supply:
            self.supply(view)
        self.tickets(view)

    def yard(self, player: PlayerView) -> None:
        """Print a seat's yard and track in a sentence."""
        yard = table.rows(player) or text("terminal.emptyYard")
        if player.seat == self.you:
            self.tell("terminal.yard.you", yard=yard, n=player.track)
        else:
            self.tell("terminal.yard", who=self.names[player.seat], yard=yard, n=player.track)

    def own_track(self, view: View) -> None:
        """Print the cards on the person's own track, where they may be seen (rule 35)."""
        for line in table.own_track(view):
            self.say(line)

    def supply(self, view: View) -> None:
        """Print the track pieces that are left in a sentence, by length."""
        parts = []
        for length in next(iter(view.supply.values())):
            left = {colour: pieces[length] for colour, pieces in view.supply.items()}
            most = max(left.values())
            fewer = several(
                text("terminal.pieces.of", colour=card(c), n=n)
                if n
                else text("terminal.pieces.noneOf", colour=card(c))
                for c, n in left.items()
                if n < most
            )
            if not most:
                parts.append(text("terminal.pieces.none", n=int(length)))
            elif fewer:
                parts.append(text("terminal.pieces.but", n=int(length), each=most, fewer=fewer))
            else:
                parts.append(text("terminal.pieces.each", n=int(length), each=most))
        self.say_long(text("terminal.pieces", pieces=also(parts)))

    def tickets(self, view: View) -> None:
        """Print the person's tickets."""
        for line in table.tickets(view, self.narrator):
            self.say(line)

    def face_up(self, view: View) -> None:
        """Print the face-up row and the deck in a sentence."""
        self.say(table.face_up(view))

    def look(self) -> None:
        """Print the whole table as the person may know it."""
        view = self.game.view(self.you)
        self.status(view)
        self.say(table.discards(view))
        for player in view.players:
            if player.seat != self.you:
                self.say(table.seat(player, self.names[player.seat], self.game.board))
        for line in table.standing(view, self.narrator):
            self.say(line)
        for line in table.built(view, self.narrator):
            self.say_long(line)
        for player in view.players:
            for line in table.routes(view, player, self.narrator):
                self.say_long(line)

    def routes(self, said: list[str]) -> None:
        """List what can be claimed now, or all routes of one city."""
        if self.has_yard:
            raise BranchlineError("terminal.noRoutes")
        claims: dict[str, list[str]] = {}
        for action in self.game.legal_actions(self.you):
            if isinstance(action.move, Claim):
                paid = paid_with(action, self.game.board)
                claims.setdefault(action.move.track, []).append(paid)
        if said:
            self.routes_of(said, claims)
            return
        tracks = self.game.board.tracks
        for track, ways in claims.items():
            t = self.narrator.track[track]
            alike = [tracks[i] for i in t.sisters if tracks[i].colour == t.colour]
            if not any(other.id < t.id and other.id in claims for other in alike):
                spaces = text("table.n.space", n=t.length)
                label = self.narrator.label(track)
                self.tell("terminal.claimable", track=label, spaces=spaces, ways=either(ways))
        if not claims:
            self.tell("terminal.noneClaimable")

    def routes_of(self, said: list[str], claims: dict[str, list[str]]) -> None:
        """List all routes of one city."""
        view = self.game.view(self.you)
        named = {i for i, name in names_of(self.game.board) if name[: len(said)] == said}
        if not named:
            raise BranchlineError("command.noCity", name=" ".join(said))
        for t in self.game.board.tracks:
            if t.a in named or t.b in named:
                owner = view.owners.get(t.id)
                state = text("terminal.route.open")
                if owner is not None:
                    state = text("table.track.owner", name=self.names[owner])
                if t.id in view.closed:
                    state = text(f"terminal.route.{'cut' if t.id in view.cut else 'closed'}")
                if t.id in claims:
                    state = text("table.track.open")
                colour = t.colour or view.built.get(t.id)
                self.tell(
                    "terminal.route",
                    track=self.narrator.label(t.id),
                    length=t.length,
                    colour=text(f"words.card.{colour}" if colour else "terminal.route.unbuilt"),
                    state=state,
                )

    def why(self, command: str) -> None:
        """Say why an action is refused."""
        if not command:
            raise BranchlineError("terminal.sayWhich", action=self.an_action())
        action = self.game.parse(command, self.you, check=False)
        reasons = self.game.why_not(action, self.you)
        why = reasons.text or text("terminal.possible")
        self.tell("terminal.because", move=move(self.game.board, action), why=why)

    def undo(self) -> None:
        """Take back the person's last decision and all that followed."""
        if self.you not in [seat for seat, _, _ in self.game.history]:
            raise BranchlineError("terminal.nothingDecided")
        while True:
            seat = self.game.history[-1][0]
            action = self.game.pop()
            if seat == self.you:
                self.tell("terminal.takenBack", move=move(self.game.board, action))
                return

    def log(self) -> None:
        """Tell the game so far."""
        self.say_all(self.game.opening)
        for _, _, events in self.game.history:
            self.say_all(events)

    def save(self, name: str) -> None:
        """Write the record of the game so far."""
        if not name:
            raise BranchlineError("terminal.sayWhere")
        try:
            path = Path(name).expanduser()
            taken = path.exists()
            if not taken:
                self.game.record(self.names).save(path)
        except OSError as problem:
            raise BranchlineError("file.at", file=name, problem=system_error(problem)) from None
        except (RuntimeError, ValueError):
            raise BranchlineError("file.badName", file=name) from None
        if taken:
            raise BranchlineError("file.exists", file=str(path))
        self.tell("terminal.saved", file=str(path))
