import { describe, expect, test } from 'vitest';
import { loadShape } from './geometry.ts';
import { figureAt } from './beside.ts';
import { namesAt } from './names.ts';
import {
  cornerFor,
  gap,
  liftFor,
  MENTIONED,
  NAMED,
  roomFor,
  shared,
  sights,
  SPOKEN,
  type Rect,
  type Sight,
} from './room.ts';

type Pair = [number, number];
const STAGE: Pair = [800, 600];
/** A busy machine is no fault. */
const PATIENT = 60_000;

function box([left, top]: Pair, [width, height]: Pair): Rect {
  return { left, top, right: left + width, bottom: top + height };
}
const dear = (much: number, at: Pair, size: Pair): Sight => ({ ...box(at, size), dear: much });

describe('a place for a question', () => {
  const size: Pair = [300, 200];

  test('lies within the window, also where the box is as large', () => {
    for (const asked of [size, [800, 600], [20, 590]] as Pair[]) {
      const found = box(roomFor(asked, STAGE, []), asked);
      expect(Math.min(found.left, found.top)).toBeGreaterThanOrEqual(0);
      expect(found.right).toBeLessThanOrEqual(STAGE[0]);
      expect(found.bottom).toBeLessThanOrEqual(STAGE[1]);
    }
  });

  test('is free if anything is', () => {
    // All but the lower right corner is full.
    const drawn = [dear(1, [0, 0], [800, 370]), dear(1, [0, 0], [470, 600])];
    const found = box(roomFor(size, STAGE, drawn), size);
    expect(drawn.map((r) => shared(r, found))).toEqual([0, 0]);
  });

  test('is the free place nearest to what is spoken of', () => {
    const spoken = dear(SPOKEN, [500, 400], [300, 30]);
    const rest = dear(1, [0, 0], [800, 380]);
    const found = box(roomFor(size, STAGE, [rest, spoken]), size);
    expect([shared(spoken, found), shared(rest, found)]).toEqual([0, 0]);
    expect(found.right).toBeGreaterThan(450);
  });

  test('is rather near over a few things than far away where it is free', () => {
    const spoken = dear(SPOKEN, [700, 500], [100, 20]);
    const few = dear(1, [300, 200], [500, 10]);
    const found = box(roomFor(size, STAGE, [few, spoken]), size);
    expect(gap(found, spoken)).toBeLessThan(40);
  });

  test.each([
    [SPOKEN, NAMED],
    [NAMED, MENTIONED],
    [MENTIONED, 1],
  ])('is rather over much that counts less', (more, less) => {
    const [upper, lower] = [dear(less, [0, 0], [800, 40]), dear(more, [0, 580], [800, 20])];
    const found = box(roomFor([300, 545], STAGE, [upper, lower]), [300, 545]);
    expect(shared(lower, found)).toBe(0);
    expect(shared(upper, found)).toBeGreaterThan(0);
  });
});

describe('a picture under a question', () => {
  const view = { toWindow: (x: number, y: number): [number, number] => [x, y] };
  const spoken = (top: number, high: number): Sight => dear(SPOKEN, [0, top], [20, high]);

  test('stays where it is if nothing it speaks of is covered', () => {
    expect(liftFor([spoken(100, 20), dear(1, [0, 390], [20, 20])], view, 300)).toBe(0);
  });

  test('is lifted until what it speaks of is clear', () => {
    const lift = liftFor([spoken(290, 40)], view, 300);
    expect(330 - lift).toBeLessThan(300);
    expect(330 - lift).toBeGreaterThan(285);
  });

  test('is not lifted so far that what it speaks of leaves the window above', () => {
    expect(20 - liftFor([spoken(20, 380)], view, 300)).toBeGreaterThanOrEqual(0);
  });
});

