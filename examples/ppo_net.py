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


class Net(nn.Module):
    """Returns a number for each action and the value of the position, from observations."""

    def __init__(self, game: str, seats: int, width: int = 192) -> None:
        super().__init__()
        self.game, self.seats, self.width = game, seats, width
        self.spec = envs.spec(game, seats, features=True)
        self.board = bl.load_board(game)
        self.has_map = "on_way" in self.spec.slices
        self.register_buffer("scale", torch.from_numpy(1 / self.spec.high.astype(np.float32)))
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
        self.register_buffer("parts", torch.tensor(rows))
        self.part_weights = nn.EmbeddingBag(len(parts), self.width, mode="sum")
        nn.init.normal_(self.part_weights.weight, std=0.01)

    def _add_judges(self) -> None:
        """Make what judges tracks, cards and tickets, and say which actions their words are on."""
        table, n = envs.actions(self.game), self.board.n_actions
        tracks, tickets = len(self.board.tracks), len(self.board.tickets)
        self.offers, _ = self.spec.slices["offer"].shape
        self.places, self.kinds = self.spec.slices["market"].shape
        self.judge_card = _judge(6, 2)
        self.judge_ticket = _judge(4, 1)
        blocks = [self.places, self.kinds, self.offers]
        if self.has_map:
            self.judge_track = _judge(8, 2)
            blocks += [tracks, tracks]
        at = np.cumsum([0, *blocks])
        words = np.zeros((at[-1], n), np.float32)
        for action in range(n):
            kind, what = int(table.kind[action]), int(table.what[action])
            if kind == FACE_UP:
                words[at[0] + what, action] = 1
            elif kind == KEEP:
                for i in range(self.offers):
                    words[at[2] + i, action] = what >> i & 1
            if table.locomotives[action] >= 0 and table.colour[action] >= 0:
                words[at[1] + int(table.colour[action]), action] = 1
            if kind in (CLAIM, BUILD):
                words[at[3 + (kind == BUILD)] + int(table.track[action]), action] = 1
        self.register_buffer("words", torch.from_numpy(words))
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

    def _judged(self, raw: Tensor) -> Tensor:
        """Return the words of the judges, one after the other."""
        n = len(raw)
        hand, unseen = self._slice(raw, "hand") / 6, self._slice(raw, "unseen") / 6
        tickets = [self.points.expand(n, -1), self._slice(raw, "tickets")]
        if self.has_map:
            on_way, short = self._slice(raw, "on_way"), self._slice(raw, "short")
            trains = self._slice(raw, "trains") / 45
            wanted = ((on_way > 0) & (short > 0)).float()
            needed = wanted @ self.of_colour / 6
            about = [wanted, on_way.clamp(max=4) / 4, (short > 0).float(), (short == 1).float()]
            about += [short / 10, self.length.expand(n, -1)]
            about += [trains[:, i : i + 1].expand(-1, on_way.shape[1]) for i in (0, 1)]
            of_track = self.judge_track(torch.stack(about, -1))
            tickets += [self._slice(raw, name).clamp(max=30) / 15 for name in TICKETS]
        else:
            needed = torch.zeros_like(hand)
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
        if self.has_map:
            said += [of_track[:, :, 0], of_track[:, :, 1]]
        return torch.cat(said, 1)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return what each legal action is worth, as logits, and the value of each position."""
        raw = observation.float()
        seen = self.trunk(raw * self.scale)
        worth = torch.cat([seen, self._judged(raw)], 1)
        weights = torch.cat([self.part_weights(self.parts).T, self.words])
        logits = worth @ weights
        return logits.masked_fill(mask == 0, NOTHING), self.value(seen).squeeze(-1)

    def state_value(self, observation: Tensor) -> Tensor:
        """Return the value alone."""
        return self.value(self.trunk(observation.float() * self.scale)).squeeze(-1)


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
