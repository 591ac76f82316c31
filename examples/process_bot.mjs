// A bot as a process, in JavaScript: it reads and writes lines of JSON.
// Let it play: branchline tournament usa --players "exec:node examples/process_bot.mjs,random"

import { createInterface } from "node:readline";

let lengths = {};

const largest = (things, worth) =>
  things.reduce((best, thing) => (worth(thing) > worth(best) ? thing : best));

// Claim the longest route, or draw a card of which there are most in the hand.
function choose(view, legal) {
  const claims = legal.filter((action) => action.do === "claim");
  if (claims.length) return largest(claims, (a) => 10 * lengths[a.track] - a.locomotives);
  const draws = legal.filter((action) => action.do === "draw");
  const card = (action) => (action.from === "deck" ? null : view.market[action.from]);
  if (draws.length) return largest(draws, (a) => view.hand[card(a)] ?? 0);
  return legal[legal.length - 1];
}

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const lines = createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.message === "hello") {
    lengths = Object.fromEntries(message.board.tracks.map((track) => [track.id, track.length]));
    say({ message: "ready", protocol: 1 });
  } else if (message.message === "choose") {
    const chosen = choose(message.view, message.legal);
    say({ message: "choice", request: message.request, number: chosen.number });
  } else if (message.message === "bye") {
    lines.close();
  }
});
