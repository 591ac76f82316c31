import { describe, expect, test } from 'vitest';
import { aimAt, NEAR, type Aim } from './aim.ts';
import { loadShape, type Cell, type TrackShape } from './geometry.ts';

const board = await loadShape('usa');
if (!board) throw new Error('there is no picture of the board');

const numberOf = (id: string): number => board.tracks.findIndex((track) => track.id === id);
const trackOf = (id: string): TrackShape => board.tracks[numberOf(id)]!;
const middleOf = (id: string): Cell => {
  const { cells } = trackOf(id);
  return cells[Math.floor(cells.length / 2)]!;
};
/** A point so many board units across a cell's line from its middle. */
const beside = ([x, y, turn]: Cell, across: number): [number, number] => {
  const angle = (turn * Math.PI) / 180;
  return [x - Math.sin(angle) * across, y + Math.cos(angle) * across];
};
/** What a point is meant for, by the tracks' names, where some can be claimed. */
function aim([x, y]: readonly [number, number], claimable: string[] = [], scale = 1) {
  const can = new Set(claimable.map(numberOf));
  const { track, between }: Aim = aimAt(board!, x, y, scale, can);
  const name = (i: number): string | undefined => board!.tracks[i]?.id;
  return { track: track === null ? null : name(track), between: between.map(name).sort() };
}
const BROAD = board.cell[1];

const ALONE = 'denver-santa_fe';
const [RED, YELLOW] = ['boston-new_york-1', 'boston-new_york-2'] as const;
/** From the middle of the red track's cell to that of the yellow one beside it. */
const [rx, ry] = middleOf(RED);
const [yx, yy] = middleOf(YELLOW);
const towards = (share: number): [number, number] => [
  rx + (yx - rx) * share,
  ry + (yy - ry) * share,
];

describe('a track on its own', () => {
  test('is meant by a point on any of its cells', () => {
    for (const [x, y] of trackOf(ALONE).cells) expect(aim([x, y]).track).toBe(ALONE);
  });

  test('is meant by a point as near as a finger comes, and not by one farther off', () => {
    const cell = middleOf(ALONE);
    expect(aim(beside(cell, BROAD / 2 + NEAR - 1)).track).toBe(ALONE);
    expect(aim(beside(cell, BROAD / 2 + NEAR + 1)).track).toBeNull();
  });

  test('is as near on the screen however large the board is drawn', () => {
    const point = beside(middleOf(ALONE), BROAD / 2 + 20);
    expect(aim(point, [], 0.5).track).toBe(ALONE); // 10 pixels away
    expect(aim(point, [], 1).track).toBeNull(); // 20 pixels away
  });

  test('is never one of several', () => {
    expect(aim(beside(middleOf(ALONE), 0), [ALONE, RED]).between).toEqual([ALONE]);
  });
});

test('a point where no track is means nothing', () => {
  expect(aim([5, 5], [ALONE])).toEqual({ track: null, between: [] });
});

describe('two tracks side by side', () => {
  test('are told apart by a point well on one of them', () => {
    expect(aim(towards(0), [RED, YELLOW])).toEqual({ track: RED, between: [RED] });
    expect(aim(towards(1), [RED, YELLOW])).toEqual({ track: YELLOW, between: [YELLOW] });
    // Drawn small, where the other is within reach too.
    expect(aim(towards(0), [RED, YELLOW], 0.5)).toEqual({ track: RED, between: [RED] });
  });

  test('are both meant by a point between them, if both can be claimed', () => {
    expect(aim(towards(0.5), [RED, YELLOW]).between).toEqual([RED, YELLOW]);
    expect(aim(towards(0.5), [RED]).between).toEqual([RED]);
  });

  test('a point on one that cannot be claimed still asks about that one', () => {
    expect(aim(towards(0), [YELLOW]).track).toBe(RED);
  });

  test('a point beside one that cannot be claimed means the one that can', () => {
    // On the outer side of the red track, from where both are within reach at this size.
    const outside = towards(-(BROAD / 2 + 4) / Math.hypot(yx - rx, yy - ry));
    expect(aim(outside, [], 0.3).track).toBe(RED);
    expect(aim(outside, [YELLOW], 0.3).track).toBe(YELLOW);
  });
});

test('every cell of the board means its own track', () => {
  for (const track of board.tracks)
    for (const cell of track.cells) expect(aim([cell[0], cell[1]]).track).toBe(track.id);
});
