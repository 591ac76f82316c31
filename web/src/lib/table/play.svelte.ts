// The decision under way: what has been chosen so far, what still has to be asked, and the action
// that comes of it. All of it is found in the server's list of legal actions.

import { CARDS, type CardType } from '../colours.ts';
import { saying } from '../i18n/index.ts';
import type { Advice, LegalAction, Move, Reason } from '../types/protocol.ts';
import { settings } from '../settings/settings.svelte.ts';
import { Laying } from '../yard/laying.svelte.ts';
import type { TableStore } from './table.svelte.ts';
import { waysOf } from './ways.ts';

type MoveOf<D extends LegalAction['move']['do']> = Extract<LegalAction['move'], { do: D }>;
export type Claim = LegalAction & { move: MoveOf<'claim'> };
export type Build = LegalAction & { move: MoveOf<'build'> };
export type Mark = LegalAction & { move: MoveOf<'mark'> };
export type Keep = LegalAction & { move: MoveOf<'keep'> };

/** An action that only names a city. */
type OfCity = LegalAction & { move: Exclude<Extract<Move, { city: string }>, { colour: string }> };
const isOfCity = (a: LegalAction): a is OfCity => 'city' in a.move && !('colour' in a.move);

export type Question =
  /** Tracks side by side, and the pointer or a finger left open which one. */
  | { ask: 'track'; tracks: string[] }
  | { ask: 'claim'; track: string; colour: CardType | null; locomotives: number | null }
  | { ask: 'build'; track: string; colour: CardType | null }
  | { ask: 'mark'; city: string; colour: CardType | null; locomotives: number | null }
  | { ask: 'tickets' }
  | { ask: 'sure'; action: OfCity };

export interface Refusal {
  reason: Reason;
  about: string | null;
}

function byTrack<A extends Claim | Build>(actions: readonly A[]): Map<string, A[]> {
  const found = new Map<string, A[]>();
  for (const action of actions) {
    const same = found.get(action.move.track);
    if (same) same.push(action);
    else found.set(action.move.track, [action]);
  }
  return found;
}

export class Play {
  readonly store: TableStore;
  question = $state.raw<Question | null>(null);
  /** The pile clicked: only what it pays for stays lit. */
  pile = $state<CardType | null>(null);
  /** The Card Game: what is taken up from the hand. */
  readonly laying = new Laying(this);
  /** Tickets ticked in an offer. */
  ticked = $state.raw<ReadonlySet<string>>(new Set());
  /** Why the last thing tried is not possible. */
  refusal = $state.raw<Refusal | null>(null);
  /** What a bot would do and why, as long as that is what is to be decided. */
  advice = $state.raw<Advice | null>(null);
  /** Sorted once for each position: every track of the board asks for its own. */
  private readonly claimsOf = $derived.by(() => byTrack<Claim>(this.of('claim')));
  private readonly buildsOf = $derived.by(() => byTrack<Build>(this.of('build')));
  /** The own open tickets that each track is on the way of. */
  readonly ways = $derived.by(() => waysOf(this.store));
  /** Draw once more from the deck as soon as the first card is there. */
  private again = false;

  constructor(store: TableStore) {
    this.store = store;
    store.onRefusal((problem) => {
      this.again = false;
      this.refuse({ flags: problem.reasons, text: saying(problem.said) ?? problem.text }, null);
    });
  }

  of<D extends LegalAction['move']['do']>(what: D): (LegalAction & { move: MoveOf<D> })[] {
    return this.store.actions.filter(
      (a): a is LegalAction & { move: MoveOf<D> } => a.move.do === what,
    );
  }

  /** The position changed: what was half chosen is no longer asked. */
  forget(): void {
    this.question = null;
    this.pile = null;
    this.refusal = null;
    this.advice = null;
    this.laying.clear();
    const offer = this.store.view?.offer ?? [];
    const least = this.store.view?.keep_at_least ?? 0;
    this.ticked = new Set(offer.length && least === offer.length ? offer : []);
    if (this.again) {
      this.again = false;
      if (this.store.view?.phase === 'second card') this.draw('deck');
    }
  }

  /** Of refusal and advice one is told at a time, the newer. */
  refuse(reason: Reason, about: string | null): void {
    this.advice = null;
    this.refusal = { reason, about };
  }

  advise(advice: Advice): void {
    this.refusal = null;
    this.advice = advice;
  }

  /** The move that is advised: it is marked where one makes it. */
  get advised(): Move | null {
    return this.advice?.action?.move ?? this.store.shown;
  }

  /** Esc: one step back; true if there was something to go back from. */
  back(): boolean {
    if (this.refusal) this.refusal = null;
    else if (this.question?.ask === 'claim' && this.question.colour !== null && this.asksColour)
      this.question = { ...this.question, colour: null, locomotives: null };
    else if (this.question?.ask === 'build' && this.question.colour !== null)
      this.question = { ...this.question, colour: null };
    else if (this.question) this.question = null;
    else if (this.pile) this.pile = null;
    else if (this.laying.any) this.laying.clear();
    else return false;
    return true;
  }

