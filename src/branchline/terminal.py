"""A table in the terminal: plain lines, for eyes and for screen readers alike."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

from branchline.actions import Claim, payment, set_of_cards
from branchline.board import CARDS
from branchline.bots.base import UNLIMITED, Bot, Clock
from branchline.commands import example, grammar, words
from branchline.errors import BranchlineError
from branchline.game import Game
from branchline.narrate import Narrator, some
from branchline.view import PlayerView, View

HELP = """\
Your turn, one of these:
{grammar}

At any time:
look: the table, with cards, trains, points and tickets
{routes}why {action}: why that is not possible
undo: take your last decision back, with everything that followed it
log: what happened so far
save FILE: write the record of the game to a file
quit: leave the table"""


class Table:
    """One person against bots; reads commands and prints what happens."""

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
        self.narrator = Narrator(game.board, names, you)
        self.has_yard = "rail_yard" in game.board.mechanics

    def play(self) -> bool:
        """Play until the end (True) or until the person leaves (False)."""
        others = ", ".join(self.names[seat] for seat in sorted(self.bots))
        self.write(f"{self.game.board.name}, {self.game.seats} seats. You play against {others}.")
        self.write('Say "help" for what you can do.')
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
            self.write(line)
        return True

    def say(self, sentence: str | None) -> None:
        """Print a sentence, if there is one."""
        if sentence:
            self.write(sentence)

    def bot_moves(self, seat: int) -> None:
        """Let a bot decide and tell what happened."""
        view, legal = self.game.view(seat), self.game.legal_actions(seat)
        action = self.bots[seat].choose(view, legal, self.clock)
        for event in self.game.push(action, seat):
            self.say(self.narrator.tell(event))

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
                self.write(f"Not possible: {problem}{'' if str(problem).endswith('?') else '.'}")
                continue
            if done is not None:
                return done

    def carry_out(self, line: str) -> bool | None:
        """Do what a line says; None: ask again, True: decided, False: leave."""
        said = words(line)
        verb = said[0] if said else "" if line else "look"
        if verb in ("quit", "exit"):
            return False
        if verb in ("help", "h") or line == "?":
            self.help()
        elif verb == "look":
            self.look()
        elif verb == "routes":
            self.routes(said[1:])
        elif verb == "why":
            self.why(line.partition(" ")[2])
        elif verb == "log":
            self.log()
        elif verb == "save":
            self.save(line.partition(" ")[2].strip())
        elif verb == "undo":
            self.undo()
            return True
        else:
            for event in self.game.push(self.game.parse(line, self.you), self.you):
                self.say(self.narrator.tell(event))
            return True
        return None

    def an_action(self) -> str:
        """Return an action as an example."""
        return "lay red" if self.has_yard else f"claim {example(self.game.board)}"

    def help(self) -> None:
        """Print what can be said."""
        routes = (
            ""
            if self.has_yard
            else f"routes: those you can claim now; routes {self.game.board.cities[0].name}: "
            "all routes of a city\n"
        )
        self.write(
            HELP.format(
                grammar="\n".join(grammar(self.game.board)),
                routes=routes,
                action=self.an_action(),
            )
        )

    def ask(self) -> None:
        """Say what has to be decided, and what one needs to know for it."""
        view = self.game.view(self.you)
        self.write("")
        if view.offer:
            self.write(f"Choose your tickets: keep at least {view.keep_at_least} of these.")
            for number, ticket in enumerate(view.offer, 1):
                self.write(f"  {number}. {self.narrator.tickets([ticket])}")
            self.write(f"Your hand: {set_of_cards(view.hand) or 'no cards'}.")
            return
        if view.phase == "complete tickets":
            self.own_track(view)
            self.tickets(view)
            best = self.narrator.tickets(view.best_tickets) or "none"
            self.write(
                f'The best set is {best}: say "complete best", or complete others, or "done".'
            )
            return
        if view.phase == "second card":
            stop = ' Or say "stop".' if self.has_yard else ""
            self.write(f"Draw your second card; a face-up locomotive is not allowed now.{stop}")
            self.write(self.face_up(view))
            return
        if view.phase == "starting city":
            self.write("Choose your starting city: every route you claim must connect to it.")
            self.tickets(view)
            return
        if view.phase == "build":
            self.write("Now lay a track piece on a bed: say its cities and a colour.")
            self.write(self.supply(view))
            return
        if view.phase == "move alvin":
            mine = [c for c, seat in view.markers.items() if seat == self.you]
            listed = ", ".join(self.narrator.city[c] for c in mine)
            self.write(f"You have Alvin. Put him in one of your cities: {listed}.")
            return
        if view.phase == "marker" and view.claimed is not None:
            label = self.narrator.track[view.claimed].label
            left = some(view.players[self.you].markers_left, "marker")
            self.write(f'Place a marker at an end of {label}, or say "no marker". You have {left}.')
            self.write(f"Your hand: {set_of_cards(_sorted(view.hand)) or 'no cards'}.")
            return
        turns = view.turns_left
        last = "" if turns is None else f" Last round: {some(turns, 'turn')} left."
        self.write(f"Your turn, turn {view.turn}.{last}")
        self.status(view)

    def status(self, view: View) -> None:
        """Print the person's own cards and the face-up row."""
        me = view.players[self.you]
        if self.has_yard:
            self.write(f"You have {some(me.points, 'point')}.")
            for player in view.players:
                self.write(self.yard(player))
            self.own_track(view)
        else:
            self.write(f"You have {some(me.trains, 'train')} and {some(me.points, 'point')}.")
        self.write(f"Your hand: {set_of_cards(_sorted(view.hand)) or 'no cards'}.")
        self.write(self.face_up(view))
        if view.supply:
            self.write(self.supply(view))
        self.tickets(view)

    def yard(self, player: PlayerView) -> str:
        """Return a seat's yard and track in a sentence."""
        whose = "Your" if player.seat == self.you else f"{self.names[player.seat]}'s"
        rows = ", ".join(
            set_of_cards(payment(colour, cards + k, k))
            for colour, (cards, k) in player.yard.items()
        )
        track = some(player.track, "card")
        return f"{whose} yard: {rows or 'empty'}. On the track: {track}."

    def own_track(self, view: View) -> None:
        """Print the cards on the person's own track, where they may be seen (rule 35)."""
        if view.own_track is not None:
            self.write(f"Your track: {set_of_cards(_sorted(view.own_track)) or 'no cards'}.")

    def supply(self, view: View) -> str:
        """Return the track pieces that are left in a sentence, by length."""
        parts = []
        for length in next(iter(view.supply.values())):
            left = {colour: pieces[length] for colour, pieces in view.supply.items()}
            most = max(left.values())
            fewer = ", ".join(f"{c} {n or 'none'}" for c, n in left.items() if n < most)
            of_each = f"{most} of each colour" if most else "none left"
            parts.append(f"of {length} spaces {of_each}{f' (but {fewer})' if fewer else ''}")
        return textwrap.fill(f"Track pieces: {'; '.join(parts)}.", 90)

    def tickets(self, view: View) -> None:
        """Print the person's tickets."""
        done = set(view.tickets_done)
        for ticket in dict.fromkeys((*view.tickets, *view.tickets_done)):
            state = "done" if ticket in done else "open"
            self.write(f"Ticket: {self.narrator.tickets([ticket])}, {state}.")

    def face_up(self, view: View) -> str:
        """Return the face-up row and the deck in a sentence."""
        row = ", ".join(f"{i} {card or 'empty'}" for i, card in enumerate(view.market, 1))
        return f"Face up: {row}. In the deck: {view.deck}."

    def look(self) -> None:
        """Print the whole table as the person may know it."""
        view = self.game.view(self.you)
        self.status(view)
        self.write(
            f"Discards: {set_of_cards(_sorted(view.discards)) or 'none'}."
            f" Tickets in the deck: {view.ticket_deck}."
        )
        for player in view.players:
            if player.seat != self.you:
                trains = "" if self.has_yard else f" {some(player.trains, 'train')},"
                known = f", among them {set_of_cards(player.known)}" if player.known else ""
                self.write(
                    f"{self.names[player.seat]}:{trains}"
                    f" {some(player.points, 'point')}, {some(player.cards, 'card')}{known},"
                    f" {some(player.tickets, 'ticket')}."
                )
        if view.markers:
            listed = ", ".join(
                f"{self.narrator.city[c]} ({self.names[seat]})" for c, seat in view.markers.items()
            )
            self.write(f"Markers: {listed}.")
        if view.alvin:
            holder = "nobody" if view.alvin_holder is None else self.names[view.alvin_holder]
            self.write(f"Alvin is in {self.narrator.city[view.alvin]}; {holder} has him.")
        if view.built:
            listed = ", ".join(
                f"{self.narrator.track[t].label} in {c}" for t, c in view.built.items()
            )
            self.write(textwrap.fill(f"Built and open: {listed}.", 90))
        for player in view.players:
            routes = [t for t, owner in view.owners.items() if owner == player.seat]
            if routes:
                listed = ", ".join(self.narrator.track[t].label for t in routes)
                self.write(textwrap.fill(f"Routes of {self.names[player.seat]}: {listed}.", 90))

    def routes(self, said: list[str]) -> None:
        """List what can be claimed now, or all routes of one city."""
        if self.has_yard:
            raise BranchlineError("this game has no routes")
        view = self.game.view(self.you)
        claims: dict[str, list[str]] = {}
        for action in self.game.legal_actions(self.you):
            if isinstance(action.move, Claim):
                cards = str(action).partition(": ")[2]
                claims.setdefault(action.move.track, []).append(cards)
        if not said:
            tracks = self.game.board.tracks
            for track, ways in claims.items():
                t = self.narrator.track[track]
                alike = [tracks[i] for i in t.sisters if tracks[i].colour == t.colour]
                if not any(other.id < t.id and other.id in claims for other in alike):
                    self.write(f"{t.label}, {some(t.length, 'space')}: {' or '.join(ways)}.")
            if not claims:
                self.write("You cannot claim any route now.")
            return
        cities = self.game.board.cities
        named = [c for c in cities if words(c.name)[: len(said)] == said]
        if not named:
            raise BranchlineError(f"there is no city called {' '.join(said)!r}")
        for t in self.game.board.tracks:
            if cities[t.a] in named or cities[t.b] in named:
                owner = view.owners.get(t.id)
                state = f"taken by {self.names[owner]}" if owner is not None else "open"
                if t.id in view.closed:
                    state = "cut off" if t.id in view.cut else "closed"
                if t.id in claims:
                    state = "you can claim it"
                colour = t.colour or view.built.get(t.id, "unbuilt")
                self.write(f"{t.label}, {t.length} {colour}: {state}.")

    def why(self, command: str) -> None:
        """Say why an action is refused."""
        if not command:
            raise BranchlineError(f'say which action: "why {self.an_action()}"')
        action = self.game.parse(command, self.you, check=False)
        reasons = self.game.why_not(action, self.you)
        self.write(f"{action}: {reasons.text or 'that is possible'}.")

    def undo(self) -> None:
        """Take back the person's last decision and all that followed."""
        if self.you not in [seat for seat, _, _ in self.game.history]:
            raise BranchlineError("you have not decided anything yet")
        while True:
            seat = self.game.history[-1][0]
            action = self.game.pop()
            if seat == self.you:
                self.write(f"Taken back: {action}.")
                return

    def log(self) -> None:
        """Tell the game so far."""
        for event in self.game.opening:
            self.say(self.narrator.tell(event))
        for _, _, events in self.game.history:
            for event in events:
                self.say(self.narrator.tell(event))

    def save(self, name: str) -> None:
        """Write the record of the game so far."""
        if not name:
            raise BranchlineError('say where: "save game.jsonl"')
        try:
            path = Path(name).expanduser()
            taken = path.exists()
            if not taken:
                self.game.record(self.names).save(path)
        except OSError as problem:
            raise BranchlineError(f"{name}: {problem.strerror}") from None
        except (RuntimeError, ValueError):
            raise BranchlineError(f"{name!r} cannot be the name of a file") from None
        if taken:
            raise BranchlineError(f"{path} exists already; choose another name")
        self.write(f"Saved to {path}.")


def _sorted(cards: dict[str, int]) -> dict[str, int]:
    return {card: cards[card] for card in CARDS if card in cards}
