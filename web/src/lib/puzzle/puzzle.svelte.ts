// The puzzle of a day as one solves it.

import { Exercise, type Task } from '../drill/exercise.svelte.ts';
import { puzzles } from '../net/index.ts';
import { myName } from '../names.ts';
import type { Move, PuzzleAnswers, PuzzleHead, PuzzleOption, Tried } from '../types/protocol.ts';
import { after, keep, kept, nameOf, streak, type Kept } from './kept.ts';

export class Puzzle extends Exercise {
  readonly game: string;
  /** As the address names it; null for today. */
  readonly day: string | null;
  puzzle = $state.raw<PuzzleHead | null>(null);
  today = $state('');
  answers = $state.raw<PuzzleAnswers | null>(null);
  /** What was solved, with this one. */
  kept = $state.raw<Kept>(kept());
  readonly outcome = $derived.by(() =>
    this.puzzle ? (this.kept[nameOf(this.game, this.puzzle.day)] ?? null) : null,
  );
  readonly streak = $derived.by(() => (this.today ? streak(this.kept, this.game, this.today) : 0));

  constructor(game: string, day: string | null) {
    super(`puzzle-${game}`);
    this.game = game;
    this.day = day;
  }

  protected async load(): Promise<Task> {
    const found = await puzzles.open(this.game, this.day);
    this.puzzle = found.puzzle;
    this.today = found.today;
    const seats = found.table.seats.map((seat) =>
      seat.yours ? { ...seat, name: myName() } : seat,
    );
    return { found, table: { ...found.table, seats }, steps: found.steps };
  }

  /** The day that is shown: if it has become tomorrow meanwhile, it is still this puzzle. */
  get #day(): string | null {
    return this.puzzle?.day ?? this.day;
  }

  protected judge(action: number): Promise<Tried> {
    return puzzles.attempt(this.game, this.#day, action);
  }

  protected async findBest(): Promise<Move | null> {
    this.answers ??= await puzzles.answers(this.game, this.#day);
    return this.answers.options[0]?.move ?? null;
  }

  protected count(solved: boolean | null): void {
    if (!this.puzzle) return;
    this.kept = after(kept(), this.game, this.puzzle.day, this.today, solved);
    keep(this.kept);
  }

  /** Draw an answer on the table; without one the best again. */
  point(option: PuzzleOption | null): void {
    this.shown = option?.move ?? this.best;
  }
}