  private async act(action: LegalAction): Promise<void> {
    this.question = null;
    this.refusal = null;
    await this.store.act(action);
  }

  private needsConfirm(touch: boolean): boolean {
    return settings.confirms(touch ? 'touch' : 'mouse');
  }

  // Drawing

  draw(from: 'deck' | number): void {
    const action = this.of('draw').find((a) => a.move.from === from);
    if (action) void this.act(action);
    else void this.explain((r) => (from === 'deck' ? r.deck : (r.places[from] ?? null)), null);
  }

  /** Two cards from the deck in one gesture. */
  drawTwo(): void {
    this.again = this.store.view?.phase === 'turn';
    this.draw('deck');
  }

  askTickets(): void {
    if (this.of('tickets').length) this.question = { ask: 'tickets' };
    else void this.explain((r) => r.tickets, null);
  }

  takeTickets(): void {
    const action = this.of('tickets')[0];
    if (action) void this.act(action);
  }

  // Choosing among offered tickets

  tick(ticket: string): void {
    const ticked = new Set(this.ticked);
    if (!ticked.delete(ticket)) ticked.add(ticket);
    this.ticked = ticked;
  }

  /** The action that keeps exactly the ticked tickets. */
  get keep(): Keep | null {
    const { ticked } = this;
    return (
      this.of('keep').find(
        (a) => a.move.tickets.length === ticked.size && a.move.tickets.every((x) => ticked.has(x)),
      ) ?? null
    );
  }

  keepTicked(): void {
    if (this.keep) void this.act(this.keep);
  }

  // Claiming

  claims(track: string): Claim[] {
    return this.claimsOf.get(track) ?? [];
  }

  /** Tracks that can be claimed, with the chosen pile if there is one. */
  get claimable(): Set<string> {
    const { pile } = this;
    const fits = (c: Claim): boolean =>
      pile === null || c.move.colour === pile || (pile === 'locomotive' && c.move.locomotives > 0);
    return new Set(
      this.of('claim')
        .filter(fits)
        .map((c) => c.move.track),
    );
  }

  /** The colours a track can be paid in; locomotives alone count only where nothing else pays. */
  coloursOf(claims: (Claim | Mark)[]): CardType[] {
    const found = new Set(claims.map((c) => c.move.colour));
    const colours = CARDS.filter((c) => found.has(c) && c !== 'locomotive');
    return colours.length ? colours : CARDS.filter((c) => found.has(c));
  }

  /** Claims that pay in a colour, fewest locomotives first; those of locomotives alone at the end. */
  waysOf(claims: (Claim | Mark)[], colour: CardType): (Claim | Mark)[] {
    const ways = claims.filter((c) => c.move.colour === colour);
    const rest = claims.filter((c) => c.move.colour === 'locomotive' && colour !== 'locomotive');
    return [...ways, ...rest].sort((a, b) => a.move.locomotives - b.move.locomotives);
  }

  private get asksColour(): boolean {
    const q = this.question;
    if (q?.ask === 'claim') return this.coloursOf(this.claims(q.track)).length > 1;
    if (q?.ask === 'mark') return this.coloursOf(this.marks(q.city)).length > 1;
    return false;
  }

  /** Of tracks side by side one for each colour: which of two alike is claimed is no question. */
  private different(tracks: string[]): string[] {
    const { board, view } = this.store;
    const colour = (id: string): string =>
      view?.built[id] ?? board?.tracks.find((x) => x.id === id)?.colour ?? '';
    return tracks.filter((id, i) => tracks.findIndex((x) => colour(x) === colour(id)) === i);
  }

  /**
   * A track was clicked or touched on the board; `between` are those side by side if a click left
   * open which is meant. A finger always does.
   */
  track(id: string, touch = false, between: string[] = []): void {
    const sisters = this.store.board?.tracks.find((x) => x.id === id)?.sisters ?? [];
    const meant = [id, ...(touch ? sisters : between.filter((s) => s !== id))];
    const open = this.different(meant.filter((s) => this.claimable.has(s)));
    const isPlain = this.builds(id).length > 0 || this.question?.ask === 'track';
    if (isPlain || open.length <= (this.claims(id).length ? 1 : 0)) {
      this.only(id, touch);
      return;
    }
    this.refusal = null;
    this.question = { ask: 'track', tracks: open };
  }

  /** A track was chosen, and no other can be meant: from a list, or as an answer. */
  only(id: string, touch = false): void {
    this.refusal = null;
    if (this.builds(id).length) {
      this.question = { ask: 'build', track: id, colour: null };
      return;
    }
    const claims = this.claims(id);
    if (!claims.length) {
      void this.explain((r) => r.builds[id] ?? r.claims[id] ?? null, id);
      return;
    }
    const colours = this.coloursOf(claims);
    const colour =
      this.pile && colours.includes(this.pile)
        ? this.pile
        : colours.length === 1
          ? (colours[0] ?? null)
          : null;
    this.question = { ask: 'claim', track: id, colour, locomotives: null };
    if (
      colour !== null &&
      this.pile !== 'locomotive' &&
      !this.givesAway(id) &&
      !this.needsConfirm(touch)
    )
      this.confirm();
  }

