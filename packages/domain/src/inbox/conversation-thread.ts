import type { Message, MessageKind, ScanState } from './conversation.ts';
import { t } from './messages/messages.gen.ts';

/** Merges messages, oldest first; for equal numbers the later one wins. */
export function mergeMessages(now: readonly Message[], found: readonly Message[]): Message[] {
  const all = new Map([...now, ...found].map((one) => [one.number, one]));
  return [...all.values()].sort((one, other) => one.number - other.number);
}

/** Marks messages of one kind up to a number as read, keeping earlier read times. */
export const markReadUpTo = (
  messages: readonly Message[],
  kind: MessageKind,
  upTo: number,
  at: string,
): Message[] =>
  messages.map((one) => (one.kind === kind && one.number <= upTo && !one.read ? { ...one, read: at } : one));

/** Returns whether messages are missing between `newestKnown` and `found`. */
export const hasGap = (found: readonly Message[], newestKnown: number): boolean =>
  found.length > 0 && Math.min(...found.map(({ number }) => number)) > newestKnown + 1;

/** Returns why a file can't be opened, shown after its name. */
export const withheldReason = (scan: ScanState): string =>
  scan === 'infected' ? t('scan.infected') : t('scan.pending');