describe.each(['usa', 'france', 'old_west'])('on the board of %s', async (game) => {
  const board = await loadShape(game);
  if (!board) throw new Error('there is no picture of the board');
  // The board drawn half as large, and a question as large as one with all colours is.
  const half = ({ left, top, right, bottom, dear }: Sight): Sight => ({
    left: left / 2,
    top: top / 2,
    right: right / 2,
    bottom: bottom / 2,
    dear,
  });
  const window: Pair = [board.size[0] / 2, board.size[1] / 2];
  const size: Pair = [336, 250];
  const known = new Map<string, { drawn: Sight[]; found: Rect }>();
  const placed = (tracks: number[], cities: number[]): { drawn: Sight[]; found: Rect } => {
    const about = `${tracks.join()}|${cities.join()}`;
    const drawn = sights(board, { tracks, cities }, (city) => city.label).map(half);
    const made = known.get(about) ?? { drawn, found: box(roomFor(size, window, drawn), size) };
    known.set(about, made);
    return made;
  };
  const hidden = (tracks: number[], cities: number[]): Sight[] => {
    const { drawn, found } = placed(tracks, cities);
    return drawn.filter((sight) => sight.dear >= NAMED && shared(sight, found) > 0);
  };
  /** How far a question stands from what it speaks of. */
  const far = (tracks: number[], cities: number[]): number => {
    const { drawn, found } = placed(tracks, cities);
    const spoken = drawn.filter((sight) => sight.dear === SPOKEN);
    return Math.min(...spoken.map((sight) => gap(found, sight)));
  };

  test('what a question speaks of is its track with both cities, or its city', () => {
    const [track] = board.tracks;
    const count = (tracks: number[], cities: number[]): number =>
      sights(board, { tracks, cities }, (city) => city.label).filter((s) => s.dear === SPOKEN)
        .length;
    expect(count([0], [])).toBe(track!.length + 2);
    expect(count([], [0])).toBe(1);
  });

  test(
    'a question hides no part of the track it is about, nor of its cities',
    () => {
      board.tracks.forEach((track, i) => expect(hidden([i], []), track.id).toEqual([]));
    },
    PATIENT,
  );

  test(
    'a question hides no part of the city it is about',
    () => {
      board.cities.forEach((city, i) => expect(hidden([], [i]), city.id).toEqual([]));
    },
    PATIENT,
  );

  test(
    'a question stands near what it is about',
    () => {
      const tracks = board.tracks.map((_, i) => far([i], []));
      const cities = board.cities.map((_, i) => far([], [i]));
      for (const gaps of [tracks, cities]) {
        expect(Math.max(...gaps)).toBeLessThan(160);
        expect(gaps.toSorted((a, b) => a - b)[gaps.length >> 1]).toBeLessThan(60);
      }
    },
    PATIENT,
  );

  test(
    'a notice hides no city and nothing of the track it tells of, whatever that is',
    () => {
      const notice: Pair = [336, 64];
      for (const tracks of [[], ...board.tracks.map((_, i) => [i])]) {
        const about = { tracks, cities: [], modest: true };
        const drawn = sights(board, about, (city) => city.label).map(half);
        const found = box(roomFor(notice, window, drawn), notice);
        const over = drawn.filter((s) => s.dear >= SPOKEN - 1 && shared(s, found) > 0);
        expect(over, tracks.join()).toEqual([]);
      }
    },
    PATIENT,
  );

  // The stage in windows of 1440×900, 390×844 with and without tickets on offer, and 844×390.
  test.each([
    [
      [860, 830],
      [36, 108],
    ],
    [
      [1080, 690],
      [36, 108],
    ],
    [
      [382, 382],
      [44, 44],
    ],
    [
      [382, 236],
      [44, 44],
    ],
    [
      [530, 330],
      [44, 44],
    ],
  ] as [Pair, Pair][])(
    'its buttons lie over no city and no name of a stage of %s',
    (stage, buttons) => {
      const fit = Math.min(stage[0] / board.size[0], stage[1] / board.size[1]);
      const [dx, dy] = board.size.map((long, k) => (stage[k]! - long * fit) / 2) as Pair;
      const names = namesAt(board, fit);
      const all = board.cities.map((_, i) => i);
      const drawn = sights(board, { tracks: [], cities: all }, names.of).map((s) => ({
        dear: s.dear,
        left: s.left * fit + dx,
        top: s.top * fit + dy,
        right: s.right * fit + dx,
        bottom: s.bottom * fit + dy,
      }));
      const at = cornerFor(buttons, stage, drawn);
      const over = drawn.filter((s) => s.dear >= NAMED && shared(s, box(at, buttons)) > 0);
      expect(over).toEqual([]);
    },
  );
});

test(
  'where one may start in any city, the question hides none of them and nothing that stands there',
  async () => {
    const board = await loadShape('old_west');
    // Yes or no, on one line, in a window of 1440×900.
    const [stage, asked]: [Pair, Pair] = [
      [860, 830],
      [300, 52],
    ];
    const scale = Math.min(stage[0] / board!.size[0], stage[1] / board!.size[1]);
    board!.cities.forEach((city, i) => {
      const figure = figureAt(city.x + 40, city.y, 48);
      const about = { tracks: [], cities: [i], modest: true };
      const drawn = sights(board!, about, ({ label }) => label, [figure]).map((s) => ({
        dear: s.dear,
        left: s.left * scale,
        top: s.top * scale,
        right: s.right * scale,
        bottom: s.bottom * scale,
      }));
      const found = box(roomFor(asked, stage, drawn), asked);
      const over = drawn.filter((s) => s.dear >= SPOKEN - 1 && shared(s, found) > 0);
      expect(over, city.id).toEqual([]);
      const [spoken] = drawn.filter((s) => s.dear === SPOKEN);
      expect(gap(found, spoken!), city.id).toBeLessThan(180);
    });
  },
  PATIENT,
);