  /** A colour was chosen for the claim, build or marker under way. */
  colour(colour: CardType, touch = false): void {
    const q = this.question;
    if (!q || !('colour' in q)) return;
    this.question = { ...q, colour };
    if (
      q.ask === 'build'
        ? !this.cutsSomething(q.track)
        : q.ask === 'mark' || !this.givesAway(q.track)
    )
      if (!this.needsConfirm(touch)) this.confirm();
  }

  /** How many locomotives, where there is a choice. */
  locomotives(n: number): void {
    const q = this.question;
    if (q?.ask === 'claim' || q?.ask === 'mark') this.question = { ...q, locomotives: n };
  }

  /** The claim or marker as chosen so far; null while a colour is missing. */
  get chosen(): Claim | Mark | Build | null {
    const q = this.question;
    if (q?.ask === 'build') {
      return this.builds(q.track).find((b) => b.move.colour === q.colour) ?? null;
    }
    if (q?.ask !== 'claim' && q?.ask !== 'mark') return null;
    if (q.colour === null) return null;
    const ways = this.waysOf(
      q.ask === 'claim' ? this.claims(q.track) : this.marks(q.city),
      q.colour,
    );
    const fewest = this.pile === 'locomotive' ? ways.at(-1) : ways[0];
    return ways.find((w) => w.move.locomotives === q.locomotives) ?? fewest ?? null;
  }

  /** How many locomotives the payment under way may have. */
  get locomotiveChoices(): number[] {
    const q = this.question;
    if ((q?.ask !== 'claim' && q?.ask !== 'mark') || q.colour === null) return [];
    const ways = this.waysOf(
      q.ask === 'claim' ? this.claims(q.track) : this.marks(q.city),
      q.colour,
    );
    return [...new Set(ways.map((w) => w.move.locomotives))];
  }

  confirm(): void {
    const q = this.question;
    if (q?.ask === 'sure') void this.act(q.action);
    else if (q?.ask === 'tickets') this.takeTickets();
    else if (this.chosen) void this.act(this.chosen);
  }

  pickPile(card: CardType): void {
    if (this.store.board?.mechanics.includes('rail_yard')) {
      this.laying.pick(card);
      return;
    }
    this.pile = this.pile === card ? null : card;
    this.refusal = null;
  }

  // Laying pieces

  builds(track: string): Build[] {
    return this.buildsOf.get(track) ?? [];
  }

  private cutsSomething(track: string): boolean {
    return (this.store.position?.previews?.builds[track]?.cuts.length ?? 0) > 0;
  }

  // Cities

  /** True if a claim brings points to somebody else: that is said before it is made. */
  private givesAway(track: string): boolean {
    const scores = this.store.position?.previews?.claims[track]?.scores ?? [];
    return scores.some((score) => score.seat !== this.store.seat);
  }

  marks(city: string): Mark[] {
    return this.of('mark').filter((a) => a.move.city === city);
  }

  /** Cities that can be chosen now. */
  get cities(): Set<string> {
    return new Set([
      ...this.of('mark').map((a) => a.move.city),
      ...this.store.actions.filter(isOfCity).map((a) => a.move.city),
    ]);
  }

  city(id: string, touch = false): void {
    this.refusal = null;
    const marks = this.marks(id);
    if (marks.length) {
      const colours = this.coloursOf(marks);
      this.question = {
        ask: 'mark',
        city: id,
        colour: colours.length === 1 ? (colours[0] ?? null) : null,
        locomotives: null,
      };
      return;
    }
    const action = this.store.actions.filter(isOfCity).find((a) => a.move.city === id);
    if (!action) return;
    // A starting city decides the whole game: it is asked about with every setting.
    if (action.move.do === 'settle' || this.needsConfirm(touch))
      this.question = { ask: 'sure', action };
    else void this.act(action);
  }

  /** Do a plain action: pass, stop, no marker, done, complete. */
  plain(what: 'pass' | 'stop' | 'no marker' | 'done' | 'complete best'): void {
    const action = this.of(what)[0];
    if (action) void this.act(action);
  }

  /** Leave it at that: stop drawing, no marker, done, pass; whichever there is. */
  rest(): void {
    for (const what of ['stop', 'no marker', 'done', 'pass'] as const)
      if (this.of(what).length) {
        this.plain(what);
        return;
      }
  }

  do(action: LegalAction): void {
    void this.act(action);
  }

  /** Tell why a colour cannot be laid now. */
  explainLay(colour: CardType): void {
    void this.explain((r) => r.lays[colour], null);
  }

  /** Tell why something cannot be done now. */
  private async explain(
    find: (
      reasons: NonNullable<TableStore['viewer']>['reasons'] & object,
    ) => Reason | null | undefined,
    about: string | null,
  ): Promise<void> {
    const reasons = await this.store.needReasons();
    const reason = reasons && find(reasons);
    if (reason) this.refuse(reason, about);
  }
}
