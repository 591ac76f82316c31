import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SeatState, TableState } from '../types/protocol.ts';
import { Lobby } from './lobby.svelte.ts';

function table(seq: number, colour: string): TableState {
  return { seq, seats: [{ seat: 0, colour } as SeatState] } as TableState;
}

describe('colours in the lobby', () => {
  let lobby: Lobby;
  /** The colours that were sent, and how to answer each. */
  let sent: { colour: string; answer: (status: number, said: unknown) => void }[];

  beforeEach(() => {
    lobby = new Lobby('one');
    lobby.table = table(1, 'red');
    sent = [];
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      const { colour } = JSON.parse(body) as { colour: string };
      return new Promise<Response>((done) => {
        const answer = (status: number, said: unknown): void =>
          done(new Response(JSON.stringify(said), { status }));
        sent.push({ colour, answer });
      });
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const colours = (): string[] => sent.map(({ colour }) => colour);

  it('shows at once what is picked, and sends the last of several when the first is there', async () => {
    const first = lobby.setColour(0, 'green');
    await lobby.setColour(0, 'yellow');
    await lobby.setColour(0, 'black');
    expect(colours()).toEqual(['green']);
    sent[0]?.answer(200, table(2, 'green'));
    await vi.waitFor(() => expect(colours()).toEqual(['green', 'black']));
    expect(lobby.picked).toEqual({ 0: 'black' });
    sent[1]?.answer(200, table(3, 'black'));
    await first;
    expect(lobby.picked).toEqual({});
    expect(lobby.table?.seats[0]?.colour).toBe('black');
  });

  it('tries the next when somebody else was quicker, and tells it of the last', async () => {
    const taken = { problem: { code: 'taken', text: 'taken', said: null, reasons: [] } };
    const first = lobby.setColour(0, 'green');
    void lobby.setColour(0, 'yellow');
    sent[0]?.answer(403, taken);
    await vi.waitFor(() => expect(colours()).toEqual(['green', 'yellow']));
    sent[1]?.answer(403, taken);
    await expect(first).rejects.toThrow('taken');
    expect(lobby.picked).toEqual({});
    expect(lobby.table?.seats[0]?.colour).toBe('red');
  });

  it('keeps a newer table when an older answer comes late', async () => {
    const picked = lobby.setColour(0, 'green');
    lobby.table = table(3, 'white');
    sent[0]?.answer(200, table(2, 'green'));
    await picked;
    expect(lobby.table.seq).toBe(3);
  });
});
