import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html } from '../page/page.ts';
import type { Answer } from '../platform/faults.ts';
import { answerVendor, type ListeningParts } from './listening-vendor.ts';
import type { WorldPost } from './listening-world.ts';

const MOST_ITEMS = 100;
const RSS = 'application/rss+xml; charset=utf-8';
const ATOM = 'application/atom+xml; charset=utf-8';

/**
 * Sites with feeds: `/feeds/{site}/rss.xml` and `atom.xml` with conditional requests, `/feeds/{site}/` as a page that names
 * its feed, and `/feeds/bad/{kind}` with the faults of real sites.
 */
export function registerFeeds(app: FastifyInstance, parts: ListeningParts): void {
  const origin = ({ protocol, host }: FastifyRequest) => `${protocol}://${host}`;
  const postsOf = (site: string) =>
    parts.world
      .posts('feed')
      .filter(({ place }) => site === 'all' || place === site)
      .slice(0, MOST_ITEMS);

  app.get<{ Params: { site: string; file: string } }>('/feeds/:site/:file', (request, reply) => {
    const { site, file } = request.params;
    if (site === 'bad') return badFeed(request, reply, origin(request));
    return answerVendor(reply, parts, 'feed', FAILURES, () => {
      const posts = postsOf(site);
      const address = `${origin(request)}/feeds/${site}`;
      if (file === 'atom.xml') return conditional(request, ATOM, atomOf(site, posts, address), posts);
      if (file === 'rss.xml') return conditional(request, RSS, rssOf(site, posts, address), posts);
      if (file === 'page.html')
        return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: pageOf(site) };
      return { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Not found</h1>' };
    });
  });
}

const FAILURES = {
  rate_limit: {
    status: 429,
    headers: { 'retry-after': '120', 'content-type': 'text/plain' },
    body: 'Too many requests',
  },
  wrong_key: { status: 403, headers: { 'content-type': 'text/plain' }, body: 'Forbidden' },
  quota: { status: 429, headers: { 'content-type': 'text/plain' }, body: 'Too many requests' },
};

function conditional(request: FastifyRequest, type: string, body: string, posts: WorldPost[]): Answer {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 16)}"`;
  const modified = new Date(posts[0]?.at ?? 0).toUTCString();
  const headers = { etag, 'last-modified': modified, 'content-type': type };
  return request.headers['if-none-match'] === etag
    ? { status: 304, headers, body: '' }
    : { status: 200, headers, body };
}

const rssOf = (site: string, posts: WorldPost[], address: string): string => {
  const item = ({ id, title, text, at, author, tags }: WorldPost) =>
    html`<item><title>${title}</title><link>${address}/${id}.html</link><guid isPermaLink="false">${site}-${id}</guid><pubDate>${new Date(at).toUTCString()}</pubDate><dc:creator>${author}</dc:creator>${tags.map((tag) => html`<category>${tag}</category>`)}<description>${html`<p>${text}</p>`.markup}</description></item>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>${site}</title><link>${address}/page.html</link><description>News of ${site}</description><language>en-us</language>${posts.map(item)}</channel></rss>`
      .markup
  }\n`;
};

const atomOf = (site: string, posts: WorldPost[], address: string): string => {
  const entry = ({ id, title, text, at, author, editedAt, language }: WorldPost) =>
    html`<entry xml:lang="${language}"><id>tag:${site},2026:${id}</id><title>${title}</title><link rel="alternate" href="${address}/${id}.html"/><published>${new Date(at).toISOString()}</published><updated>${new Date(editedAt ?? at).toISOString()}</updated><author><name>${author}</name></author><content type="html">${html`<p>${text}</p>`.markup}</content></entry>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${
    html`<feed xmlns="http://www.w3.org/2005/Atom"><title>${site}</title><id>tag:${site},2026:feed</id><updated>${new Date(posts[0]?.at ?? 0).toISOString()}</updated>${posts.map(entry)}</feed>`
      .markup
  }\n`;
};

const pageOf = (site: string): string =>
  `<!doctype html>\n${html`<html lang="en"><head><title>${site}</title><link rel="alternate" type="application/rss+xml" href="rss.xml"></head><body><h1>${site}</h1></body></html>`.markup}`;

/** A feed of one item for bad days. */
const oneItem = (item: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Bad days</title><link>https://bad.test/</link>${item}</channel></rss>`;
const SAFE =
  '<item><title>Larkmoor on a bad day</title><link>https://bad.test/1</link><pubDate>@</pubDate></item>';
const safeItem = (): string => SAFE.replace('@', new Date().toUTCString());

/** Nine levels of ten: expanded, a gigabyte. */
const bomb = (): string => {
  const names = 'abcdefghi'.split('');
  const entities = names.map(
    (name, n) => `<!ENTITY ${name} "${n === 0 ? 'boom' : `&${names[n - 1]};`.repeat(10)}">`,
  );
  return `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY file SYSTEM "file:///etc/passwd">${entities.join('')}]><rss version="2.0"><channel><title>&i;</title><item><title>Larkmoor &i; &file;</title><link>https://bad.test/bomb</link></item></channel></rss>`;
};

