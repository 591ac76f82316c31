"""A process bot that misbehaves in the way its first argument says. It imports nothing of ours."""

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any, NoReturn


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def answer(message: dict[str, Any], changed: dict[str, Any]) -> None:
    first = message["legal"][0]["number"]
    right = {"message": "choice", "request": message["request"], "number": first}
    say(json.dumps({**right, **changed}))


def write_for_ever(text: str) -> NoReturn:
    while True:
        sys.stdout.write(text)


way, *more = sys.argv[1:]
if way == "never starts":
    time.sleep(1000)
if way == "ends at once":
    sys.exit(7)
if way == "stays":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
if way == "has a child":
    child = subprocess.Popen([sys.executable, "-S", "-c", "import time; time.sleep(1000)"])
    with open(more[0], "w") as file:
        file.write(str(child.pid))
if way == "floods stderr":
    sys.stderr.write("x" * 1_000_000)
    sys.stderr.flush()

for line in sys.stdin:
    message = json.loads(line)
    if way in ("keeps what it hears", "observes"):
        with open(more[0], "a") as file:
            file.write(line)
    if message["message"] == "hello":
        if way == "not ready":
            say('{"message": "hm"}')
        elif way == "another protocol":
            say('{"message": "ready", "protocol": 2}')
        elif way == "observes":
            say('{"message": "ready", "protocol": 1, "observe": true}')
        else:
            say('{"message": "ready", "protocol": 1}')
        if way == "deaf":
            time.sleep(1000)
        continue
    if message["message"] == "bye":
        break
    if message["message"] == "observe":
        continue
    if way == "ends":
        sys.exit(3)
    if way == "is killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if way == "closes its output":
        os.close(1)
        time.sleep(1000)
    if way == "silent":
        continue
    if way == "late once" and message["request"] == 1:
        time.sleep(2)
    if way == "writes without end":
        write_for_ever("x" * 1000)
    if way == "repeats itself":
        write_for_ever('{"message": "choice", "request": 1, "number": 0}\n')
    if way == "chatty":
        say("thinking")
    wrong = {
        "not JSON": "hm",
        "an empty line": "",
        "a list": "[1]",
        "a number": "1",
        "deep": "[" * 9000,
        "not text": "\udcff\udcfe",
        "endless digits": '{"number": ' + "9" * 9000 + "}",
        "a long line": "x" * 20_000,
        "a very long line": "x" * 200_000,
    }
    if way in wrong:
        sys.stdout.buffer.write(wrong[way].encode(errors="surrogateescape") + b"\n")
        sys.stdout.flush()
        continue
    changed: dict[str, dict[str, Any]] = {
        "an illegal number": {"number": 999_999},
        "a negative number": {"number": -1},
        "a number as text": {"number": str(message["legal"][0]["number"])},
        "true": {"number": True},
        "nothing": {"number": None},
        "not a number": {"number": float("nan")},
        "a future request": {"request": message["request"] + 1},
        "no request": {"request": None},
        "another message": {"message": "hello"},
    }
    answer(message, changed.get(way, {}))

if way == "stays":
    time.sleep(1000)
