// The address of a moment: /replay/ID#STEP, with whose eyes, whether with the analysis, and a private
// table's invite if need be: #12, #12.open, #12.seat2, #12.open.analysis, #12.open.i0f3….

export type Eyes = number | 'open' | 'watcher';

export interface Moment {
  step: number | null;
  eyes: Eyes | null;
  analysis: boolean;
  invite: string | null;
}

export function readMoment(hash: string): Moment {
  const moment: Moment = { step: null, eyes: null, analysis: false, invite: null };
  for (const part of hash.split('.')) {
    if (/^\d{1,6}$/.test(part)) moment.step = Number(part);
    else if (part === 'open' || part === 'watcher') moment.eyes = part;
    else if (/^seat[1-6]$/.test(part)) moment.eyes = Number(part.slice(4)) - 1;
    else if (part === 'analysis') moment.analysis = true;
    else if (/^i[\w-]{4,64}$/.test(part)) moment.invite = part.slice(1);
  }
  return moment;
}

export function writeMoment(moment: Moment): string {
  const parts: string[] = [String(moment.step ?? 0)];
  if (moment.eyes !== null)
    parts.push(typeof moment.eyes === 'number' ? `seat${moment.eyes + 1}` : moment.eyes);
  if (moment.analysis) parts.push('analysis');
  if (moment.invite) parts.push(`i${moment.invite}`);
  return parts.join('.');
}
