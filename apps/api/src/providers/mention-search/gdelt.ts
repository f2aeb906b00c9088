import { canonicalUrl } from '@troupe/domain/listening/mention';
import { type MentionSearch, SearchFailure } from '@troupe/domain/listening/mention-search';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { z } from 'zod';
import { callSource, parseSource, readable, retryAfter, retryTime, type SourceParts } from './call-source.ts';
import { parseFeedDate } from './feed-date.ts';
import { cursorOf, lineOf, webUrl } from './post-text.ts';

const ME = { circuit: 'gdelt', name: 'GDELT' };
const MOST_RECORDS = 250;
/** Articles are listed up to an hour after they were seen. */
const OVERLAP_MS = 3_600_000;
/** It searches the last three months. */
const LOOK_BACK_MS = 89 * 86_400_000;
/** No slice is shorter: articles are dated by quarter hours. */
const SLICE_MS = 15 * 60_000;

const Article = z.object({
  url: z.string(),
  title: z.string().default(''),
  seendate: z.string(),
  domain: z.string().default(''),
  language: z.string().default(''),
});
const Articles = z.object({ articles: z.array(z.unknown()).default([]), error: z.string().optional() });

/** Where a search continues: the newest time read, and the end of the slice to read next while catching up. */
interface Position {
  newest: number;
  until: number | null;
  ahead: number;
}
const isPosition = (value: unknown): value is Position =>
  typeof (value as Position | null)?.newest === 'number' && typeof (value as Position).ahead === 'number';

/** Languages by the English names that GDELT uses. */
const LANGUAGES = new Map<string, string>();
for (const code of 'af ar az be bg bn bs ca cs da de el en es et eu fa fi fr gl gu he hi hr hu hy id is it ja ka kk kn ko ky lt lv mk ml mn mr ms my ne nl no pa pl pt ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi zh'.split(
  ' ',
)) {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(code);
  if (name) LANGUAGES.set(name.toLowerCase(), code);
}

/**
 * News that GDELT saw in the last three months: titles and addresses without text and author. One call takes five
 * seconds of everybody's time, so calls are spaced by the poller; a full page is read again with an earlier end.
 */
export function gdeltSearch(parts: SourceParts, { url }: { url: string }): MentionSearch {
  return {
    kind: 'gdelt',
    everySeconds: 1800,
    paceMs: 6000,
    asks: 'terms',
    async search({ ask, since, cursor, signal }) {
      const now = parts.clock.now().getTime();
      const known = cursorOf(cursor, isPosition);
      const from = Math.max(since, now - LOOK_BACK_MS, known ? known.newest - OVERLAP_MS : 0);
      const until = known?.until ?? now;
      const address = new URL(url);
      address.search = new URLSearchParams({
        query: /\s/.test(ask) ? `"${ask}"` : ask,
        mode: 'artlist',
        format: 'json',
        maxrecords: String(MOST_RECORDS),
        sort: 'datedesc',
        startdatetime: stamp(from),
        // Rounded up, so that news of the current second is included.
        enddatetime: stamp(Math.ceil(until / 1000) * 1000),
      }).toString();
      const { circuit, name } = ME;
      const textBody = (text: string) => ({ error: lineOf(text, 300) ?? '' });
      const response = await callSource(parts, { circuit, name, url: address, textBody, signal });
      const { articles, error } = await parseSource(parts, ME, Articles, response.body);
      if (response.status !== 200 || error !== undefined)
        throw refusal(response.status, response.headers, error ?? '', parts.clock.now());
      const posts = readable(Article, articles).flatMap(postOf);
      const times = posts.flatMap(({ publishedAt }) => publishedAt ?? []);
      const oldest = Math.min(...times);
      const ahead = Math.max(known?.ahead ?? 0, known?.newest ?? 0, ...times);
      const more = articles.length >= MOST_RECORDS && times.length > 0 && oldest > from;
      const position: Position = more
        ? { newest: known?.newest ?? 0, until: Math.min(oldest, until - SLICE_MS), ahead }
        : { newest: ahead, until: null, ahead };
      return { posts, gone: [], cursor: JSON.stringify(position), more, quota: null, missed: null };
    },
  };
}

const stamp = (time: number): string => new Date(time).toISOString().replace(/\D/g, '').slice(0, 14);

function postOf({ url, title, seendate, domain, language }: z.output<typeof Article>): SourcePost[] {
  const address = webUrl(url);
  const canonical = address && canonicalUrl(address);
  const line = lineOf(title);
  if (!address || !canonical || !line) return [];
  const site = domain || new URL(address).hostname;
  return [
    {
      externalId: canonical,
      kind: 'post',
      // Punctuation comes in separate tokens.
      title: line.replace(/ ([,.:;!?%’'])/g, '$1'),
      text: '',
      url: address,
      author: { externalId: site, handle: site, name: site, url: `https://${site}/`, followers: null },
      language: LANGUAGES.get(language.toLowerCase()) ?? null,
      publishedAt: parseFeedDate(seendate),
      editedAt: null,
      replyTo: null,
      links: [],
      tags: [],
      names: [],
      figures: null,
    },
  ];
}

/** Errors are sentences, often with status 200. */
function refusal(status: number, headers: Headers, error: string, now: Date): SearchFailure {
  if (status === 429 || /limit requests|one every 5 seconds/i.test(error))
    return new SearchFailure(
      'quota',
      'GDELT asks us to slow down.',
      retryTime(now, retryAfter(headers, now)),
    );
  if (/too short|too long|too common|phrase|keyword/i.test(error))
    return new SearchFailure('invalid', `GDELT can't search for this term: ${error}`);
  return new SearchFailure('unavailable', `GDELT responded: ${error || status}`);
}
