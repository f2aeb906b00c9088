import { formats, joined, language } from '@troupe/i18n/language';
import { usageTermText } from '../billing/usage-rights-text.ts';
import {
  CONTENT_KIND_NAMES,
  contentKindName,
  deliverablesLabel,
  englishKindName,
} from './content-kind-name.ts';

type Kind = keyof typeof CONTENT_KIND_NAMES;
const KINDS = Object.keys(CONTENT_KIND_NAMES) as Kind[];
const TERM = /^(\d+) (day|month|year)s?$/;
const DAYS = { day: 1, month: 30, year: 365 };

/** Finds the kind that a stored line calls `reel`, `reels` or, since it has that name, `live videos`. */
const kindOf = (word: string): Kind | undefined =>
  KINDS.find(
    (kind) =>
      (CONTENT_KIND_NAMES[kind] as readonly string[]).includes(word) ||
      word.replace(/s$/, '') === englishKindName(kind),
  );

/** Returns what `a reel` or `reel` is called in the current language; null for other words. */
export function contentWord(english: string): string | null {
  const kind = kindOf(english.replace(/^an? /, ''));
  return kind ? contentKindName(kind) : null;
}

/** Writes a day such as `1 Feb 2099` in the current language. */
export const shortDay = (english: string): string => {
  const moment = Date.parse(`${english} UTC`);
  if (Number.isNaN(moment)) return english;
  const options = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
  return new Date(moment).toLocaleDateString(formats().locale, options);
};

/**
 * Writes terms as the history keeps them in English, such as `$520, 1 reel, draft by 1 Feb 2099`, in the current
 * language. Parts that it doesn't know, such as territories, stay as they are.
 * @param labels the words around days and usage rights, in the current language
 */
export function translateTerms(
  english: string,
  labels: {
    noFee: () => string;
    draftBy: (day: string) => string;
    liveBy: (day: string) => string;
    usageRights: (rights: string) => string;
    channel: (word: string) => string | null;
  },
): string {
  const part = (text: string): string => {
    if (text === 'no fee') return labels.noFee();
    const [, label, rest = ''] = /^(draft by|live by|usage rights:) (.+)$/.exec(text) ?? [];
    if (label === 'draft by') return labels.draftBy(shortDay(rest));
    if (label === 'live by') return labels.liveBy(shortDay(rest));
    if (label) return labels.usageRights(part(rest));
    const term = TERM.exec(text);
    if (term) return usageTermText(Number(term[1]) * DAYS[term[2] as keyof typeof DAYS]);
    if (text === 'in perpetuity') return usageTermText(null);
    const [, count = '', name = ''] = /^([\d,]+) ([\w ]+)$/.exec(text) ?? [];
    const kind = kindOf(name);
    if (kind) return deliverablesLabel([{ kind, count: Number(count.replaceAll(',', '')) }]);
    const channels = text.split(' and ').map(labels.channel);
    return channels.every((channel) => channel !== null)
      ? new Intl.ListFormat(language()).format(channels as string[])
      : text;
  };
  return joined(english.split(', ').map(part));
}
