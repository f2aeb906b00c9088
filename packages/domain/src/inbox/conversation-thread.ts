import type { Message, MessageKind, ScanState } from './conversation.ts';

/** Messages with others taken in, the oldest first; of two with the same number the later found stands. */
export function withMessages(now: readonly Message[], found: readonly Message[]): Message[] {
  const all = new Map([...now, ...found].map((one) => [one.number, one]));
  return [...all.values()].sort((one, other) => one.number - other.number);
}

/** Messages of one kind, up to a number, as read at a moment; those that were read before keep theirs. */
export const readUpTo = (
  messages: readonly Message[],
  kind: MessageKind,
  upTo: number,
  at: string,
): Message[] =>
  messages.map((one) => (one.kind === kind && one.number <= upTo && !one.read ? { ...one, read: at } : one));

/** Whether more was written than came at once: what is shown up to `newestKnown` would have a gap before `found`. */
export const leavesGap = (found: readonly Message[], newestKnown: number): boolean =>
  found.length > 0 && Math.min(...found.map(({ number }) => number)) > newestKnown + 1;

/** Why a file cannot be opened, behind its name. */
export const whyWithheld = (scan: ScanState): string =>
  scan === 'infected' ? 'removed: it carries a virus' : 'being checked for viruses';
