"""PettingZoo: a game as an AEC environment, each seat an agent; a thin layer over compiled code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import SupportsIndex

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from branchline.envs.faults import EnvsError, IllegalActionError
from branchline.envs.picture import draw
from branchline.envs.showing import Info, agent_names, replay, show_table, tell_since
from branchline.envs.single import Single
from branchline.envs.spaces import ActionSpace, Observation, observation_space
from branchline.envs.versions import ENVIRONMENT_VERSION
from branchline.game.options import Options
from branchline.plain import Json

RENDER_MODES = ("human", "ansi", "svg")


class AecTable(AECEnv):  # type: ignore[misc]
    """A table at which agents "seat_0", "seat_1" … decide in turn. Make one with `aec`.

    An observation is a dict: ``observation`` as `spec` explains it, and ``action_mask`` with a 1
    for what the agent may do, all 0 while another has to act. ``infos[agent]["text"]`` tells what
    the agent saw happen since it last acted; it is worked out when asked for.
    """

    def __init__(
        self, single: Single, render_mode: str | None = None, max_cycles: int | None = None
    ) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise EnvsError(
                "envs.noKind", what="render_mode", given=repr(render_mode), known=[*RENDER_MODES]
            )
        if max_cycles is not None and (type(max_cycles) is not int or max_cycles < 1):
            raise EnvsError("envs.count", what="max_cycles", most=1 << 31, given=repr(max_cycles))
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "name": f"branchline_{single.board.id}_v{ENVIRONMENT_VERSION}",
        }
        self.render_mode, self.max_cycles = render_mode, max_cycles
        self.spec = single.spec
        self.possible_agents = agent_names(single.seats)
        self._single = single
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._make_spaces()
        self._pays_at_end = single._given["reward"] != "points"

    def _make_spaces(self) -> None:
        single = self._single
        seen = observation_space(single.spec)
        self._seen = dict.fromkeys(self.possible_agents, seen)
        self._may = {
            agent: ActionSpace(single.board.n_actions, single.legal)
            for agent in self.possible_agents
        }
        self.state_space = spaces.Box(single.open.low, single.open.high, dtype=np.uint8)

    def observation_space(self, agent: str) -> spaces.Space[object]:
        """Return the space of an agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        """Return all actions of the game; samples without a mask are legal now."""
        return self._may[agent]

    def reset(self, seed: int | None = None, options: Json | None = None) -> None:
        """Begin the first game of a seed, or the next one; there are no options here."""
        self._single.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self._ended = False
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self.agent_selection = self.possible_agents[self._single.seat]

    def step(self, action: SupportsIndex | None) -> None:
        """Take an action of the agent to act; refuse it if it is not legal."""
        single = self._single
        single.check_begun("step")
        if self._ended:
            if not self.agents:
                raise IllegalActionError("envs.nobody")
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        single.step(action)
        over = single.is_over
        if over or not self._pays_at_end:
            self._cumulative_rewards[agent] = 0.0
            self.rewards = dict(zip(self.possible_agents, single.rewards(), strict=True))
            self._accumulate_rewards()
        if over or (self.max_cycles is not None and len(single.moves) >= self.max_cycles):
            self._end(over)
            return
        agent = self.possible_agents[single.seat]
        self.agent_selection = agent
        self.infos[agent] = self._info(agent)

    def _end(self, over: bool) -> None:
        """Let all agents know that it is over, or was cut short; they leave one by one."""
        ended = dict.fromkeys(self.agents, True)
        if over:
            self.terminations = ended
        else:
            self.truncations = ended
        self._ended = True
        self.infos = {agent: self._info(agent) for agent in self.agents}
        self._skip_agent_selection = self.agent_selection
        self.agent_selection = self.agents[0]

    def _info(self, agent: str) -> Info:
        single, moves = self._single, self._single.moves
        n, seed, number = len(moves), single.batch.seed, single.number

        def tell() -> str:
            key = single.key_of(seed, number)
            options: Options = single.batch.options
            game = replay(single.board, single.seats, options, key, moves[:n])
            return tell_since(game, self._seats[agent])

        return Info(tell)

    def observe(self, agent: str) -> Observation:
        """Return what an agent knows, and what it may do now."""
        self._single.check_begun("observe")
        if agent not in self._seats:
            raise EnvsError(
                "envs.noKind", what="agent", given=repr(agent), known=self.possible_agents
            )
        return self._single.observe(self._seats[agent])

    def state(self) -> NDArray[np.uint8]:
        """Return all that is on the table and in hands (`spec` of kind "open"), for critics."""
        self._single.check_begun("state")
        return self._single.everything()

    def render(self) -> str | None:
        """Return the table as the agent to act may know it: as text or picture, or print it."""
        self._single.check_begun("render")
        if self.render_mode is None:
            return None
        game, seat = self._single.game(), self._single.seat
        if self.render_mode == "svg":
            return draw(game, seat)
        shown = show_table(game, seat)
        if self.render_mode == "ansi":
            return shown
        print(shown)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to give back."""

    def __getstate__(self) -> Json:
        """Return all but the spaces, which know the game that they are about."""
        return {k: v for k, v in vars(self).items() if k not in ("_may", "_seen", "state_space")}

    def __setstate__(self, kept: Json) -> None:
        """Become a copy; its spaces draw anew."""
        self.__dict__.update(kept)
        self._make_spaces()


def aec(
    game: str,
    seats: int | None = None,
    *,
    observation: str = "now",
    features: bool = False,
    reward: str = "win",
    options: Mapping[str, object] | None = None,
    render_mode: str | None = None,
    max_cycles: int | None = None,
) -> AecTable:
    """Return a game as a PettingZoo AEC environment.

    ``observation``, ``features``, ``reward`` and ``options`` are those of `Batch`. ``render_mode``
    is "human" (printed), "ansi" (text) or "svg" (a picture). After ``max_cycles`` decisions of all
    seats together the game is truncated.

    >>> from branchline import envs
    >>> env = envs.aec("france", seats=4)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     done = termination or truncation
    ...     env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
    """
    single = Single(
        game, seats, observation=observation, features=features, reward=reward, options=options
    )
    return AecTable(single, render_mode, max_cycles)
