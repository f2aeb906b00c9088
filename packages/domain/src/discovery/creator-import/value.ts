import { sharedCategories } from '../creator-category.ts';
import { type StatusTag, StatusTag as StatusTags } from '../creator-list.ts';
import { PLATFORM_IDS, type Platform, platformFacts } from '../platforms.ts';
import {
  cleanLine,
  cleanParagraphs,
  isDamaged,
  isMissing,
  missing,
  quoted,
  type Reading,
  refused,
  value,
} from './text.ts';

/** Returns the platform a word names, or null. */
export function platformOf(word: string): Platform | null {
  const plain = cleanLine(word).toLowerCase();
  return PLATFORM_IDS.find((platform) => platformFacts(platform).words.cell.test(plain)) ?? null;
}

/** Reads a platform's name. */
export function readPlatform(cell: string): Reading<Platform> {
  if (isMissing(cell)) return missing;
  const platform = platformOf(cell);
  return platform ? value(platform) : refused(`Platform ${quoted(cell)} isn't supported`);
}

/** Reads a boolean. */
export function readBoolean(cell: string): Reading<boolean> {
  if (isMissing(cell)) return missing;
  const word = cleanLine(cell).toLowerCase();
  if (/^(?:1|1\.0+|true|t|yes|y|x|✓|✔|☑|si|sí|ja|oui|sim|verified|wahr|vrai|verdadero)$/.test(word))
    return value(true);
  if (/^(?:0|0\.0+|false|f|no|n|nein|non|não|nao|unverified|not verified|falsch|faux|falso)$/.test(word))
    return value(false);
  return refused(`${quoted(cell)} isn't a yes or no value`);
}

/** Reads a day such as `2026-03-31` or an ISO time. Days to come, and before 2004, can't be when figures were read. */
export function readPastDay(cell: string, now = new Date()): Reading<string> {
  if (isMissing(cell)) return missing;
  const text = cleanLine(cell);
  const [, day] = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text) ?? [];
  const time = day ? new Date(`${day}T00:00:00.000Z`) : null;
  const isDay = time && !Number.isNaN(time.getTime()) && time.toISOString().startsWith(day ?? '');
  if (!isDay || time > now || day === undefined || day < '2004')
    return refused(`${quoted(cell)} isn't a past date`);
  return value(time.toISOString());
}

const EMAIL =
  /^[^\s@,;<>"()[\]\\]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}]{2,24}$/u;

/** Reads an email address, also from `Name <a@b.example>` and `mailto:`. */
export function readEmail(cell: string): Reading<string> {
  if (isMissing(cell)) return missing;
  const text = cleanLine(cell);
  const address = (/<([^<>]+)>$/.exec(text)?.[1] ?? text).replace(/^mailto:/i, '');
  const first = address.split(/[,;\s]/).find(Boolean) ?? '';
  return EMAIL.test(first) ? value(first.toLowerCase()) : refused(`Email ${quoted(text)} is incomplete`);
}

/** Reads a picture URL. */
export function readPictureUrl(cell: string): Reading<string> {
  if (isMissing(cell)) return missing;
  const address = URL.parse(cell);
  if (!address || !/^https?:$/.test(address.protocol) || cell.length > 2000)
    return refused(`Picture URL ${quoted(cell)} can't be used`);
  return value(address.href);
}

/** Longer text is a note, not a category. */
const LONGEST_CATEGORY = 60;

/**
 * Reads categories separated by `;`, `|` or `,`. Known names become shared categories; others are
 * unchanged.
 */
export function readCategories(cell: string): Reading<string[]> {
  const text = cleanLine(cell);
  if (/\s:\s|[.…]$/.test(text) && text.length > 30)
    return refused(`Category ${quoted(text)} looks like a note`);
  const parts = text.split(/\s*[;|]\s*|\s*,\s*(?=\S)/).filter((part) => !isMissing(part));
  if (parts.length === 0) return missing;
  if (parts.some((part) => part.length > LONGEST_CATEGORY || isDamaged(part)))
    return refused(`Category ${quoted(text)} can't be used`);
  return value([...new Set(parts.flatMap(sharedCategories))].slice(0, 20));
}

/** Reads the status tags of a list item. */
export function readTags(cell: string): Reading<StatusTag[]> {
  if (isMissing(cell)) return missing;
  const words = cleanLine(cell)
    .split(/\s*[;|,]\s*/)
    .filter(Boolean);
  const tags = words.map((word) =>
    StatusTags.options.find((tag) => tag.toLowerCase() === word.toLowerCase()),
  );
  const known = tags.filter((tag) => tag !== undefined);
  if (known.length < words.length) return refused(`Tag ${quoted(cell)} isn't a status tag`);
  return value(known);
}

/** Reads a person's or channel's name. */
export function readName(cell: string): Reading<string> {
  const text = cleanLine(cell);
  if (text === '' || /^(?:n\/a|null|undefined|-+|#[A-Z/0-9]+[!?]?)$/i.test(text)) return missing;
  if (isDamaged(text)) return refused(`Name ${quoted(text)} has missing or damaged characters`);
  return value([...text].slice(0, 200).join(''));
}

/** Reads text, truncated to `longest` characters with a remark. */
export function readText(cell: string, longest: number): Reading<string> {
  if (isMissing(cell)) return missing;
  const text = cleanParagraphs(cell);
  if (text === '') return missing;
  const signs = [...text];
  return signs.length > longest
    ? value(signs.slice(0, longest).join(''), 'The text was too long and was cut off')
    : value(text);
}
