// The analysis as one picture to send to others: the curve, and how it went for every player.

import textFont from '@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2?url';
import titleFont from '@fontsource/jost/files/jost-latin-600-normal.woff2?url';
import { SHAPES, type Livery } from '../colours.ts';
import { percent, signedPercent, t } from '../i18n/index.ts';
import { PARTS, piecesOf, reachOf, type Part } from './balance.ts';
import { lineOf, spotsOf, yOf, type Field } from './curve.ts';
import { SIGNS, type Report } from './report.ts';

export const SIZE = { width: 1200, height: 630 } as const;

/** Colours and letters as they are on the page now. */
export interface Paint {
  colour: (name: string) => string;
  fonts: string;
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0) ?? 32};`);

const FILLS: Record<Part, string> = {
  luck: 'c-yellow',
  own: 'good',
  others: 'c-blue',
  residual: 'line-strong',
};

/** The picture as SVG: it needs nothing from elsewhere. */
export function drawn(
  report: Report,
  title: string,
  players: readonly { name: string; livery: Livery }[],
  { colour, fonts }: Paint,
): string {
  const { width, height } = SIZE;
  const rows = report.by_seat.length;
  const top = 92;
  const below = 150 + rows * 46;
  const field: Field = {
    width: width - 96,
    height: height - top - below + 40,
    left: 8,
    right: 8,
    top: 14,
    bottom: 14,
    last: report.curve.at(-1)?.step ?? 0,
  };
  const reach = reachOf(report.by_seat);
  const bar = { x: 420, width: 470 };
  const text = (
    x: number,
    y: number,
    words: string,
    how: { size: number; anchor?: string; fill?: string; title?: boolean },
  ): string =>
    `<text x="${x}" y="${y}" font-size="${how.size}" text-anchor="${how.anchor ?? 'start'}" ` +
    `font-family="${how.title ? 'Title' : 'Plain'}, sans-serif" fill="${colour(how.fill ?? 'ink')}">` +
    `${escaped(words)}</text>`;
  const mark = (x: number, y: number, livery: Livery): string =>
    `<g transform="translate(${x},${y})"><rect x="-13" y="-13" width="26" height="26" rx="6" ` +
    `fill="${colour(`p-${livery}`)}" stroke="${colour('line-strong')}"/>` +
    `<path d="${SHAPES[livery]}" transform="scale(.85)" fill="${colour(`on-p-${livery}`)}"/></g>`;

  const lines = players.map(({ livery }, seat) => {
    const points = lineOf(field, report.curve, seat);
    const line = (stroke: string, broad: number): string =>
      `<polyline points="${points}" fill="none" stroke="${stroke}" stroke-width="${broad}" ` +
      `stroke-linejoin="round"/>`;
    return line(colour('train-edge'), 5) + line(colour(`p-${livery}`), 3.4);
  });
  const spots = spotsOf(field, report.curve, report.decisions, null)
    .filter((spot) => spot.mark !== 'inaccuracy')
    .map(
      (spot) =>
        `<g transform="translate(${spot.x},${spot.y})"><circle r="11" ` +
        `fill="${colour(spot.mark === 'blunder' ? 'bad' : 'accent')}" ` +
        `stroke="${colour('paper-raised')}" stroke-width="2"/>` +
        text(0, 5, SIGNS[spot.mark], {
          size: 14,
          anchor: 'middle',
          fill: 'paper-raised',
          title: true,
        }) +
        `</g>`,
    );
  const grid = [0, 0.5, 1].map((share) => {
    const y = yOf(field, share);
    return `<line x1="8" x2="${field.width - 8}" y1="${y}" y2="${y}" stroke="${colour('line')}"/>`;
  });
  const first = height - rows * 46 - 18;
  const seats = report.by_seat.map((seat, i) => {
    const y = first + i * 46;
    const player = players[i];
    if (!player) return '';
    const pieces = piecesOf(seat, reach).map(
      (piece) =>
        `<rect x="${bar.x + piece.from * bar.width}" y="${y - 13}" ` +
        `width="${piece.size * bar.width}" height="26" fill="${colour(FILLS[piece.part])}"/>`,
    );
    const rating =
      seat.rating === null ? '–' : String(Math.round(seat.rating * 10) / 10).replace('-', '−');
    return (
      mark(61, y, player.livery) +
      text(86, y + 7, player.name.slice(0, 22), { size: 22, title: true }) +
      text(398, y + 7, percent(seat.result), { size: 20, anchor: 'end' }) +
      `<rect x="${bar.x}" y="${y - 13}" width="${bar.width}" height="26" fill="${colour('paper-sunk')}"/>` +
      pieces.join('') +
      `<rect x="${bar.x + bar.width / 2 - 1}" y="${y - 16}" width="2" height="32" fill="${colour('ink')}"/>` +
      text(990, y + 7, signedPercent(seat.luck), { size: 20, anchor: 'end' }) +
      text(1150, y + 7, rating, { size: 20, anchor: 'end' })
    );
  });
  let at = bar.x;
  const key = PARTS.map((part) => {
    const name = t(`review.part.${part}`);
    const made =
      `<rect x="${at}" y="${first - 58}" width="14" height="14" fill="${colour(FILLS[part])}"/>` +
      text(at + 20, first - 46, name, { size: 16, fill: 'ink-soft' });
    at += 44 + name.length * 8.2;
    return made;
  });
  const soft = { size: 16, anchor: 'end', fill: 'ink-soft' };
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">` +
    `<style>${fonts}</style><rect width="${width}" height="${height}" fill="${colour('paper')}"/>` +
    text(48, 62, title, { size: 34, title: true }) +
    text(1152, 60, 'Branchline', { size: 24, anchor: 'end', fill: 'accent', title: true }) +
    `<g transform="translate(48,${top})"><rect width="${field.width}" height="${field.height}" rx="8" ` +
    `fill="${colour('paper-raised')}" stroke="${colour('line')}"/>` +
    [...grid, ...lines, ...spots].join('') +
    `</g>` +
    text(398, first - 26, t('analysis.column.result'), soft) +
    text(990, first - 26, t('review.part.luck'), soft) +
    text(1150, first - 26, t('review.rating'), soft) +
    [...key, ...seats].join('') +
    `</svg>`
  );
}

/** The colours of the theme that is shown, worked out by the browser. */
function coloursNow(): { colour: Paint['colour']; done: () => void } {
  const probe = document.body.appendChild(document.createElement('span'));
  return {
    colour: (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    },
    done: () => probe.remove(),
  };
}

async function embedded(family: string, address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return `@font-face{font-family:${family};src:url(data:font/woff2;base64,${btoa(text)})}`;
}

/** The picture in the colours and letters of the page. */
export async function picture(
  report: Report,
  title: string,
  players: readonly { name: string; livery: Livery }[],
): Promise<string> {
  const fonts = await Promise.all([embedded('Title', titleFont), embedded('Plain', textFont)]);
  const { colour, done } = coloursNow();
  try {
    return drawn(report, title, players, { colour, fonts: fonts.join('') });
  } finally {
    done();
  }
}

/** The same as PNG, for places that take no SVG. */
export async function asPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [SIZE.width * 2, SIZE.height * 2];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no picture'))), 'image/png'),
  );
}
