"""A learner: masked PPO by self-play on `envs.Batch`, in plain PyTorch on the processor.

    python examples/ppo.py --out agents/usa --threads 2
    python examples/ppo.py --out agents/usa --curve

The first command goes on from the newest checkpoint if there is one. The second lets the
checkpoints play against built-in bots in the arena and writes curve.csv and curve.svg. Then

    BRANCHLINE_AGENT=agents/usa/latest.pt branchline tournament usa \
      --players examples/my_agent.py:Agent,planner
"""

from __future__ import annotations

import argparse
import csv
import os
import sys
import time
from pathlib import Path

import numpy as np
import torch
from drawing import draw_curves
from ppo_net import Net
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from torch import Tensor, nn

import branchline as bl
from branchline import envs

GAMMA, LAMBDA = 0.999, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
RATE, EPOCHS, MINIBATCH = 5e-4, 2, 1024
LEAST = 0.1
"""To this part of their beginning the rate of learning and the entropy's share go down."""
POINTS, WIN = 1 / 40, 1.0
"""What a point ahead of the others is worth, which goes down to nothing, and what the win is."""
OPPONENTS = ("random", "path", "longroute", "planner")


class Experience:
    """What happened in a number of steps of all games: a row for each decision."""

    def __init__(self, batch: envs.Batch, steps: int) -> None:
        n = batch.n
        self.observation = torch.zeros((steps, n, batch.spec.size), dtype=torch.uint8)
        self.mask = torch.zeros((steps, n, batch.mask.shape[1]), dtype=torch.int8)
        self.choice = torch.zeros((steps, n), dtype=torch.int64)  # which of the legal actions
        self.log_share = torch.zeros((steps, n))
        self.value = torch.zeros((steps, n))
        self.seat = np.zeros((steps, n), np.int64)
        self.reward = np.zeros((steps, n, batch.seats), np.float32)
        self.done = np.zeros((steps, n), np.bool_)
        self.advantage = torch.zeros((steps, n))

    @torch.inference_mode()
    def collect(self, net: Net, batch: envs.Batch, left: float) -> int:
        """Let the network play against itself; return how many games ended.

        At first points are rewarded as they are made, and the win; in the end the win alone.
        """
        for t in range(len(self.choice)):
            self.observation[t] = torch.from_numpy(batch.observation)
            self.mask[t] = torch.from_numpy(batch.mask)
            actions, logits, self.value[t] = net(self.observation[t], self.mask[t])
            log_shares = logits.log_softmax(-1)
            chance = -torch.empty_like(logits).exponential_().log()
            choice = (log_shares + chance).argmax(-1, keepdim=True)  # drawn by its share
            self.choice[t] = choice.squeeze(1)
            self.log_share[t] = log_shares.gather(1, choice).squeeze(1)
            self.seat[t] = batch.seat
            batch.step(actions.gather(1, choice).squeeze(1).numpy())
            self.done[t] = batch.done
            self.reward[t] = left * POINTS * batch.reward
            ended = np.flatnonzero(batch.done)
            scores = batch.final_score[ended]
            best = scores == scores.max(1, keepdims=True)
            self.reward[t, ended] += WIN * (best / best.sum(1, keepdims=True) - 1 / batch.seats)
        self._judge(net, batch)
        return int(self.done.sum())

    def _judge(self, net: Net, batch: envs.Batch) -> None:
        """Work out how much better each action was than expected, seat by seat, from the end on.

        Between two decisions of a seat the others act: what that brings belongs to the first.
        """
        rows = np.arange(batch.n)
        later = np.stack(
            [
                net.state_value(torch.from_numpy(batch.observe(seat))).numpy()
                for seat in range(batch.seats)
            ],
            axis=1,
        )
        surprise, gained = np.zeros_like(later), np.zeros_like(later)
        values, advantage = self.value.numpy(), self.advantage.numpy()
        for t in range(len(self.choice) - 1, -1, -1):
            over = self.done[t]
            later[over] = surprise[over] = gained[over] = 0
            gained += self.reward[t]
            actor = rows, self.seat[t]
            found = gained[actor] + GAMMA * later[actor] - values[t]
            advantage[t] = found + GAMMA * LAMBDA * surprise[actor]
            later[actor], surprise[actor], gained[actor] = values[t], advantage[t], 0


