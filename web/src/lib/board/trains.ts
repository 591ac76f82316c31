// Wagons seen from above: each livery has an outline and a sign on the roof of its own, so that they
// are told apart without colour. From afar, where a wagon is seven pixels long, a sign only makes its
// roof lighter or darker. So it is small on red and yellow, which stay plain, one darker than the
// other; the others are known by their pattern: blue is hollow, green half dark, black has two light
// bars and white a dark one.

import type { Livery } from '../colours.ts';

export interface TrainShape {
  body: string;
  /** The sign on the roof: the livery's shape, drawn out along the wagon. */
  sign: string;
  /** How far the light along the roof goes from the middle to either end. */
  light: number;
}

/** The outline and the sign of a wagon around its middle, by half its length and half its breadth. */
const DRAWN: Record<Livery, (x: number, y: number) => TrainShape> = {
  // A tank with round ends: a small disc.
  red: (x, y) => ({
    body: `M${y - x} ${-y}H${x - y}A${y} ${y} 0 0 1 ${x - y} ${y}H${y - x}A${y} ${y} 0 0 1 ${y - x} ${-y}Z`,
    sign: round(0.5 * y),
    light: x - y,
  }),
  // A box: an oblong.
  blue: (x, y) => ({
    body: `M${-x} ${-y}H${x}V${y}H${-x}Z`,
    sign: `M${-0.64 * x} ${-0.48 * y}H${0.64 * x}V${0.48 * y}H${-0.64 * x}Z`,
    light: x - 3,
  }),
  // One end pointed: a wedge, as broad as the wagon.
  green: (x, y) => ({
    body: `M${-x} ${-y}H${x - 1.1 * y}L${x} 0 ${x - 1.1 * y} ${y}H${-x}Z`,
    sign: `M${-x} ${-y}H${-0.45 * x}L${0.2 * x} 0 ${-0.45 * x} ${y}H${-x}Z`,
    light: x - 1.2 * y,
  }),
  // Both ends pointed: a small lozenge.
  yellow: (x, y) => ({
    body: `M${y - x} ${-y}H${x - y}L${x} 0 ${x - y} ${y}H${y - x}L${-x} 0Z`,
    sign: `M${-0.28 * x} 0 0 ${-0.5 * y} ${0.28 * x} 0 0 ${0.5 * y}Z`,
    light: x - y,
  }),
  // Corners cut: two bars right across.
  black: (x, y) => ({
    body: `M${0.5 * y - x} ${-y}H${x - 0.5 * y}L${x} ${-0.5 * y}V${0.5 * y}L${x - 0.5 * y} ${y}H${0.5 * y - x}L${-x} ${0.5 * y}V${-0.5 * y}Z`,
    sign: [-0.42, 0.42]
      .map((at) => `M${(at - 0.08) * x} ${-y}H${(at + 0.08) * x}V${y}H${(at - 0.08) * x}Z`)
      .join(''),
    light: x - 0.7 * y,
  }),
  // A pennant: a chevron.
  white: (x, y) => ({
    body: `M${-x} ${-y}H${x - 0.8 * y}L${x} 0 ${x - 0.8 * y} ${y}H${-x}L${0.6 * y - x} 0Z`,
    sign: `M${-0.3 * x} ${-y}H${0.06 * x}L${0.4 * x} 0 ${0.06 * x} ${y}H${-0.3 * x}L${0.04 * x} 0Z`,
    light: x - y,
  }),
};

const round = (r: number): string => `M0 ${-r}A${r} ${r} 0 1 1 0 ${r} ${r} ${r} 0 1 1 0 ${-r}Z`;

const made = new Map<string, TrainShape>();

/** The wagon of a livery on cells of a size: a little larger than the cell. */
export function trainShape(livery: Livery, [long, broad]: [number, number]): TrainShape {
  const key = `${livery} ${long} ${broad}`;
  let shape = made.get(key);
  if (!shape) made.set(key, (shape = DRAWN[livery](long / 2 + 0.8, broad / 2 + 0.6)));
  return shape;
}
