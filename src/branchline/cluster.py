"""Ray: chunks done by a cluster, through the same interface as a pool of processes."""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from branchline.errors import BranchlineError


class RayExecutor(Executor):
    """The cluster that RAY_ADDRESS names, or one on this machine that ends with us."""

    def __init__(self) -> None:
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # it would report to its makers
        try:
            ray: Any = importlib.import_module("ray")
        except ImportError:
            raise BranchlineError(
                "--ray needs the package ray: install it with pip install 'branchline[ray]'"
            ) from None
        address = os.environ.get("RAY_ADDRESS")
        dashboard = None if address else False
        try:
            ray.init(
                address or "local",
                include_dashboard=dashboard,
                log_to_driver=False,
                logging_level="ERROR",
            )
        except (ConnectionError, OSError, RuntimeError, ValueError) as problem:
            reason = str(problem).partition("\n")[0]
            raise BranchlineError(f"no Ray cluster at {address or 'hand'}: {reason}") from None
        self.workers = max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._ray = ray
        self._run = ray.remote(_work)
        self._waiting: list[Any] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Hand a call to the cluster."""
        task = self._run.remote(os.getcwd(), fn, args, kwargs)
        self._waiting = [task, *(t for t in self._waiting if not _is_done(self._ray, t))]
        future: Future[Any] = task.future()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; what nobody waits for any more is given up."""
        for task in self._waiting if cancel_futures else ():
            self._ray.cancel(task)
        self._ray.shutdown()


def _is_done(ray: Any, task: Any) -> bool:
    return bool(ray.wait([task], timeout=0)[0])


def _work(folder: str, fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """Do a call on the cluster, where the files of bots and boards have the same names as here."""
    os.chdir(folder)
    return fn(*args, **kwargs)
