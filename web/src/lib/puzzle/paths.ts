// Addresses of puzzles: that of today has none of its own, so that it can be kept as a bookmark.

export function puzzlePath(game: string, day: string, today: string): string {
  return day === today ? `/puzzle/${game}` : `/puzzle/${game}/${day}`;
}
