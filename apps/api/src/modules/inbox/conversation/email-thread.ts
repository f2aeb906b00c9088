import type { EmailPart } from '@troupe/domain/inbox/conversation';

/** Reply and forward prefixes of email clients in various languages. */
const PREFIX =
  /^\s*(?:re|aw|antw|sv|vs|ref|rif|res|r|odp|ynt|fw|fwd|wg|tr|rv|enc|i|doorst|vb|pd)\s*(?:\[\d+\])?\s*[:：]\s*/iu;

/** Returns a subject without `Re:` and similar prefixes: emails that share it are one thread. */
export function threadSubject(subject: string): string {
  let rest = subject;
  for (let at = 0; at < 20 && PREFIX.test(rest); at++) rest = rest.replace(PREFIX, '');
  return rest.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Lines to compare at most; later ones count as quoted. */
const MAX_LINES = 20_000;

/** Normalizes a line for comparison: email clients change whitespace. */
const compared = (line: string) => line.replace(/\s+/gu, ' ').trim();

/**
 * Splits an email into written and quoted parts, in order. `visible` is the written text as found by `replyText`: its
 * lines are matched in order, everything else is quoted. Nothing is dropped.
 */
export function foldQuotes(whole: string, visible: string): EmailPart[] {
  const lines = whole.replace(/\r\n?/g, '\n').split('\n');
  const written = visible.replace(/\r\n?/g, '\n').split('\n').map(compared).filter(Boolean);
  const parts: { lines: string[]; quoted: boolean }[] = [];
  let next = 0;
  for (const [place, line] of lines.entries()) {
    const text = compared(line);
    const last = parts.at(-1);
    let quoted = last?.quoted ?? false;
    if (text !== '') {
      quoted = place >= MAX_LINES || text !== written[next];
      if (!quoted) next++;
    }
    if (last && last.quoted === quoted) last.lines.push(line);
    else parts.push({ lines: [line], quoted });
  }
  const found = parts
    .map((part) => ({ text: part.lines.join('\n').replace(/^\n+|\s+$/g, ''), quoted: part.quoted }))
    .filter(({ text }) => text !== '');
  // Some lines can't be matched, such as rewrapped ones: show the written text first, then the whole.
  if (next < written.length)
    return [
      { text: visible.trim(), quoted: false },
      { text: whole.trim(), quoted: true },
    ];
  return found;
}
