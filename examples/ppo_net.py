"""The network of the learner: an action is worth what its parts are worth, on any of the games.

A plain network would have to learn for each of 1136 actions anew that a route on the way of a
ticket is worth claiming. This one adds up what the kind, the track, the colour and the
locomotives of an action are worth (`envs.actions` tells them), and judges all tracks, all cards
and all tickets by the same few weights, from the features of the observation.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn

import branchline as bl
from branchline import envs

CLAIM, BUILD = envs.KINDS_OF_ACTION.index("claim"), envs.KINDS_OF_ACTION.index("build")
KEEP, FACE_UP = envs.KINDS_OF_ACTION.index("keep"), envs.KINDS_OF_ACTION.index("draw face up")
NOTHING = -1e9
USUAL = {"turn": 80, "points": 150, "ticket_trains": 30, "ticket_cards": 30, "on_way": 5}
"""Up to what these slices go in most games; the network sees no more of what is larger."""


class Net(nn.Module):
    """Returns a number for each action and the value of the position, from observations."""

    def __init__(self, game: str, seats: int, width: int = 192) -> None:
        super().__init__()
        self.game, self.seats, self.width = game, seats, width
        self.spec = envs.spec(game, seats, features=True)
        self.board = bl.load_board(game)
        self.has_map = "on_way" in self.spec.slices
        most = self.spec.high.astype(np.float32)
        for name, usual in USUAL.items():
            if name in self.spec.slices:
                most[self.spec[name]] = usual
        self.register_buffer("scale", torch.from_numpy(1 / most))
        self.trunk = nn.Sequential(
            nn.Linear(self.spec.size, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU()
        )
        self.value = nn.Linear(width, 1)
        self._add_actions()
        self._add_judges()
        nn.init.zeros_(self.value.weight)
        nn.init.zeros_(self.value.bias)

    def _add_actions(self) -> None:
        """Give every action the parts it is made of; equal parts share their weights."""
        table = envs.actions(self.game)
        parts: dict[tuple[int, ...], int] = {}
        rows = []
        for kind, track, city, what, colour, locomotives in table.columns.tolist():
            of = [(0, kind), (1, kind, track), (2, kind, city), (3, kind, what)]
            of += [(4, kind, colour), (5, kind, locomotives)]
            rows.append([parts.setdefault(part, len(parts)) for part in of])
        self.parts = rows
        self.part_worth = nn.Linear(self.width, len(parts), bias=False)
        nn.init.normal_(self.part_worth.weight, std=0.01)

    def _add_judges(self) -> None:
        """Make what judges tracks, cards and tickets, and say which words each action hears."""
        table = envs.actions(self.game)
        tracks, tickets = len(self.board.tracks), len(self.board.tickets)
        self.offers, _ = self.spec.slices["offer"].shape
        self.places, self.kinds = self.spec.slices["market"].shape
        self.judge_card = _judge(6, 2)
        self.judge_ticket = _judge(4, 1)
        blocks = [self.places, self.kinds, self.offers]
        self.judge_track = _judge(9, 2)
        at = np.cumsum([self.part_worth.out_features, *blocks])
        heard = []
        for action, parts in enumerate(self.parts):
            kind, what = int(table.kind[action]), int(table.what[action])
            words = list(parts)
            if kind == FACE_UP:
                words.append(at[0] + what)
            elif kind == KEEP:
                words += [at[2] + i for i in range(self.offers) if what >> i & 1]
            if table.locomotives[action] >= 0 and table.colour[action] >= 0:
                words.append(at[1] + int(table.colour[action]))
            heard.append(words)
        longest = max(map(len, heard))
        nothing = at[-1]  # a word that is always 0
        filled = [words + [nothing] * (longest - len(words)) for words in heard]
        self.register_buffer("heard", torch.tensor(np.array(filled)))
        on_track = (table.kind == CLAIM) | (table.kind == BUILD)
        self.register_buffer("on_track", torch.from_numpy(on_track & self.has_map))
        for name in ("kind", "track", "colour", "locomotives"):
            column = np.maximum(getattr(table, name), 0).astype(np.int64)
            self.register_buffer(f"action_{name}", torch.from_numpy(column))
        record = self.board.record[0]
        colours = record["colour"][:tracks].astype(int)
        length = record["length"][:tracks].astype(np.float32)
        of_colour = np.zeros((tracks, self.kinds), np.float32)  # the last is for every colour
        if self.has_map:
            for track, colour in enumerate(colours):
                of_colour[track, colour if 0 <= colour < self.kinds - 1 else -1] = length[track]
        self.register_buffer("of_colour", torch.from_numpy(of_colour))
        self.register_buffer("length", torch.from_numpy(length / 6))
        points = [ticket.points / 20 for ticket in self.board.tickets]
        self.register_buffer("points", torch.tensor(points).reshape(1, tickets))

    def _slice(self, x: Tensor, name: str) -> Tensor:
        return x[:, self.spec[name]]

    def _needed(self, raw: Tensor) -> Tensor:
        """Return the cards of each colour that the ways of the tickets still take."""
        wanted = (self._slice(raw, "on_way") > 0) & (self._slice(raw, "short") > 0)
        return wanted.float() @ self.of_colour / 6

    def _judged(self, raw: Tensor, needed: Tensor) -> Tensor:
        """Return what the judges of cards and tickets say, one after the other."""
        n = len(raw)
        hand, unseen = self._slice(raw, "hand") / 6, self._slice(raw, "unseen") / 6
        tickets = [self.points.expand(n, -1), self._slice(raw, "tickets")]
        if self.has_map:
            tickets += [self._slice(raw, name).clamp(max=30) / 15 for name in TICKETS]
        else:
            missing = self._slice(raw, "ticket_missing").clamp(max=20) / 10
            tickets += [missing, missing]
        every = needed[:, -1:].expand(-1, self.kinds)
        whole = (torch.arange(self.kinds) == self.kinds - 1).float().expand(n, -1)
        about = [hand, needed, (needed - hand).clamp(min=0), unseen, every, whole]
        of_card = self.judge_card(torch.stack(about, -1))
        market = self._slice(raw, "market").reshape(n, self.places, self.kinds)
        offer = self._slice(raw, "offer").reshape(n, self.offers, -1)
        of_ticket = self.judge_ticket(torch.stack(tickets, -1))
        said = [
            (market @ of_card[:, :, :1]).squeeze(-1),
            of_card[:, :, 1],
            (offer @ of_ticket).squeeze(-1),
        ]
        return torch.cat(said, 1)

    def _tracks_judged(self, raw: Tensor, needed: Tensor, row: Tensor, action: Tensor) -> Tensor:
        """Return what the judge of tracks says of claiming or building them so."""
        track, colour = self.action_track[action], self.action_colour[action]
        on_way = self._slice(raw, "on_way")[row, track]
        short = self._slice(raw, "short")[row, track]
        trains = self._slice(raw, "trains")[row] / 45
        about = [(on_way > 0).float(), on_way.clamp(max=4) / 4, self.length[track], short / 10]
        about += [trains[:, 0], trains[:, 1], self.action_locomotives[action] / 6]
        about += [self._slice(raw, "hand")[row, colour] / 6, needed[row, colour]]
        says = self.judge_track(torch.stack(about, -1))
        build = (self.action_kind[action] == BUILD).long()
        return says.gather(1, build.unsqueeze(1)).squeeze(1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the legal actions, what each is worth as logits, and the value of each position.

        Of more than a thousand actions some fifteen are legal, so only those are worked out: row
        by row in ascending order, and then filled with the action 0 that has no chance at all.
        """
        raw = observation.float()
        seen = self._seen(raw)
        silence = raw.new_zeros((len(raw), 1))
        needed = self._needed(raw) if self.has_map else raw.new_zeros((len(raw), self.kinds))
        said = torch.cat([self.part_worth(seen), self._judged(raw, needed), silence], 1)
        row, action = mask.nonzero(as_tuple=True)
        at = self.heard[action] + (row * said.shape[1]).unsqueeze(1)
        worth = said.flatten().gather(0, at.flatten()).view(at.shape).sum(1)
        (about,) = self.on_track[action].nonzero(as_tuple=True)
        if len(about):
            more = self._tracks_judged(raw, needed, row[about], action[about])
            worth = worth.index_add(0, about, more)
        count = torch.bincount(row, minlength=len(raw))
        most = int(count.max())
        place = torch.arange(len(row)) - (count.cumsum(0) - count)[row] + row * most
        logits = raw.new_full((len(raw) * most,), NOTHING).scatter(0, place, worth)
        actions = torch.zeros(len(raw) * most, dtype=torch.int64).scatter(0, place, action)
        value = self.value(seen).squeeze(-1)
        return actions.view(-1, most), logits.view(-1, most), value

    def _seen(self, raw: Tensor) -> Tensor:
        return self.trunk((raw * self.scale).clamp(max=1))

    def state_value(self, observation: Tensor) -> Tensor:
        """Return the value alone."""
        return self.value(self._seen(observation.float())).squeeze(-1)


TICKETS = ("ticket_trains", "ticket_cards")


def _judge(inputs: int, outputs: int) -> nn.Sequential:
    """Return a small network that begins by saying nothing."""
    last = nn.Linear(16, outputs)
    nn.init.zeros_(last.weight)
    nn.init.zeros_(last.bias)
    return nn.Sequential(nn.Linear(inputs, 16), nn.ReLU(), last)


def load_net(file: str) -> Net:
    """Return the network of a checkpoint."""
    kept = torch.load(file, map_location="cpu", weights_only=True)
    net = Net(kept["game"], kept["seats"], kept["width"])
    net.load_state_dict(kept["net"])
    return net.eval()
