import { Parser } from 'htmlparser2';
import { parseFeedDate } from './feed-date.ts';
import {
  languageOf,
  lineOf,
  looksLikeHtml,
  MAX_NESTING,
  PARSED_PART,
  type PlainPost,
  postText,
  tidyText,
  webUrl,
} from './post-text.ts';

/** Entries of a feed that are read; the newest come first in feeds. */
const MAX_ENTRIES = 500;
/** The longest value of an element. */
const MAX_VALUE = 200_000;

/** An entry of a feed, whatever its format. */
export interface FeedEntry {
  guid: string | null;
  link: string | null;
  title: string | null;
  text: string;
  links: string[];
  author: string | null;
  authorUrl: string | null;
  tags: string[];
  language: string | null;
  /** Milliseconds since 1970; null if it has no readable date. */
  publishedAt: number | null;
  updatedAt: number | null;
}

export interface Feed {
  title: string | null;
  entries: FeedEntry[];
}

/** Values of elements directly below an entry or the feed. */
interface Value {
  /** As text. */
  plain: string;
  /** The same as markup, if there were elements in it. */
  markup: string;
  nested: boolean;
  type: string;
}

/** Prefixes that are used without a declaration, and namespaces by what they are called here; '' is the feed's own. */
const NAMESPACES: Record<string, string> = {
  'http://www.w3.org/2005/atom': '',
  'http://purl.org/atom/ns#': '',
  'http://purl.org/rss/1.0/': '',
  'http://my.netscape.com/rdf/simple/0.9/': '',
  'http://channel.netscape.com/rdf/simple/0.9/': '',
  'http://my.netscape.com/publish/formats/rss-0.91.dtd': '',
  'http://backend.userland.com/rss2': '',
  'http://blogs.law.harvard.edu/tech/rss': '',
  'http://www.w3.org/1999/02/22-rdf-syntax-ns#': 'rdf',
  'http://purl.org/rss/1.0/modules/content/': 'content',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://purl.org/dc/terms/': 'dcterms',
  'http://search.yahoo.com/mrss/': 'media',
  'http://search.yahoo.com/mrss': 'media',
  'http://www.itunes.com/dtds/podcast-1.0.dtd': 'itunes',
  'http://rssnamespace.org/feedburner/ext/1.0': 'feedburner',
};
const KNOWN_PREFIXES = new Set(['rdf', 'content', 'dc', 'dcterms', 'media', 'itunes', 'feedburner', 'atom']);
const ROOTS = new Set(['rss', 'rdf:rdf', 'feed', 'channel']);
const ENTRIES = new Set(['item', 'entry']);
/** Other parts of a feed that also have titles and links. */
const OTHERS = new Set(['image', 'textinput', 'source']);
/** Elements whose children are parts of the entry or feed. */
const CONTAINERS = new Set(['channel', 'rdf:rdf', 'media:group', 'media:content']);

/** Parts whose language is that of the entry. */
const TEXTS = new Set(['title', 'content', 'summary']);

/**
 * Reads RSS 0.9 to 2.0, Atom and CDF as far as they can be read: what is broken is left out, and entries before the place
 * where a feed breaks off are kept. Entities of a DOCTYPE are never expanded, and nothing is loaded. Null if it is no feed.
 */
export function parseFeed(text: string, url: string): Feed | null {
  const reader = new FeedReader(url);
  const parser = new Parser(reader, {
    xmlMode: true,
    decodeEntities: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  });
  for (let from = 0; from < text.length && !reader.isDone; from += PARSED_PART)
    parser.write(text.slice(from, from + PARSED_PART));
  if (!reader.isDone) parser.end();
  reader.closeEntry();
  return reader.feed;
}

class FeedReader {
  readonly #url: string;
  /** What prefixes mean in each open element. */
  readonly #prefixes: ReadonlyMap<string, string>[] = [new Map()];
  readonly #stack: string[] = [];
  readonly #bases: (string | undefined)[] = [];
  readonly #languages: (string | undefined)[] = [];
  #feed: Feed | null = null;
  #isOther = false;
  #isTooDeep = false;
  #feedAuthor: string | null = null;
  #entry: EntryParts | null = null;
  #entryDepth = 0;
  /** The value being read, and the depth of its element. */
  #value: { name: string; depth: number; value: Value } | null = null;
  #skipBelow = 0;
  readonly #channel = new Map<string, Value>();

  constructor(url: string) {
    this.#url = url;
  }

  /** Whether no more can be read. */
  get isDone(): boolean {
    return this.#isOther || this.#isTooDeep || (this.#feed?.entries.length ?? 0) >= MAX_ENTRIES;
  }