class Learner:
    """The network, what improves it, and how far it is."""

    def __init__(self, game: str, seats: int, width: int, seed: int) -> None:
        torch.manual_seed(seed)
        self.net = Net(game, seats, width)
        self.optimizer = torch.optim.Adam(self.net.parameters(), RATE, eps=1e-5)
        self.steps, self.seconds, self.seed = 0, 0.0, seed

    def improve(self, seen: Experience, left: float) -> tuple[float, float]:
        """Go over the experience a few times; return the mean entropy and how much changed.

        The less of the training is left, the smaller the steps, and the less is tried out.
        """
        caution = LEAST + (1 - LEAST) * left
        for group in self.optimizer.param_groups:
            group["lr"] = RATE * caution
        flat = [x.flatten(0, 1) for x in (seen.observation, seen.mask, seen.choice)]
        observation, mask, choice = flat
        before, advantage = seen.log_share.flatten(), seen.advantage.flatten()
        wanted = advantage + seen.value.flatten()
        advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        entropies, changes = [], []
        for _ in range(EPOCHS):
            for part in torch.randperm(len(choice)).split(MINIBATCH):
                _, logits, value = self.net(observation[part], mask[part])
                log_shares = logits.log_softmax(-1)
                log_share = log_shares.gather(1, choice[part, None]).squeeze(1)
                entropy = -(log_shares.exp() * log_shares).sum(-1).mean()
                ratio = (log_share - before[part]).exp()
                better = advantage[part]
                gain = torch.min(ratio * better, ratio.clamp(1 - CLIP, 1 + CLIP) * better).mean()
                error = (value - wanted[part]).square().mean()
                loss: Tensor = VALUE * error - gain - caution * ENTROPY * entropy
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimizer.step()
                entropies.append(float(entropy.detach()))
                changes.append(float((ratio - 1).abs().mean().detach()))
        return float(np.mean(entropies)), float(np.mean(changes))

    def save(self, folder: Path) -> None:
        """Keep a checkpoint by the number of its steps, and as the newest one."""
        kept = {
            "game": self.net.game,
            "seats": self.net.seats,
            "width": self.net.width,
            "seed": self.seed,
            "steps": self.steps,
            "seconds": self.seconds,
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
        }
        for name in (f"step-{self.steps:010}.pt", "latest.pt"):
            part = folder / f".{name}.part"
            torch.save(kept, part)
            part.replace(folder / name)  # so that a checkpoint is whole, or not there

    def load(self, file: Path) -> None:
        """Go on from a checkpoint, with new games."""
        kept = torch.load(file, map_location="cpu", weights_only=True)
        for name in ("game", "seats", "width"):
            if kept[name] != getattr(self.net, name):
                sys.exit(f"{file} was trained with {name} {kept[name]}, not with this one")
        self.net.load_state_dict(kept["net"])
        self.optimizer.load_state_dict(kept["optimizer"])
        self.steps, self.seconds = kept["steps"], kept["seconds"]
        torch.manual_seed(self.seed + self.steps)


