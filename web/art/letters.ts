// How wide a city's name is, from the font the page uses.

import { readFileSync } from 'node:fs';
import opentype from 'opentype.js';

const file = new URL(
  '../node_modules/@fontsource/jost/files/jost-latin-600-normal.woff',
  import.meta.url,
);
const bytes = readFileSync(file);
const font = opentype.parse(
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
);

export function measure(fontSize: number): (text: string) => number {
  // The bold cut, in which a ringed city's name is set, is the wider one.
  return (text) => font.getAdvanceWidth(text, fontSize);
}
