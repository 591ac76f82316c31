// Steps of a replay as the log of a table tells them.

import type { ReplayStep, Step } from '../types/protocol.ts';

export function toldOf(steps: readonly ReplayStep[]): Step[] {
  return steps.map((step) => ({
    seq: step.step,
    at: 0,
    kind: step.step ? 'action' : 'start',
    seat: step.seat,
    by_bot: step.by_bot,
    thought: null,
    text: null,
    name: null,
    colour: null,
    events: step.events,
    undone: [],
    agree: null,
    seconds: null,
    table: null,
  }));
}
