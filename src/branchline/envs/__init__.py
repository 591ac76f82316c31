"""Environments: the games for people who train agents, at the speed of the compiled rules."""

from branchline.envs.aec import aec
from branchline.envs.batch import AUTORESETS, REWARDS, Batch
from branchline.envs.gym import ManySeats, OneSeat, register
from branchline.observation.actions import KINDS_OF_ACTION, Actions, actions
from branchline.observation.slices import VERSION, Slice
from branchline.observation.spec import Spec, spec
from branchline.observation.views import observe

__all__ = [
    "AUTORESETS",
    "KINDS_OF_ACTION",
    "REWARDS",
    "VERSION",
    "Actions",
    "Batch",
    "ManySeats",
    "OneSeat",
    "Slice",
    "Spec",
    "actions",
    "aec",
    "observe",
    "spec",
]

register()
