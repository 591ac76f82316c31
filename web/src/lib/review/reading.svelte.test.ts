import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useLanguage } from '../i18n/index.ts';
import { decision, news } from '../testing/report.ts';
import type { AnalysisState } from '../types/protocol.ts';
import { Reading } from './reading.svelte.ts';

const fetched = vi.fn<(path: string, how: { method: string }) => Promise<unknown>>();

function state(more: Partial<AnalysisState>): AnalysisState {
  return {
    id: null,
    state: 'working',
    place: null,
    again: 1,
    progress: 0,
    problem: null,
    first: 0,
    report: null,
    ...more,
  };
}
function answers(...all: AnalysisState[]): void {
  for (const one of all)
    fetched.mockResolvedValueOnce({ ok: true, json: () => Promise.resolve(one) });
}

beforeEach(async () => {
  await useLanguage('en');
  vi.useFakeTimers();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => vi.useRealTimers());

test('what nobody has asked for is begun, and what is new comes in until it is done', async () => {
  answers(
    state({ state: 'none', again: null }),
    state({ state: 'waiting', place: 2, again: 2 }),
    state({ report: news({ worlds: 32 }), progress: 0.1 }),
    state({
      state: 'done',
      again: null,
      first: 0,
      report: news({ curve: null, chances: null, decisions: [decision(0, 0)] }),
    }),
  );
  const reading = new Reading({ kind: 'table', id: 'abc' });
  await reading.open();
  expect(fetched.mock.calls.map(([path, { method }]) => [method, path])).toEqual([
    ['GET', '/api/tables/abc/analysis?decisions=0'],
    ['POST', '/api/tables/abc/analysis'],
  ]);
  expect(reading.state?.place).toBe(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(reading.report?.curve).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(1000);
  expect(fetched.mock.calls.at(-1)?.[0]).toBe('/api/tables/abc/analysis?decisions=0&worlds=32');
  expect(reading.report?.decisions).toHaveLength(1);
  expect(reading.report?.curve).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('a server that cannot be reached is asked again, and one that says no is not', async () => {
  answers(state({}));
  fetched.mockRejectedValueOnce(new TypeError('offline'));
  answers(state({ state: 'failed', again: null, problem: null }));
  const reading = new Reading({ kind: 'record', id: 'r' });
  await reading.open();
  await vi.advanceTimersByTimeAsync(1000);
  expect(reading.problem).not.toBe('');
  await vi.advanceTimersByTimeAsync(5000);
  expect(reading.problem).toBe('');
  expect(reading.state?.state).toBe('failed');

  const problem = { code: 'unknown', text: 'there is no such analysis', reasons: [] };
  fetched.mockResolvedValueOnce({ ok: false, json: () => Promise.resolve({ problem }) });
  const other = new Reading({ kind: 'record', id: 'nothing' });
  await other.open();
  expect(other.problem).toBe('There is no such analysis.');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('who leaves asks no more', async () => {
  answers(state({}));
  const reading = new Reading({ kind: 'record', id: 'r' });
  await reading.open();
  reading.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
});