def spread(batch: envs.Batch, steps: int = 150) -> None:
    """Play at random, in some rows longer than in others, so that not all games end at once."""
    for t in range(steps):
        batch.step(batch.sample(), rows=np.arange(batch.n) * steps // batch.n > t)


def train(options: argparse.Namespace) -> None:
    """Learn until so many steps are made, or so much processor time is spent."""
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    learner = Learner(options.game, options.seats, options.width, options.seed)
    newest = options.out / "latest.pt"
    if newest.exists():
        learner.load(newest)
    batch = envs.Batch(
        options.game,
        options.seats,
        options.rows,
        seed=options.seed + learner.steps,
        features=True,
        reward="points",
        threads=options.threads,
    )
    spread(batch)
    seen = Experience(batch, options.horizon)
    end = options.cpu_minutes * 60
    before, begun, saved = learner.seconds, time.process_time(), learner.seconds
    with Progress(
        BarColumn(), TextColumn("{task.description}"), TimeRemainingColumn(), console=Console()
    ) as bar:
        task = bar.add_task("", total=1.0)
        while learner.steps < options.steps and learner.seconds < end:
            learner.net.eval()
            done = max(learner.steps / options.steps, learner.seconds / end)
            games = seen.collect(learner.net, batch, 1 - done)
            learner.net.train()
            entropy, change = learner.improve(seen, 1 - done)
            learner.steps += seen.choice.numel()
            learner.seconds = before + time.process_time() - begun
            rate = learner.steps / learner.seconds
            told = (
                f"{learner.steps:,} steps, {learner.seconds / 60:.1f} CPU minutes, "
                f"{rate:,.0f} steps a CPU second, {games} games, mean score "
                f"{batch.final_score.mean():.0f}, entropy {entropy:.2f}, change {change:.3f}"
            )
            bar.update(task, completed=done, description=told)
            if learner.seconds - saved > 60 * options.every:
                learner.save(options.out)
                bar.console.print(told)
                saved = learner.seconds
    learner.save(options.out)


def curve(options: argparse.Namespace) -> None:
    """Let every checkpoint play in the arena; write what it won as a table and as a picture."""
    agent = str(Path(__file__).with_name("my_agent.py")) + ":Agent"
    found = []
    for file in sorted(options.out.glob("step-*.pt")):
        os.environ["BRANCHLINE_AGENT"] = str(file.resolve())
        kept = torch.load(file, map_location="cpu", weights_only=True)
        for opponent in OPPONENTS:
            running = bl.tournament(
                kept["game"], [agent, opponent], seats=kept["seats"], deals=options.deals, seed=7
            )
            for _ in running:
                pass
            row = next(row for row in running.report()["players"] if row["player"] == agent)
            assert not row["fallback_moves"], row["first_problem"]
            low, high = row["win_share_ci"] or (0.0, 1.0)
            found.append(
                {
                    "steps": kept["steps"],
                    "cpu_minutes": round(kept["seconds"] / 60, 2),
                    "opponent": opponent,
                    "win_share": row["win_share"],
                    "low": low,
                    "high": high,
                    "mean_score": row["mean_score"],
                    "games": row["seats_taken"],
                }
            )
            print(found[-1], flush=True)
    with (options.out / "curve.csv").open("w", newline="") as file:
        table = csv.DictWriter(file, list(found[0]), lineterminator="\n")
        table.writeheader()
        table.writerows(found)
    title = "Win share of the learner in the arena, 95 % intervals"
    (options.out / "curve.svg").write_text(draw_curves(title, found), encoding="utf-8")


def main() -> None:
    """Do what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    add = parser.add_argument
    add("--out", type=Path, default=Path("agents/usa"), help="where checkpoints are kept")
    add("--game", default="usa")
    add("--seats", type=int, default=2)
    add("--steps", type=int, default=10**9, help="decisions in all")
    add("--cpu-minutes", type=float, default=120, help="processor time in all")
    add("--every", type=float, default=5, help="CPU minutes between checkpoints")
    add("--rows", type=int, default=256, help="games side by side")
    add("--horizon", type=int, default=32, help="steps between improvements")
    add("--width", type=int, default=256, help="of the network")
    add("--threads", type=int, default=1)
    add("--seed", type=int, default=1)
    add("--curve", action="store_true", help="measure all checkpoints in the arena")
    add("--deals", type=int, default=100, help="for --curve, each from every seat")
    options = parser.parse_args()
    (curve if options.curve else train)(options)


if __name__ == "__main__":
    main()
