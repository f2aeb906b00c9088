import type { MatchReason } from '@troupe/domain/discovery/creator-search';

type Part = MatchReason['parts'][number];

/** The last `most` characters of a text, from the beginning of a word on. */
function endOf(text: string, most: number): string {
  const end = [...text].slice(-most).join('');
  const word = end.search(/\s/);
  return word < 0 ? end : end.slice(word);
}

/** The first `most` characters of a text, up to the end of a word. */
function beginningOf(text: string, most: number): string {
  const beginning = [...text].slice(0, most).join('');
  const word = beginning.search(/\s\S*$/);
  return word < 0 ? beginning : beginning.slice(0, word + 1);
}

/**
 * The parts of a text that stands on one line, shortened so that what matched is not cut off at its end: of what
 * stands before the first match about `room` characters stay, of what is between two matches twice as many.
 */
export function nearMatches(parts: readonly Part[], room: number): Part[] {
  const first = parts.findIndex(({ match }) => match);
  if (first < 0) return [...parts];
  const last = parts.findLastIndex(({ match }) => match);
  const before = parts
    .slice(0, first)
    .map(({ text }) => text)
    .join('');
  const short = [...before].length > room ? `…${endOf(before, room)}` : before;
  const rest = parts.slice(first).map((part, at) => {
    const isBetween = !part.match && first + at < last;
    if (!isBetween || [...part.text].length <= 2 * room) return part;
    return { ...part, text: `${beginningOf(part.text, room)}…${endOf(part.text, room)}` };
  });
  return short === '' ? rest : [{ text: short, match: false }, ...rest];
}
