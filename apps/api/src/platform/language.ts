import { fileURLToPath } from 'node:url';
import { addMessages } from '@troupe/i18n/catalog';
import { readCatalogs } from '@troupe/i18n/catalog-files';
import {
  acceptedLanguages,
  DASHBOARD_LANGUAGES,
  findLanguage,
  formats,
  LANGUAGE_TAGS,
  LANGUAGES,
  type Language,
  language,
  matchLanguage,
} from '@troupe/i18n/language';
import type { FastifyRequest } from 'fastify';

const repository = fileURLToPath(new URL('../../../../', import.meta.url));
for (const { id, texts } of readCatalogs(repository, ['apps/api', 'packages/domain']))
  for (const tag of LANGUAGE_TAGS) if (tag !== 'en') addMessages(tag, { [id]: texts[tag] ?? {} });

/** The reader of an email: the language in their profile, and the one their browser last asked for. */
export interface Reader {
  language: Language | null;
  browserLanguage: Language | null;
  /** Creators get every language, teams those of the dashboard. */
  isCreator: boolean;
}

/** Returns the language to write to a person in: the one in their profile, then their browser's, then English. */
export const readerLanguage = ({ language: chosen, browserLanguage, isCreator }: Reader): Language =>
  findLanguage(
    [chosen, browserLanguage].filter((tag) => tag !== null),
    isCreator ? LANGUAGE_TAGS : DASHBOARD_LANGUAGES,
  ) ?? 'en';

/** Returns the language of a page for a visitor: what their browser asks for. */
export const visitorLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  matchLanguage(acceptedLanguages(headers['accept-language']));

/** Returns the language of a file that a member downloads: what the request asks for, of those of the dashboard. */
export const fileLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  matchLanguage(acceptedLanguages(headers['accept-language']), DASHBOARD_LANGUAGES);

/**
 * Writes a day in the current language, in UTC.
 * @param moment ISO 8601
 * @param style `medium` is 1 Feb 2099, `long` is 1 February 2099
 */
export const dayText = (moment: string, style: 'medium' | 'long'): string =>
  new Date(moment).toLocaleDateString(formats().locale, {
    day: 'numeric',
    month: style === 'long' ? 'long' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Writes a day as `2099-02-01` in English, and as the language does in others. @param moment ISO 8601 */
export const isoDayText = (moment: string): string =>
  language() === 'en' ? moment.slice(0, 10) : dayText(moment, 'medium');

/** Joins the paragraphs of an email, and marks its language and direction for those that differ from English. */
export function emailHtml(paragraphs: readonly string[]): string {
  const body = paragraphs.join('\n');
  const now = language();
  return now === 'en' ? body : `<div lang="${now}" dir="${LANGUAGES[now].dir}">\n${body}\n</div>`;
}

/** HTML of text that a person wrote, in their own direction. @param html escaped */
export const written = (html: string): string =>
  LANGUAGES[language()].dir === 'rtl' ? `<bdi>${html}</bdi>` : html;
