/** A name between `{{` and `}}` in a text; `from` and `to` are offsets, the braces included. */
export interface PlaceholderSpot {
  from: number;
  to: number;
  /** The name as the list of names has it; null when it is none of them. */
  name: string | null;
}

const SPOT = /\{\{([^{}]*)\}\}/g;
const OPENED = /\{\{([^{}\n\ufffc]{0,40})$/;

const folded = (name: string) => name.replace(/\s+/g, ' ').trim().toLowerCase();

/** Every `{{name}}` of a text; blanks around a name and its case do not matter. */
export function placeholderSpots(text: string, names: readonly string[]): PlaceholderSpot[] {
  return [...text.matchAll(SPOT)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
    name: names.find((name) => folded(name) === folded(match[1] ?? '')) ?? null,
  }));
}

/** The `{{` before the caret that is not closed yet, and what was typed after it; null when there is none. */
export function openedPlaceholder(before: string): { from: number; query: string } | null {
  const match = OPENED.exec(before);
  return match ? { from: match.index, query: match[1] ?? '' } : null;
}

/** The names to offer for what was typed: those that start so first, then those that hold it. */
export function offeredPlaceholders(query: string, names: readonly string[]): string[] {
  const wanted = folded(query);
  const starts = names.filter((name) => folded(name).startsWith(wanted));
  return [...starts, ...names.filter((name) => !starts.includes(name) && folded(name).includes(wanted))];
}
