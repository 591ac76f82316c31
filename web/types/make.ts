// Writes src/lib/types/protocol.ts from the server's own description of its messages, which
// `branchline schema` prints: `branchline schema | node types/make.ts`, or with --check only tells
// whether the file is up to date.

import { readFileSync, writeFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

interface Printed {
  openapi: { components: { schemas: Record<string, JSONSchema> } };
  client: JSONSchema;
  server: JSONSchema;
}

/** The name of a type; a model may be described twice, as it is sent and as it is read. */
const nameOf = (found: string): string =>
  (found.split('/').at(-1) ?? '').replace(/-(In|Out)put$/, '');

/** A schema without the titles of its fields, which would each become a type, and whose references
 * all point to one place. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const found: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    if (name === '$ref') found[name] = `#/$defs/${nameOf(String(part))}`;
    else if (name === 'prefixItems')
      Object.assign(found, { items: plain(part), additionalItems: false });
    else if (name === 'propertyNames') found['tsType'] = countsBy(part as JSONSchema);
    else if (name !== '$defs' && !(name === 'title' && typeof part === 'string'))
      found[name] = plain(part);
  }
  return found;
}

/** Numbers by names of a type of ours: to the generator all names would be strings. */
const countsBy = (names: JSONSchema): string =>
  `Partial<Record<${nameOf(names.$ref ?? '')}, number>>`;

const printed = (await json(process.stdin)) as Printed;
const all = new Map<string, unknown>();
for (const [name, schema] of [
  ...Object.entries(printed.server.$defs ?? {}),
  ...Object.entries(printed.client.$defs ?? {}),
  ...Object.entries(printed.openapi.components.schemas).filter(([n]) => !n.endsWith('-Input')),
  ...Object.entries(printed.openapi.components.schemas),
  ['ServerMessage', printed.server] as const,
  ['ClientMessage', printed.client] as const,
])
  if (!all.has(nameOf(name))) all.set(nameOf(name), plain(schema));

const sorted = [...all].sort(([a], [b]) => a.localeCompare(b));
const whole = { type: 'object', $defs: Object.fromEntries(sorted) } as JSONSchema;
const made = await compile(whole, 'Protocol', {
  additionalProperties: false,
  bannerComment: "// Made by `npm run types` from the server's schema; do not edit.",
  ignoreMinAndMaxItems: true,
  style: { singleQuote: true, printWidth: 100 },
  unreachableDefinitions: true,
});
const text = made
  .replace(/export interface Protocol \{\}\n/, '')
  .replace(/( \*\n)? \* This interface was referenced by .*\n \* via the .*\n/g, '')
  .replace(/\/\*\*\n \*\/\n/g, '');
const file = new URL('../src/lib/types/protocol.ts', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/lib/types/protocol.ts is not of this schema: run `npm run types`');
  process.exitCode = 1;
}
