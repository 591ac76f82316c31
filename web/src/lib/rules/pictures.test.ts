import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { section } from './pages.ts';
import { lineOf, PICTURES } from './pictures.ts';

const MARK = /<!-- picture (\w+) -->/g;

test('every picture of the rules is drawn, and every drawing is shown', () => {
  const rules = readFileSync('../docs/rules.md', 'utf8');
  const named = [...rules.matchAll(MARK)].map(([, name]) => name);
  expect(new Set(named)).toEqual(new Set(Object.keys(PICTURES)));
  expect(named.length).toBe(new Set(named).size);
});

test('a picture stands below what it is a picture of', () => {
  const { blocks } = section(
    'A turn\n\nOne of two:\n\n- Draw.\n<!-- picture draw -->\n- Claim.\n\n' +
      '**Rule 4, three.** Swept.\n<!-- picture sweep -->\n<!-- picture more -->',
  );
  const plain = (text: string) => [{ kind: 'plain', text }];
  expect(blocks).toEqual([
    { kind: 'text', spans: plain('One of two:'), pictures: [], rule: null },
    {
      kind: 'list',
      items: [
        { spans: plain('Draw.'), pictures: ['draw'] },
        { spans: plain('Claim.'), pictures: [] },
      ],
    },
    {
      kind: 'text',
      spans: [
        { kind: 'strong', text: 'Rule 4, three.' },
        { kind: 'plain', text: ' Swept.' },
      ],
      pictures: ['sweep', 'more'],
      rule: 4,
    },
  ]);
});

test('the cells of a track stand in a row between its cities', () => {
  const { shape } = lineOf({ x: 0, y: 0 }, { x: 0, y: 160 }, 2);
  expect(shape.cells).toEqual([
    [0, 50, 90],
    [0, 110, 90],
  ]);
  expect(lineOf({ x: 0, y: 0 }, { x: 100, y: 0 }, 1, { shift: 13 }).shape.cells).toEqual([
    [50, 13, 0],
  ]);
});
