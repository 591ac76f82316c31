// Arrow keys on the board: where the next thing is in their direction.

const AHEAD: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Of some things the nearest that lies in an arrow's direction, or -1. */
export function ahead(
  [x, y]: [number, number],
  arrow: string,
  things: readonly number[],
  place: (thing: number) => [number, number],
): number {
  const [ax, ay] = AHEAD[arrow] ?? [0, 0];
  let best = -1;
  let least = Infinity;
  for (const thing of things) {
    const [tx, ty] = place(thing);
    const forward = (tx - x) * ax + (ty - y) * ay;
    const aside = Math.abs((tx - x) * ay) + Math.abs((ty - y) * ax);
    if (forward > 1 && forward + 2 * aside < least) {
      least = forward + 2 * aside;
      best = thing;
    }
  }
  return best;
}
