import type { ProductUpdate } from './product-update.ts';

const DAY = /^## (\d{4}-\d{2}-\d{2})$/;
const TITLE = /^### (.+)$/;

/**
 * Parses the product updates of a changelog, newest first. `## 2026-11-20` starts a day, `###
 * Title` an update; text before the first day is ignored.
 * @throws Error naming the invalid line
 */
export function parseChangelog(text: string): ProductUpdate[] {
  const updates: { day: string; title: string; lines: string[] }[] = [];
  let day: string | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const refuse = (why: string) => new Error(`Line ${at + 1} of the changelog: ${why}`);
    const title = TITLE.exec(line)?.[1]?.trim();
    if (line.startsWith('## ')) {
      const found = DAY.exec(line)?.[1];
      if (!found || !isDay(found)) throw refuse('a day is written as ## 2026-11-20.');
      if (day && found > day) throw refuse('days come newest first.');
      day = found;
    } else if (title) {
      if (!day) throw refuse('there is no day above this.');
      updates.push({ day, title, lines: [] });
    } else if (day) {
      const last = updates.at(-1);
      if (last?.day === day) last.lines.push(line);
      else if (line.trim()) throw refuse('there is no title above this.');
    }
  }
  const known = new Set<string>();
  return updates.map(({ day, title, lines }) => {
    const id = `${day}/${slug(title)}`;
    if (known.has(id)) throw new Error(`The changelog has "${title}" twice on ${day}.`);
    known.add(id);
    return { id, day, title, text: paragraphs(lines) };
  });
}

/**
 * Returns the updates with the titles and texts of a translation, which has the same updates of each day in the same order. IDs
 * stay. A day with another number of updates stays in English.
 */
export function translateUpdates(
  updates: readonly ProductUpdate[],
  translation: readonly ProductUpdate[],
): ProductUpdate[] {
  const ofDay = (all: readonly ProductUpdate[]) => Map.groupBy(all, ({ day }) => day);
  const [written, translated] = [ofDay(updates), ofDay(translation)];
  return [...written].flatMap(([day, originals]) => {
    const others = translated.get(day) ?? [];
    if (others.length !== originals.length) return originals;
    return originals.map(({ id, title, text }, place) => ({
      id,
      day,
      title: others[place]?.title ?? title,
      text: others[place]?.text ?? text,
    }));
  });
}

const isDay = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.startsWith(day) ?? false;

const slug = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 100) || 'update';

/** Only blank lines separate paragraphs. */
const paragraphs = (lines: string[]) =>
  lines
    .join('\n')
    .split(/\n\s*\n/)
    .map((part) => part.replace(/\s*\n\s*/g, ' ').trim())
    .filter(Boolean)
    .join('\n\n');

/**
 * Returns the number of unread product updates.
 * @param updates newest first
 * @param read id of the newest one read, or null
 */
export function unreadUpdates(updates: readonly { id: string; day: string }[], read: string | null): number {
  if (read === null) return updates.length;
  const at = updates.findIndex(({ id }) => id === read);
  if (at >= 0) return at;
  // The title was changed since: count updates of later days. The id starts with its day.
  return updates.filter(({ day }) => day > read).length;
}
