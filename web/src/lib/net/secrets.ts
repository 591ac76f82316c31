// The secrets that prove which seats are ours, kept in this browser.

const KEY = 'branchline.secrets';
const INVITES = 'branchline.invites';

type Kept = Record<string, string>;

/** What a browser that keeps nothing still knows until the page is closed. */
const known: Record<string, Kept> = {};

function read(key: string): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return { ...known[key], ...(kept && typeof kept === 'object' ? (kept as Kept) : {}) };
  } catch {
    return known[key] ?? {};
  }
}

function write(key: string, kept: Kept): void {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    known[key] = kept;
  }
}

/** A new secret: 32 random bytes in base64url. */
export function makeSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Whether what follows `#` can be an invite, and is not the name of a place on the page. */
export function isInvite(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}

export function isSecret(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** The secret with which we sit at a table, or null. */
export function secretOf(table: string): string | null {
  return read(KEY)[table] ?? null;
}

export function keepSecret(table: string, secret: string): void {
  write(KEY, { ...read(KEY), [table]: secret });
}

export function forgetSecret(table: string): void {
  const { [table]: _, ...rest } = read(KEY);
  write(KEY, rest);
}

/** All secrets, for the list of one's own tables. */
export function allSecrets(): string[] {
  return [...new Set(Object.values(read(KEY)))];
}

/** The invite of a table that was opened by a link, so that it outlives a reload. */
export function inviteOf(table: string): string | null {
  return read(INVITES)[table] ?? null;
}

export function keepInvite(table: string, invite: string): void {
  write(INVITES, { ...read(INVITES), [table]: invite });
}

/** A rematch knows everybody as the table before it did: by secret, or by invite. */
export function followTo(rematch: string, from: string): void {
  const [secret, invite] = [secretOf(from), inviteOf(from)];
  if (secret && !secretOf(rematch)) keepSecret(rematch, secret);
  if (invite && !inviteOf(rematch)) keepInvite(rematch, invite);
}
