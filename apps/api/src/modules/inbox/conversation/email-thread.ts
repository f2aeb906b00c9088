import type { EmailPart } from '@troupe/domain/inbox/conversation';

/** What mail programs put before the subject of an answer or a forward, in the languages they speak. */
const PREFIX =
  /^\s*(?:re|aw|antw|sv|vs|ref|rif|res|r|odp|ynt|fw|fwd|wg|tr|rv|enc|i|doorst|vb|pd)\s*(?:\[\d+\])?\s*[:：]\s*/iu;

/** A subject without `Re:` and the like: emails that share it are one thread. */
export function threadSubject(subject: string): string {
  let rest = subject;
  for (let at = 0; at < 20 && PREFIX.test(rest); at++) rest = rest.replace(PREFIX, '');
  return rest.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** The subject of an answer: one `Re:` before the subject of the thread. */
export function replySubject(subject: string): string {
  const trimmed = subject.trim();
  if (trimmed === '') return '';
  return /^re\s*:/i.test(trimmed) ? trimmed : `Re: ${trimmed}`;
}

/** Lines that are compared at most; what comes later counts as quoted. */
const MAX_LINES = 20_000;

/** A line as it is compared: the spaces that mail programs add or leave out do not count. */
const compared = (line: string) => line.replace(/\s+/gu, ' ').trim();

/**
 * Cuts the whole text of an email into what its sender wrote and what it quotes, in order. `visible` is what the
 * sender wrote, as `replyText` found it: its lines are looked for in the whole, each after the one before, and all
 * others are quoted. Nothing of the whole is left out.
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
  // Lines that cannot be found again, such as those a mail program wrapped: what was written comes first, then all.
  if (next < written.length)
    return [
      { text: visible.trim(), quoted: false },
      { text: whole.trim(), quoted: true },
    ];
  return found;
}