  get feed(): Feed | null {
    if (!this.#feed) return null;
    const title = this.#channel.get('title');
    this.#feed.title = title ? lineOf(textOf(title).text) : null;
    const language = languageOf(plainOf(this.#channel, 'language') ?? plainOf(this.#channel, 'dc:language'));
    for (const entry of this.#feed.entries) {
      entry.language ??= language;
      entry.author ??= this.#feedAuthor ?? personOf(plainOf(this.#channel, 'dc:creator'));
    }
    return this.#feed;
  }

  onopentag(rawName: string, attributes: Record<string, string>): void {
    this.#declare(attributes);
    const name = this.#nameOf(rawName);
    this.#stack.push(name);
    const depth = this.#stack.length;
    this.#isTooDeep ||= depth > MAX_NESTING;
    this.#bases.push(
      attributes['xml:base'] ? (webUrl(attributes['xml:base'], this.#base) ?? this.#base) : this.#base,
    );
    this.#languages.push(attributes['xml:lang'] ?? this.#languages.at(-1));
    if (!this.#feed) {
      if (ROOTS.has(name)) this.#feed = { title: null, entries: [] };
      else this.#isOther = true;
      return;
    }
    if (this.#value) {
      const { value } = this.#value;
      value.nested = true;
      if (value.markup.length < MAX_VALUE) value.markup += markupOf(rawName, attributes);
      return;
    }
    if (this.#skipBelow > 0) return;
    if (!this.#entry && ENTRIES.has(name)) {
      this.#entry = new EntryParts(attributes, this.#languages.at(-1));
      this.#entryDepth = depth;
      return;
    }
    this.#openPart(name, depth, attributes);
  }

  #openPart(name: string, depth: number, attributes: Record<string, string>): void {
    const entry = this.#entry;
    const parent = this.#stack.at(-2) ?? '';
    if (OTHERS.has(name)) {
      this.#skipBelow = depth;
      return;
    }
    if (entry && name === 'link' && attributes.href) entry.addLink(attributes, this.#base);
    if (entry && name === 'category' && (attributes.term || attributes.label))
      entry.tags.push(attributes.label || attributes.term || '');
    if (CONTAINERS.has(name)) return;
    const isDirect = entry
      ? depth === this.#entryDepth + 1 || CONTAINERS.has(parent)
      : depth <= 3 && ['channel', 'feed'].includes(parent);
    if (!isDirect) return;
    const value: Value = {
      plain: '',
      markup: '',
      nested: false,
      type: (attributes.mode === 'base64' ? 'base64' : (attributes.type ?? '')).toLowerCase().trim(),
    };
    if (entry && name === 'guid') entry.isPermalink = attributes.ispermalink?.toLowerCase() !== 'false';
    if (entry && attributes['xml:lang'] && TEXTS.has(name)) entry.language = attributes['xml:lang'];
    this.#value = { name, depth, value };
  }

  ontext(text: string): void {
    const value = this.#value?.value;
    if (!value || value.plain.length >= MAX_VALUE) return;
    value.plain += text;
    if (value.markup.length < MAX_VALUE) value.markup += escaped(text);
  }

  onclosetag(rawName: string): void {
    const depth = this.#stack.length;
    const open = this.#value;
    if (open && open.depth === depth) {
      this.#value = null;
      if (this.#entry) this.#entry.add(open.name, open.value, this.#base);
      else if (open.name === 'author') this.#feedAuthor ??= authorOf(open.value).name;
      else if (!this.#channel.has(open.name)) this.#channel.set(open.name, open.value);
    } else if (open && open.value.markup.length < MAX_VALUE) open.value.markup += `</${tagName(rawName)}>`;
    if (this.#skipBelow === depth) this.#skipBelow = 0;
    if (this.#entry && depth === this.#entryDepth) this.closeEntry();
    this.#stack.pop();
    this.#bases.pop();
    if (this.#prefixes.length > 1) this.#prefixes.pop();
    this.#languages.pop();
  }

  /** Keeps the entry being read, also if its feed breaks off in it. */
  closeEntry(): void {
    const entry = this.#entry?.read(this.#base);
    this.#entry = null;
    if (entry && (this.#feed?.entries.length ?? 0) < MAX_ENTRIES) this.#feed?.entries.push(entry);
  }

  get #base(): string {
    return this.#bases.at(-1) ?? this.#url;
  }

  #declare(attributes: Record<string, string>): void {
    const outer = this.#prefixes.at(-1) ?? new Map<string, string>();
    const names = Object.keys(attributes).filter((name) => name === 'xmlns' || name.startsWith('xmlns:'));
    const inner = names.length === 0 ? outer : new Map(outer);
    for (const name of names) {
      const known = NAMESPACES[(attributes[name] ?? '').trim().toLowerCase()];
      // Old feeds use a made-up namespace.
      const unknown = this.#feed === null && name === 'xmlns' ? '' : `?${name}`;
      (inner as Map<string, string>).set(name.slice(6), known ?? unknown);
    }
    this.#prefixes.push(inner);
  }

  /** The name with the prefix that its namespace has here. */
  #nameOf(rawName: string): string {
    const [local = '', prefix = ''] = rawName.split(':').reverse();
    const space =
      this.#prefixes.at(-1)?.get(prefix) ?? (KNOWN_PREFIXES.has(prefix) ? prefix : prefix && `?${prefix}`);
    return space === '' || space === 'atom' ? local : `${space}:${local}`;
  }
}

/** The parts of an entry as they are read. */
class EntryParts {
  readonly #values = new Map<string, Value>();
  readonly #links: { href: string; rel: string }[] = [];
  readonly #about: string | undefined;
  #author: { name: string | null; url: string | null } | null = null;
  readonly tags: string[] = [];
  language: string | undefined;
  isPermalink = true;

  constructor(attributes: Record<string, string>, language: string | undefined) {
    this.#about = attributes['rdf:about'] ?? attributes.about ?? attributes.href;
    this.language = language;
  }

  addLink({ href = '', rel = 'alternate' }: Record<string, string>, base: string): void {
    const url = webUrl(href, base);
    if (url && this.#links.length < 20) this.#links.push({ href: url, rel });
  }

  add(name: string, value: Value, base: string): void {
    if (name === 'category' || name === 'dc:subject') {
      if (this.tags.length < 50) this.tags.push(value.plain);
    } else if (name === 'link') this.addLink({ href: value.plain }, base);
    else if (name === 'author') this.#author ??= authorOf(value);
    else if (!this.#values.has(name)) this.#values.set(name, value);
  }

  /** Returns the entry; null if it says nothing. */
  read(base: string): FeedEntry | null {
    const of = (...names: string[]) =>
      names.map((name) => this.#values.get(name)).find((value) => value?.plain.trim());
    const guid = (of('guid', 'id')?.plain.trim() || (this.#about ?? '').trim()).slice(0, 2000) || null;
    const titleValue = of('title', 'media:title', 'dc:title');
    const title = titleValue ? lineOf(textOf(titleValue).text) : null;
    const body = of(
      'content:encoded',
      'content',
      'body',
      'description',
      'summary',
      'abstract',
      'media:description',
      'itunes:summary',
    );
    const plain: PlainPost = body ? textOf(body) : { text: '', links: [] };
    const best = this.#links.find(({ rel }) => rel === 'alternate') ?? this.#links[0];
    const original = webUrl(of('feedburner:origlink')?.plain);
    const link = original ?? best?.href ?? (this.isPermalink ? webUrl(guid, undefined) : null);
    if (!title && plain.text === '' && !link) return null;
    return {
      guid,
      link: link ?? webUrl(this.#about, base),
      title,
      text: plain.text,
      links: plain.links,
      author: this.#author?.name ?? personOf(of('dc:creator', 'itunes:author', 'name')?.plain),
      authorUrl: this.#author?.url ?? null,
      tags: [...new Set(this.tags.map((tag) => lineOf(tag, 100) ?? '').filter(Boolean))].slice(0, 30),
      language: languageOf(of('dc:language', 'language')?.plain ?? this.language),
      publishedAt: dateOf(
        of('pubdate', 'published', 'issued', 'dc:date', 'dcterms:issued', 'dcterms:created', 'created'),
      ),
      updatedAt: dateOf(of('updated', 'modified', 'dcterms:modified')),
    };
  }
}

const dateOf = (value: Value | undefined): number | null => (value ? parseFeedDate(value.plain) : null);

const plainOf = (values: ReadonlyMap<string, Value>, name: string): string | undefined =>
  values.get(name)?.plain;

/** Returns the text of a value: of its markup, of markup that it holds as text, or as it is. */
function textOf({ plain, markup, nested, type }: Value): PlainPost {
  if (nested) return postText(markup);
  const decoded = type === 'base64' || /^(application|image)\//.test(type) ? fromBase64(plain) : plain;
  if (type === 'text' || type === 'text/plain' || !looksLikeHtml(decoded))
    return { text: tidyText(decoded), links: [] };
  return postText(decoded);
}

function fromBase64(text: string): string {
  const compact = text.replace(/\s+/g, '');
  return /^[\w+/-]+={0,2}$/.test(compact) ? Buffer.from(compact, 'base64').toString('utf8') : text;
}

const NAME = /<(?:\w+:)?name[^>]*>([^<]{1,500})/i;
const AUTHOR_URL = /<(?:\w+:)?ur[il][^>]*>\s*(https?:[^<\s]{1,500})/i;

/** Name and address of an author element: text in RSS, elements in Atom. */
function authorOf({ plain, markup, nested }: Value): { name: string | null; url: string | null } {
  if (!nested) return { name: personOf(plain), url: null };
  return {
    name: personOf(unescaped(NAME.exec(markup)?.[1] ?? '')),
    url: webUrl(AUTHOR_URL.exec(markup)?.[1]),
  };
}

/** Returns the name in `ann@example.com (Ann)` or `Ann <ann@example.com>`. Email addresses aren't kept. */
function personOf(text: string | undefined): string | null {
  const line = lineOf(text, 500) ?? '';
  const inBrackets = /@[^()]*\(([^()]{1,200})\)/.exec(line)?.[1];
  return lineOf(
    (inBrackets ?? line).replace(/(?:mailto:)?[^\s<>()]+@[^\s<>()]+/gi, '').replace(/[<>()]/g, ' '),
    100,
  );
}

const tagName = (rawName: string): string => (rawName.split(':').at(-1) ?? '').replace(/[^\w-]/g, '');

function markupOf(rawName: string, { href, uri }: Record<string, string>): string {
  const link = href ?? uri;
  return `<${tagName(rawName)}${link ? ` href="${escaped(link)}"` : ''}>`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
