// Writes src/lib/types/protocol.ts from the server's own description of its messages, which
// `branchline schema` prints: `branchline schema | node types/make.ts`, or with --check only tells
// whether the file is up to date. Understands the part of JSON Schema the server uses, and stops at
// anything else.

import { readFileSync, writeFileSync } from 'node:fs';

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  const?: unknown;
  enum?: unknown[];
  type?: string;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  prefixItems?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  description?: string;
}

const nameOf = (ref: string): string => (ref.split('/').at(-1) ?? '').replace(/-(In|Out)put$/, '');

function typeOf(schema: Schema, told: boolean): string {
  if (schema.$ref) return nameOf(schema.$ref);
  if ('const' in schema) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum) return schema.enum.map((v) => JSON.stringify(v).replaceAll('"', "'")).join(' | ');
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) return [...new Set(options.map((o) => typeOf(o, told)))].join(' | ');
  switch (schema.type) {
    case 'string':
      return 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'null':
      return 'null';
    case 'array':
      if (schema.prefixItems)
        return `[${schema.prefixItems.map((i) => typeOf(i, told)).join(', ')}]`;
      return listOf(schema.items ? typeOf(schema.items, told) : 'unknown');
    case 'object':
      if (schema.properties) return objectOf(schema, told);
      if (typeof schema.additionalProperties === 'object')
        return `Record<string, ${typeOf(schema.additionalProperties, told)}>`;
      return 'Record<string, unknown>';
    case undefined:
      return 'unknown';
    default:
      throw new Error(`a kind of schema nobody knows: ${JSON.stringify(schema)}`);
  }
}

function listOf(item: string): string {
  return item.includes(' ') ? `(${item})[]` : `${item}[]`;
}

function objectOf(schema: Schema, told: boolean): string {
  const required = new Set(schema.required);
  const lines = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
    const optional = required.has(name) ? '' : '?';
    const unset = optional && !told ? ' | undefined' : '';
    return `  ${key}${optional}: ${typeOf(field, told)}${unset};`;
  });
  return `{\n${lines.join('\n')}\n}`;
}

const found = new Map<string, string>();

function take(name: string, schema: Schema, told: boolean): void {
  if (found.has(name)) return;
  const about = schema.description?.split('\n')[0];
  const type = typeOf(schema, told);
  const text = type.startsWith('{')
    ? `export interface ${name} ${type}`
    : `export type ${name} = ${type};`;
  found.set(name, about ? `/** ${about} */\n${text}` : text);
}

interface Printed {
  openapi: { components: { schemas: Record<string, Schema> } };
  client: Schema;
  server: Schema;
}

const printed = JSON.parse(readFileSync(0, 'utf8')) as Printed;
for (const [name, schema] of Object.entries(printed.server.$defs ?? {})) take(name, schema, true);
for (const [name, schema] of Object.entries(printed.client.$defs ?? {})) take(name, schema, false);
for (const [name, schema] of Object.entries(printed.openapi.components.schemas))
  if (!name.endsWith('-Input')) take(nameOf(name), schema, true);
for (const [name, schema] of Object.entries(printed.openapi.components.schemas))
  take(nameOf(name), schema, false);
take('ServerMessage', printed.server, true);
take('ClientMessage', printed.client, false);

const types = [...found].sort(([a], [b]) => a.localeCompare(b)).map(([, type]) => type);
const text = `// Made by \`npm run types\` from the server's schema; do not edit.\n\n${types.join('\n\n')}\n`;
const file = new URL('../src/lib/types/protocol.ts', import.meta.url);
if (!process.argv.includes('--check')) writeFileSync(file, text);
else if (readFileSync(file, 'utf8') !== text) {
  console.error('src/lib/types/protocol.ts is not of this schema: run `npm run types`');
  process.exitCode = 1;
}
