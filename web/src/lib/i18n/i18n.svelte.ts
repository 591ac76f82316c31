// Words in the player's language. A language is one file, shared with the Python side; only the
// chosen one is fetched. Its texts stand in areas of the page. A text is a string with {names} to
// fill in, or, where a number decides its form, an object of forms by plural category:
//   "seats": { "one": "{n} seat", "other": "{n} seats" }

import type english from '../../../../src/branchline/text/languages/en.json';

type Areas = typeof english;
/** Every text there is: its area and its name there, so that a wrong name does not compile. */
export type Key = {
  [Area in keyof Areas & string]: `${Area}.${keyof Areas[Area] & string}`;
}[keyof Areas & string];

/** Those with forms for numbers. */
export type Counted = {
  [Area in keyof Areas & string]: {
    [Name in keyof Areas[Area] & string]: Areas[Area][Name] extends string
      ? never
      : `${Area}.${Name}`;
  }[keyof Areas[Area] & string];
}[keyof Areas & string];

type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
type Text = string | Forms;
/** The texts of one language by area. */
type Catalogue = Record<string, Record<string, Text>>;
/** What is filled in; `n` decides between the forms of a text. Numbers are written by language. */
export type Params = Record<string, string | number>;

const FALLBACK = 'en';
const files = new Map(
  Object.entries(
    import.meta.glob<{ default: Catalogue }>('../../../../src/branchline/text/languages/*.json'),
  ).map(([path, load]) => [path.split('/').at(-1)?.replace('.json', '') ?? FALLBACK, load]),
);
/** The languages there are, by their codes. */
export const LANGUAGES: readonly string[] = [...files.keys()];

let code = $state(FALLBACK);
let texts = $state.raw<Record<string, Text>>({});
let plural = $derived(new Intl.PluralRules(code));
let numbers = $derived(new Intl.NumberFormat(code));
let dates = $derived(new Intl.DateTimeFormat(code, { dateStyle: 'medium', timeStyle: 'short' }));
let clocks = $derived(new Intl.DateTimeFormat(code, { hour: '2-digit', minute: '2-digit' }));
let signs = $derived(new Intl.NumberFormat(code, { signDisplay: 'exceptZero' }));
let lists = $derived(new Intl.ListFormat(code, { type: 'conjunction' }));
let ago = $derived(new Intl.RelativeTimeFormat(code, { numeric: 'auto' }));

/** The code of the language in use. */
export function language(): string {
  return code;
}

/** The best of our languages for a browser's wishes. */
export function bestLanguage(wishes: readonly string[]): string {
  for (const wish of wishes) {
    const base = wish.toLowerCase().split('-')[0] ?? '';
    if (LANGUAGES.includes(base)) return base;
  }
  return FALLBACK;
}

/** The name of a language in that language, with a capital. */
export function languageName(of: string): string {
  const name = new Intl.DisplayNames([of], { type: 'language' }).of(of) ?? of;
  return name.charAt(0).toLocaleUpperCase(of) + name.slice(1);
}

/** Load a language and show the page in it. */
export async function useLanguage(wanted: string): Promise<void> {
  const load = files.get(wanted) ?? files.get(FALLBACK);
  if (!load) return;
  const all: Record<string, Text> = {};
  for (const [area, named] of Object.entries((await load()).default))
    for (const [name, text] of Object.entries(named)) all[`${area}.${name}`] = text;
  texts = all;
  code = wanted;
  document.documentElement.lang = wanted;
}

/** A text in the player's language. */
export function t(key: Key, params: Params = {}): string {
  return fill(texts[key], params) ?? key;
}

/** A name put together of what the server sent, as a refusal's or a game's: a text or none. */
type Made = `${keyof Areas & string}.${string}`;

function isKey(key: Made): key is Key {
  return key in texts;
}

/** The text of such a name; undefined if there is none. */
export function maybe(key: Made, params: Params = {}): string | undefined {
  return isKey(key) ? t(key, params) : undefined;
}

function fill(text: Text | undefined, params: Params): string | undefined {
  if (text === undefined) return undefined;
  const form =
    typeof text === 'string' ? text : (text[plural.select(Number(params['n'] ?? 0))] ?? text.other);
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? numbers.format(value) : value;
  });
}

/** A text by its name and what is filled in, as the server sends it. */
export interface Said {
  key: string;
  values: Record<string, unknown>;
}

/** What the server says, in the player's language; undefined if it has no text of ours. */
export function saying(said: Said | null | undefined): string | undefined {
  if (!said) return undefined;
  const params = Object.entries(said.values).map(([name, value]) => [name, filled(value)]);
  return fill(texts[said.key], Object.fromEntries(params) as Params);
}

function filled(value: unknown): string | number {
  if (Array.isArray(value)) return value.map((one) => String(filled(one))).join(', ');
  if (typeof value === 'object' && value !== null) return saying(value as Said) ?? '';
  return typeof value === 'number' ? value : String(value);
}

/** A text with a capital at its beginning. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase(code) + text.slice(1);
}

/** A text as a sentence: with a capital and a full stop. */
export function sentence(text: string): string {
  const begun = capital(text);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}

/** A number as the language writes it. */
export function number(value: number): string {
  return numbers.format(value);
}

/** A part of a whole in percent, rounded to so many digits: "54%". */
export function percent(part: number, digits = 0): string {
  return inPercent(part, digits, 'negative');
}

/** A difference of parts in percent, with its sign: "+3.2%". */
export function signedPercent(part: number, digits = 1): string {
  return inPercent(part, digits, 'exceptZero');
}

/** Of a zero that a small loss was rounded to, no sign is written. */
function inPercent(part: number, digits: number, signDisplay: 'negative' | 'exceptZero'): string {
  const form = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay };
  const written = new Intl.NumberFormat(code, { style: 'percent', ...form });
  return written.format(part).replace('-', '−');
}

/** A number with its sign: "+7". */
export function signed(value: number): string {
  return signs.format(value).replace('-', '−');
}

/** A moment (seconds since 1970) as hours and minutes. */
export function clock(seconds: number): string {
  return clocks.format(seconds * 1000);
}

/** A moment (seconds since 1970) as date and time. */
export function dateTime(seconds: number): string {
  return dates.format(seconds * 1000);
}

const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
];

/** How long ago, or in how long, a moment is from now on: "3 minutes ago". */
export function fromNow(seconds: number, now: number = Date.now() / 1000): string {
  const away = seconds - now;
  for (const [unit, size] of UNITS)
    if (Math.abs(away) >= size) return ago.format(Math.round(away / size), unit);
  return ago.format(0, 'second');
}

/** A day, written as YYYY-MM-DD: "19 November". */
export function dayOf(written: string): string {
  const form = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
  const at = Date.parse(written);
  return Number.isNaN(at) ? written : new Intl.DateTimeFormat(code, form).format(at);
}

/** Names in a row: "Ada, Ben and Cleo". */
export function list(names: readonly string[]): string {
  return lists.format(names);
}

/** A length of time: "2 minutes", "3 days". */
export function duration(seconds: number): string {
  const [unit, size] = UNITS.find(([, s]) => seconds >= s && seconds % s === 0) ?? ['second', 1];
  const form = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(code, form).format(seconds / size);
}

/** About how long a time is, in the largest unit of which there are two: "12 minutes". */
export function roughly(seconds: number): string {
  const size = UNITS.find(([, s]) => seconds >= 2 * s)?.[1] ?? 1;
  return duration(Math.round(seconds / size) * size);
}
