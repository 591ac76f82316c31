"""Ray: chunks done by a cluster, through the same interface as a pool of processes."""

from __future__ import annotations

import importlib
import os
import socket
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any, ParamSpec, TypeVar

from branchline.errors import BranchlineError
from branchline.plain import Json

P = ParamSpec("P")
R = TypeVar("R")

CONNECT_SECONDS = 5.0


def _address() -> str:
    return os.environ.get("RAY_ADDRESS") or "local"


def load_ray() -> Any:
    """Return the module, or say what is missing: the package, or the cluster that was named."""
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # Ray would send data about its use
    try:
        ray = importlib.import_module("ray")
    except ImportError:
        raise BranchlineError("arena.needsRay") from None
    host, colon, port = _address().removeprefix("ray://").rpartition(":")
    if colon and port.isascii() and port.isdigit():  # Ray itself would try for minutes
        try:
            socket.create_connection((host, int(port)), CONNECT_SECONDS).close()
        except (OSError, OverflowError) as problem:
            raise BranchlineError("arena.noCluster", address=_address(), why=str(problem)) from None
    return ray


class RayExecutor(Executor):
    """The cluster that RAY_ADDRESS names, or one on this machine that ends with us."""

    def __init__(self) -> None:
        self._ray = load_ray()
        dashboard = False if _address() == "local" else None
        try:
            self._ray.init(
                _address(),
                include_dashboard=dashboard,
                log_to_driver=False,
                logging_level="ERROR",
            )
        except (OSError, RuntimeError, ValueError) as problem:
            reason = str(problem).partition("\n")[0]
            raise BranchlineError("arena.noCluster", address=_address(), why=str(reason)) from None
        self.workers = max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        self._call = self._ray.remote(_call)
        self._tasks: set[object] = set()

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Hand a call to the cluster."""
        task = self._call.remote(os.getcwd(), fn, args, kwargs)
        self._tasks.add(task)
        future: Future[R] = Future()

        def hand_on(done: Future[R]) -> None:
            self._tasks.discard(task)
            problem = done.exception()
            if problem is None:
                future.set_result(done.result())
            else:  # Ray wraps what was raised there in an error of its own
                future.set_exception(getattr(problem, "cause", None) or problem)

        task.future().add_done_callback(hand_on)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; work that nobody waits for is cancelled."""
        for task in tuple(self._tasks) if cancel_futures else ():
            self._ray.cancel(task)
        self._ray.shutdown()


def _call(folder: str, fn: Callable[..., R], args: tuple[object, ...], kwargs: Json) -> R:
    """Do a call on the cluster, where the files of bots and boards have the same names as here."""
    try:
        os.chdir(folder)
    except OSError:
        raise BranchlineError("arena.notEverywhere", folder=str(folder)) from None
    return fn(*args, **kwargs)
