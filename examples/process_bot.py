"""A bot as a process, in plain Python: lines of JSON in and out, and nothing of ours imported.

Let it play: branchline tournament usa --players "exec:python3 examples/process_bot.py,random"
"""

import json
import random
import sys


def choose(view, legal, lengths):
    """Claim the longest route, or draw a card of which there are most in the hand."""
    claims = [action for action in legal if action["do"] == "claim"]
    if claims:
        return max(claims, key=lambda a: (lengths[a["track"]], -a["locomotives"]))
    draws = [action for action in legal if action["do"] == "draw"]
    if draws:
        return max(draws, key=lambda a: view["hand"].get(card(a, view), 0))
    return random.choice(legal)


def card(action, view):
    """Return the card that a draw takes; from the deck, nobody knows."""
    return None if action["from"] == "deck" else view["market"][action["from"]]


def say(message):
    """Write a line, at once."""
    print(json.dumps(message), flush=True)


for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "hello":
        random.seed(message["seed"])
        lengths = {track["id"]: track["length"] for track in message["board"]["tracks"]}
        say({"message": "ready", "protocol": 1})
    elif message["message"] == "choose":
        chosen = choose(message["view"], message["legal"], lengths)
        say({"message": "choice", "request": message["request"], "number": chosen["number"]})
    elif message["message"] == "bye":
        break
