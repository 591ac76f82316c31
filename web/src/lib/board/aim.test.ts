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
function aim(
  [x, y]: readonly [number, number],
  claimable: string[] = [],
  scale = 1,
  byFinger = false,
) {
  const can = new Set(claimable.map(numberOf));
  const { track, between }: Aim = aimAt(board!, x, y, scale, can, byFinger);
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

  test('a finger on one that cannot be claimed means the one that can, if it is as near as that', () => {
    expect(aim(towards(0), [YELLOW], 0.3, true).track).toBe(YELLOW);
    expect(aim(towards(0), [], 0.3, true).track).toBe(RED);
    expect(aim(towards(0), [RED, YELLOW], 0.3, true).track).toBe(RED);
    expect(aim(towards(0), [YELLOW], 3, true).track).toBe(RED); // zoomed in
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

/** CSS pixels to a board unit at 1440×900, at least: tests/browser/test_layout.py measures it. */
const DRAWN = { usa: 0.595, france: 0.455, old_west: 0.51 };

describe.each(Object.entries(DRAWN))(
  'tracks side by side on the board of %s',
  async (game, scale) => {
    const shape = await loadShape(game);
    if (!shape) throw new Error('there is no picture of the board');
    const ends = ({ a, b }: TrackShape): string => [a, b].sort((p, q) => p - q).join();
    const sisters = shape.tracks.flatMap((track, i) =>
      shape.tracks.some((other, j) => j !== i && ends(other) === ends(track)) ? [i] : [],
    );
    const claimable = new Set(shape.tracks.keys());

    test('are targets of 14 pixels across, each of them', () => {
      const narrow = sisters.flatMap((i) => {
        const { cells, id } = shape.tracks[i]!;
        // How far to either side a point still means this track, in quarters of a pixel.
        const reach = (cell: Cell, way: number): number => {
          let pixels = 0;
          const means = (across: number): number | null =>
            aimAt(shape, ...beside(cell, (way * across) / scale), scale, claimable).track;
          while (pixels < 30 && means(pixels + 0.25) === i) pixels += 0.25;
          return pixels;
        };
        // Other routes may come close to some of its cells.
        const wide = Math.max(...cells.map((cell) => reach(cell, 1) + reach(cell, -1)));
        return wide < 14 ? [`${id}: ${wide} pixels`] : [];
      });
      expect(sisters.length).toBeGreaterThan(20);
      expect(narrow).toEqual([]);
    }, 60_000);

    test('mean themselves on every cell', () => {
      for (const i of sisters)
        for (const [x, y] of shape.tracks[i]!.cells)
          expect(aimAt(shape, x, y, scale, claimable).track).toBe(i);
    });
  },
);

test('of three tracks the one in the middle gets the gaps, the outer ones their far side', async () => {
  const west = (await loadShape('old_west'))!;
  const [one, two, three] = ['1', '2', '3'].map((n) =>
    west.tracks.findIndex(({ id }) => id === `portland-seattle-${n}`),
  ) as [number, number, number];
  const [a, b, c] = [one, two, three].map((i) => west.tracks[i]!.cells[0]!) as [Cell, Cell, Cell];
  const gap = (p: Cell, q: Cell): [number, number] => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const beyond = (p: Cell, q: Cell): [number, number] => [2 * p[0] - q[0], 2 * p[1] - q[1]];
  for (const can of [new Set<number>(), new Set([one, two, three])]) {
    const meant = ([x, y]: [number, number]): number | null => aimAt(west, x, y, 0.5, can).track;
    expect(meant(gap(a, b))).toBe(two);
    expect(meant(gap(b, c))).toBe(two);
    expect(meant(beyond(a, b))).toBe(one);
    expect(meant(beyond(c, b))).toBe(three);
  }
  // Where it cannot be claimed, an outer one is meant that can.
  expect(aimAt(west, ...gap(a, b), 0.5, new Set([one])).track).toBe(one);
});