const BAD: Record<
  string,
  (origin: string) => {
    status?: number;
    type?: string;
    headers?: Record<string, string>;
    body: string | Buffer;
  }
> = {
  html: () => ({
    type: 'text/html; charset=utf-8',
    body: '<!doctype html><html><body><h1>Welcome</h1></body></html>',
  }),
  gone: () => ({ status: 410, body: 'Gone' }),
  missing: () => ({ status: 404, body: 'Not found' }),
  broken: () => ({ status: 500, body: 'Internal error' }),
  closed: () => ({ status: 403, body: 'Forbidden' }),
  moved: (origin) => ({ status: 301, headers: { location: `${origin}/feeds/all/rss.xml` }, body: '' }),
  'to-private': () => ({ status: 302, headers: { location: 'http://10.0.0.1/feed.xml' }, body: '' }),
  'to-metadata': () => ({
    status: 302,
    headers: { location: 'http://169.254.169.254/latest/meta-data/' },
    body: '',
  }),
  'to-file': () => ({ status: 302, headers: { location: 'file:///etc/passwd' }, body: '' }),
  loop: (origin) => ({ status: 302, headers: { location: `${origin}/feeds/bad/loop` }, body: '' }),
  bomb: () => ({ body: bomb() }),
  'gzip-bomb': () => ({
    headers: { 'content-encoding': 'gzip' },
    // Members of a gzip stream unpack to one body: 80 MB here, packed as quickly as 1 MB.
    body: Buffer.concat(new Array<Buffer>(80).fill(gzipSync(Buffer.alloc(1_000_000, 32)))),
  }),
  'not-gzip': () => ({ headers: { 'content-encoding': 'gzip' }, body: oneItem(safeItem()) }),
  large: () => ({
    body: oneItem(`<item><title>Larkmoor</title><description>${'x'.repeat(6_000_000)}</description></item>`),
  }),
  many: () => ({
    body: oneItem(
      Array.from(
        { length: 20_000 },
        (_, n) => `<item><title>Larkmoor item ${n}</title><guid>${n}</guid></item>`,
      ).join(''),
    ),
  }),
  deep: () => ({
    body: oneItem(
      `<item><title>Larkmoor in the deep</title><description>${'<b>'.repeat(100_000)}x</description></item>`,
    ),
  }),
  latin1: () => ({
    type: 'application/rss+xml; charset=utf-8',
    body: Buffer.from(
      oneItem('<item><title>Larkmoor für Müller</title><link>https://bad.test/latin1</link></item>'),
      'latin1',
    ),
  }),
  'no-guid': () => ({
    body: oneItem(
      '<item><title>Larkmoor without a guid</title></item><item><title>Larkmoor without a guid either</title></item>',
    ),
  }),
  'bad-dates': () => ({
    body: oneItem(
      ['32 Foo 2026', 'yesterday', '', 'Thu, 01 Jan 1970 00:00:00 GMT', 'Fri, 01 Jan 2099 00:00:00 GMT']
        .map(
          (date, n) =>
            `<item><title>Larkmoor date ${n}</title><guid>date-${n}</guid><pubDate>${date}</pubDate></item>`,
        )
        .join(''),
    ),
  }),
  'cut-off': () => ({ body: oneItem(safeItem()).replace('</item></channel></rss>', '<descri') }),
  script: () => ({
    body: oneItem(
      '<item><title>Larkmoor &lt;script&gt;alert(1)&lt;/script&gt;</title><link>javascript:alert(1)</link><guid>script</guid><description>&lt;img src=x onerror=alert(1)&gt;Larkmoor text&lt;script&gt;alert(2)&lt;/script&gt;</description></item>',
    ),
  }),
  empty: () => ({ body: '' }),
};

/** Bad feeds that need the bare connection: bodies that never end, and lengths that lie. */
const RAW: Record<string, (reply: FastifyReply) => void> = {
  endless({ raw }) {
    raw.writeHead(200, { 'content-type': RSS });
    const timer = setInterval(() => raw.write('<!-- still here -->'), 50);
    raw.write('<?xml version="1.0"?><rss version="2.0"><channel>');
    raw.on('close', () => clearInterval(timer));
  },
  'too-short'({ raw }) {
    const body = oneItem(safeItem());
    raw.writeHead(200, { 'content-type': RSS, 'content-length': String(body.length + 1000) });
    raw.write(body, () => raw.destroy());
  },
  silent: () => {},
};

function badFeed(
  request: FastifyRequest<{ Params: { file: string } }>,
  reply: FastifyReply,
  origin: string,
): FastifyReply {
  const kind = request.params.file.replace(/\.xml$/, '');
  const raw = RAW[kind];
  if (raw) {
    raw(reply.hijack());
    return reply;
  }
  const bad = BAD[kind]?.(origin);
  if (!bad) return reply.code(404).send('Not found');
  return reply
    .code(bad.status ?? 200)
    .headers(bad.headers ?? {})
    .type(bad.type ?? RSS)
    .send(bad.body);
}
