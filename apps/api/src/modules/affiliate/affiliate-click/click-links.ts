import { setTimeout as sleep } from 'node:timers/promises';
import { destinationOf, type LinkDestination } from '@troupe/domain/affiliate/link-destination';
import type { Logger } from '@troupe/server/log';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../platform/database.ts';
import type { Listener } from '../../../platform/listen.ts';
import {
  type ClickLink,
  countClickLinks,
  type LinkChange,
  readChangedLinks,
  readClickLinks,
  readLinksBySlug,
} from './click-link.queries.ts';

/** Announces changes: a slug, `brand:ID`, `affiliate:ID` or `code:ID`; empty for anything else. */
const CHANNEL = 'affiliate_link_changed';
const PAGE = 10_000;
/** Changes that arrive within this time are read together. */
const GATHER_MS = 20;
const RETRY_MS = 1000;
const MAX_CHANGES = 1000;
const PATIENCE_MS = 10_000;

/** A link with its addresses, built at its first click. */
interface KnownLink {
  link: ClickLink;
  endsAt: number;
  credited?: LinkDestination;
  plain?: LinkDestination;
}

/** Where a click leads, and on which link. */
export interface FoundLink {
  link: Pick<ClickLink, 'id' | 'brandId'>;
  destination: LinkDestination;
}

/**
 * The links of all brands, in memory. Up to `limit` links all are kept; beyond it the most recent ones, and others are
 * read when they are clicked. Follows changes by LISTEN; while the database is away, what is known stays.
 */
export class ClickLinks {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #limit: number;
  readonly #storefrontOf: (shop: string) => string;
  #all = new Map<string, KnownLink>();
  /** In use once there are more links than fit. */
  #recent: LRUCache<string, KnownLink> | null = null;
  #changes = new Map<string, LinkChange>();
  #reloads = false;
  /** Grows with each change. */
  #version = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;
  /** Whether the links were loaded once. */
  ready = false;

  /** @param storefrontOf returns the address of a store */
  constructor(options: {
    db: Database;
    log: Logger;
    limit: number;
    storefrontOf: (shop: string) => string;
  }) {
    this.#db = options.db;
    this.#log = options.log;
    this.#limit = options.limit;
    this.#storefrontOf = options.storefrontOf;
  }

  /** Follows changes; the links are loaded once the listener is connected. */
  follow(listener: Listener): void {
    listener.on(CHANNEL, (payload) => {
      const [, by, key] = /^(brand|affiliate|code):([0-9a-f-]{36})$/.exec(payload) ?? [null, 'slug', payload];
      if (payload === '' || this.#changes.size >= MAX_CHANGES) this.#reloads = true;
      else this.#changes.set(payload, { by, key } as LinkChange);
      this.#version++;
      this.#later(GATHER_MS);
    });
  }

  /** Resolves once the links are loaded, and after {@link PATIENCE_MS} at the latest. */
  async loaded(): Promise<void> {
    const startedAt = performance.now();
    while (!this.ready && performance.now() - startedAt < PATIENCE_MS) await sleep(GATHER_MS);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /**
   * Returns where a click on a slug leads at a time; undefined for slugs that lead nowhere. A promise where the link has
   * to be read first.
   */
  find(slug: string, now: number): FoundLink | undefined | Promise<FoundLink | undefined> {
    const known = this.#recent ? this.#recent.get(slug) : this.#all.get(slug);
    if (known) return this.#found(known, now);
    if (!this.#recent) return undefined;
    return this.#read(slug).then((read) => read && this.#found(read, now));
  }

  #found(known: KnownLink, now: number): FoundLink | undefined {
    const { link } = known;
    const credits = link.active && now < known.endsAt;
    const kept = credits ? 'credited' : 'plain';
    try {
      known[kept] ??= destinationOf({ ...link, storefront: this.#storefrontOf(link.shop), credits });
    } catch (error) {
      this.#log.error({ err: error, link: link.id }, 'a link leads nowhere');
      return undefined;
    }
    return { link, destination: known[kept] };
  }

  async #read(slug: string): Promise<KnownLink | undefined> {
    const version = this.#version;
    const [link] = await readLinksBySlug(this.#db, [slug]);
    if (!link) return undefined;
    const known = knownOf(link);
    // What was read before a change is not kept after it.
    if (version === this.#version) this.#recent?.set(slug, known);
    return known;
  }

  #later(ms: number): void {
    if (!this.#stopped) this.#timer ??= setTimeout(() => void this.#refresh(), ms).unref();
  }

  async #refresh(): Promise<void> {
    const changes = this.#changes;
    const reloads = this.#reloads;
    this.#changes = new Map();
    this.#reloads = false;
    try {
      if (reloads) await this.#load();
      else await this.#apply([...changes.values()]);
      this.#timer = undefined;
      if (this.#reloads || this.#changes.size > 0) this.#later(GATHER_MS);
    } catch (error) {
      this.#log.warn({ err: error }, 'failed to read links');
      if (reloads) this.#reloads = true;
      for (const [payload, change] of changes) this.#changes.set(payload, change);
      this.#timer = undefined;
      this.#later(RETRY_MS);
    }
  }

  async #load(): Promise<void> {
    if ((await countClickLinks(this.#db)) > this.#limit) {
      this.#recent = new LRUCache({ max: this.#limit });
      this.#all = new Map();
    } else {
      const all = new Map<string, KnownLink>();
      const texts = new Map<string, string>();
      for (let after = ''; ; ) {
        const page = await readClickLinks(this.#db, after, PAGE);
        for (const link of page) all.set(link.slug, knownOf(shareTexts(link, texts)));
        after = page.at(-1)?.slug ?? '';
        if (page.length < PAGE) break;
      }
      this.#all = all;
      this.#recent = null;
    }
    this.ready = true;
  }

  async #apply(changes: readonly LinkChange[]): Promise<void> {
    const slugs = changes.filter(({ by }) => by === 'slug').map(({ key }) => key);
    const links = slugs.length > 0 ? await readLinksBySlug(this.#db, slugs) : [];
    for (const change of changes)
      if (change.by !== 'slug') links.push(...(await readChangedLinks(this.#db, change)));
    const known = this.#recent ?? this.#all;
    for (const slug of slugs) known.delete(slug);
    for (const link of links)
      if (!this.#recent || this.#recent.has(link.slug)) known.set(link.slug, knownOf(link));
    if (!this.#recent && this.#all.size > this.#limit) this.#reloads = true;
  }
}

const knownOf = (link: ClickLink): KnownLink => ({
  link,
  endsAt: link.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(link.endsAt),
});

/** Links of one brand share its id and its store's domain, which are kept once. */
function shareTexts(link: ClickLink, texts: Map<string, string>): ClickLink {
  const shared = (text: string) => {
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return known ?? text;
  };
  link.brandId = shared(link.brandId);
  link.shop = shared(link.shop);
  return link;
}
