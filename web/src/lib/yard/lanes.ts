// On which siding of a yard each row stands. A row keeps its siding while it is there, whatever
// comes and goes beside it.

/** The sidings of a yard lie one below the other; more rows stand behind the first. */
export const LANES = 3;

export class Lanes {
  private readonly kept = new Map<number, Map<string, number>>();

  /** The sidings of a seat's rows, by colour. */
  of(seat: number, rows: readonly string[]): ReadonlyMap<string, number> {
    const before = this.kept.get(seat);
    const now = new Map(
      rows.flatMap((row) => {
        const lane = before?.get(row);
        return lane === undefined ? [] : [[row, lane] as const];
      }),
    );
    for (const row of rows) {
      if (now.has(row)) continue;
      const taken = new Set(now.values());
      let lane = 0;
      while (taken.has(lane)) lane++;
      now.set(row, lane);
    }
    this.kept.set(seat, now);
    return now;
  }
}
