import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import { type Answer, ok } from '../platform/faults.ts';
import { answerVendor, type ListeningParts, queryOf } from './listening-vendor.ts';
import { accountOf, type WorldPost } from './listening-world.ts';

/** Searches give no hits beyond these. */
const WALL = 1000;

/** Hacker News: Algolia's search below `/hacker-news/api/v1/`, and the site's items below `/hacker-news/v0/`. */
export function registerHackerNews(app: FastifyInstance, parts: ListeningParts): void {
  const { world } = parts;
  const limited = { status: 429, headers: { 'retry-after': '90' }, body: { message: 'Too many requests' } };
  const answers = {
    rate_limit: limited,
    quota: limited,
    wrong_key: { status: 403, body: { message: 'Forbidden' } },
  };
  app.get('/hacker-news/api/v1/search_by_date', (request, reply) =>
    answerVendor(reply, parts, 'hacker-news', answers, () => {
      const { query = '', numericFilters = '', hitsPerPage = '20', page = '0' } = queryOf(request);
      const size = Math.min(WALL, Math.max(1, Number(hitsPerPage) || 20));
      const conditions = [...numericFilters.matchAll(/created_at_i([<>]=?)(\d+)/g)];
      const hits = world
        .search('hacker-news', query.replaceAll('"', ''))
        .filter(({ at }) =>
          conditions.every(([, sign = '', value]) => compare(Math.floor(at / 1000), sign, Number(value))),
        );
      const from = Number(page) * size;
      return ok({
        hits: hits.slice(from, Math.min(from + size, WALL)).map(hitOf),
        nbHits: hits.length,
        page: Number(page),
        nbPages: Math.ceil(Math.min(hits.length, WALL) / size),
        hitsPerPage: size,
        exhaustiveNbHits: true,
        query,
      });
    }),
  );
  app.get<{ Params: { file: string } }>('/hacker-news/v0/item/:file', (request, reply) =>
    answerVendor(reply, parts, 'hacker-news', answers, () => {
      const post = world.post(Number.parseInt(request.params.file, 10));
      if (post?.source !== 'hacker-news')
        return { status: 200, headers: { 'content-type': 'application/json' }, body: 'null' };
      const { id, at, deleted, author, title, text, likes, replies, parent } = post;
      const time = Math.floor(at / 1000);
      if (deleted) return ok({ id, time, type: parent ? 'comment' : 'story', deleted: true });
      const more = parent
        ? { parent, type: 'comment' }
        : { title, type: 'story', score: likes, descendants: replies };
      return ok(Object.assign({ id, time, by: accountOf(author), text: html`<p>${text}`.markup }, more));
    }),
  );
}

const compare = (value: number, sign: string, other: number): boolean =>
  sign === '>'
    ? value > other
    : sign === '>='
      ? value >= other
      : sign === '<'
        ? value < other
        : value <= other;

function hitOf({ id, at, author, title, text, likes, replies, parent, tags }: WorldPost): object {
  const body = html`<p>${text}`.markup;
  const common = {
    objectID: String(id),
    created_at: new Date(at).toISOString(),
    created_at_i: Math.floor(at / 1000),
    author: accountOf(author),
  };
  return Object.assign(
    common,
    parent
      ? {
          comment_text: body,
          parent_id: parent,
          story_title: title,
          _tags: ['comment', `author_${accountOf(author)}`],
        }
      : {
          title,
          url: tags.includes('link') ? `https://ridgeline-news.test/${id}` : null,
          story_text: body,
          points: likes,
          num_comments: replies,
          _tags: ['story', `author_${accountOf(author)}`],
        },
  );
}

const MOST_RECORDS = 250;
const LANGUAGES: Record<string, string> = { en: 'English', de: 'German', es: 'Spanish', fr: 'French' };

/** GDELT's DOC API at `/gdelt/api/v2/doc/doc`: errors are sentences with status 200, and it wants one call per five seconds. */
export function registerGdelt(app: FastifyInstance, parts: ListeningParts): void {
  const { world } = parts;
  let lastCall = 0;
  const sentence = (status: number, body: string): Answer => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body,
  });
  const limited = sentence(
    429,
    'Please limit requests to one every 5 seconds or contact us for larger queries.',
  );
  const answers = {
    rate_limit: limited,
    quota: sentence(200, 'Please limit requests to one every 5 seconds or contact us for larger queries.'),
    text_error: sentence(200, 'Your query was too short or too long.'),
    wrong_key: sentence(200, 'Unknown error occurred.'),
  };
  app.get('/gdelt/api/v2/doc/doc', (request, reply) =>
    answerVendor(reply, parts, 'gdelt', answers, () => {
      const now = Date.now();
      const isTooSoon = now - lastCall < world.state.gdeltSeconds * 1000;
      lastCall = now;
      if (isTooSoon) return limited;
      const { query = '', maxrecords = '75', startdatetime, enddatetime } = queryOf(request);
      const phrase = query.replaceAll('"', '').trim();
      if (phrase.length < 3) return sentence(200, 'The specified phrase is too short.\n');
      const [from, to] = [startdatetime, enddatetime].map(momentOf);
      const seen = world.search('gdelt', phrase).filter(({ at }) => at >= (from ?? 0) && at <= (to ?? now));
      const articles = seen.slice(0, Math.min(MOST_RECORDS, Number(maxrecords) || 75)).map(articleOf);
      return ok(articles.length > 0 ? { articles } : {});
    }),
  );
}

function momentOf(stamp: string | undefined): number | null {
  const [, y, m, d, h, min, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(stamp ?? '') ?? [];
  return y ? Date.parse(`${y}-${m}-${d}T${h}:${min}:${s}Z`) : null;
}

const articleOf = ({ id, at, title, place, language }: WorldPost) => ({
  url: `https://${place}/${new Date(at).getUTCFullYear()}/${id}.html?utm_source=gdelt`,
  url_mobile: '',
  title: title.replace(/([,.:?!])/g, ' $1'),
  seendate: `${new Date(at).toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`,
  socialimage: '',
  domain: place,
  language: LANGUAGES[language] ?? 'English',
  sourcecountry: 'United States',
});
