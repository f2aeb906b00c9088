import { setImmediate as yieldNow } from 'node:timers/promises';
import type {
  EventOrigin,
  EventPosition,
  Receipt,
  SourceAuthor,
  SourceEvent,
  SourcePost,
} from '@troupe/domain/listening/source-event';
import { upTo } from '@troupe/server/cache';
import { LRUCache } from 'lru-cache';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import { saveCursor } from './listening-source/source-cursor.queries.ts';
import { cleanPost, externalIdOf, storedPost } from './mention/clean-post.ts';
import { inputOf, prepareLanguages } from './mention/post-input.ts';
import { findAuthors, findStored } from './mention/store-mentions.queries.ts';
import { t } from './messages/messages.gen.ts';
import { pauseOverBudget } from './monitor/monitor.queries.ts';
import { type Batch, BatchWriter, type Hit, type IntakeParts } from './write-mentions.ts';

/** How often a position without mentions is saved. */
const SAVE_MS = 2000;
/** Deletions that are remembered, because a stream may send a post after its deletion. */
const DELETIONS = 50_000;
/** Events that are matched before requests get their turn. */
const EVENTS_A_TURN = 250;

export interface ReceiveOptions {
  /** How far the source was read; saved with the mentions, and every two seconds without any. */
  position?: EventPosition | null;
  /** Completes authors and figures of posts that matched, before they are stored. */
  lookUp?: (posts: SourcePost[]) => Promise<void>;
  /** Saves the position even if nothing was found within two seconds. */
  last?: boolean;
}

/** Takes the posts of all sources: matches them with all monitors, and stores what they find. One per process. */
export class MentionIntake {
  readonly #parts: IntakeParts;
  readonly #savedAt = new Map<string, number>();
  readonly #deleted = new LRUCache<string, true>(upTo(DELETIONS));

  constructor(parts: IntakeParts) {
    this.#parts = parts;
  }

  /** Monitors and terms of the index, for measurements. */
  get size(): { monitors: number; terms: number } {
    return { monitors: this.#parts.matcher.size, terms: this.#parts.matcher.terms };
  }

  /**
   * Takes events of a source, in their order. May be called again with the same ones: a post is stored and counted once.
   * @throws if the database is away; nothing of the batch is stored then
   */
  async receive(
    origin: EventOrigin,
    events: readonly SourceEvent[],
    { position = null, lookUp, last = false }: ReceiveOptions = {},
  ): Promise<Receipt> {
    const { matcher, api } = this.#parts;
    await matcher.refresh();
    if (matcher.size > 0)
      await prepareLanguages(events.flatMap((event) => (event.type === 'post' ? [event.post] : [])));
    const now = api.clock.now();
    const receipt: Receipt = { posts: 0, found: 0, known: 0, edited: 0, deleted: 0 };
    const batch = await this.#sort(origin, events, receipt);
    if (batch.hits.length > 0) await lookUp?.(batch.hits.map(({ post }) => post));
    const isQuiet =
      batch.hits.length +
        batch.edits.length +
        batch.deletions.length +
        batch.removed.length +
        batch.renamed.length ===
      0;
    const key = position && `${origin.sourceId} ${position.host}`;
    const due = key !== null && (last || now.getTime() - (this.#savedAt.get(key) ?? 0) >= SAVE_MS);
    if (isQuiet && !due) return receipt;
    const changed = new Map<string, Set<string>>();
    await withTransaction(api.pool, async (tx, connection) => {
      if (!isQuiet)
        await new BatchWriter(this.#parts, { tx, connection, origin, now, receipt, changed }).write(batch);
      if (position) await saveCursor(connection, origin.sourceId, position, now);
    });
    if (key !== null) this.#savedAt.set(key, now.getTime());
    for (const [brandId, monitorIds] of changed) this.#parts.live.announce(brandId, monitorIds);
    return receipt;
  }

  /** Divides events into what has to be written. Only posts that match or are stored cost more than their match. */
  async #sort(origin: EventOrigin, events: readonly SourceEvent[], receipt: Receipt): Promise<Batch> {
    const { api } = this.#parts;
    const { kind } = origin;
    const hits = new Map<string, Hit>();
    const edits = new Map<string, SourcePost>();
    const deletions = new Set<string>();
    const removed = new Set<string>();
    const renamed = new Map<string, SourceAuthor>();
    const overBudget = new Set<string>();
    for (const [place, event] of events.entries()) {
      // Catching up mustn't hold up requests.
      if (place % EVENTS_A_TURN === EVENTS_A_TURN - 1) await yieldNow();
      switch (event.type) {
        case 'post': {
          receipt.posts += 1;
          const { post } = event;
          const externalId = externalIdOf(post);
          if (this.#deleted.has(`${kind} ${externalId}`)) break;
          const hit = this.#match(origin, post, overBudget);
          if (hit) hits.set(externalId, hit);
          else hits.delete(externalId);
          if (!hit && post.editedAt !== null) edits.set(externalId, cleanPost(post));
          break;
        }
        case 'delete':
          this.#deleted.set(`${kind} ${event.externalId}`, true);
          hits.delete(event.externalId);
          edits.delete(event.externalId);
          deletions.add(event.externalId);
          break;
        case 'author-removed':
          for (const [id, { post }] of hits)
            if (post.author?.externalId === event.authorExternalId) hits.delete(id);
          removed.add(event.authorExternalId);
          break;
        case 'author-changed':
          renamed.set(event.author.externalId, event.author);
      }
    }
    if (overBudget.size > 0) await this.#pause([...overBudget]);
    // Most events are about posts that no monitor found.
    const [stored, authors] = await Promise.all([
      findStored(api.pool, kind, [...deletions, ...edits.keys()]),
      findAuthors(api.pool, kind, [...removed, ...renamed.keys()]),
    ]);
    return {
      hits: [...hits.values()],
      edits: [...edits.values()].filter(({ externalId }) => stored.has(externalId)),
      deletions: [...deletions].filter((id) => stored.has(id)),
      removed: [...removed].filter((id) => authors.has(id)),
      renamed: [...renamed.values()].filter(({ externalId }) => authors.has(externalId)),
    };
  }

  #match(origin: EventOrigin, post: SourcePost, overBudget: Set<string>): Hit | null {
    const { matcher, api } = this.#parts;
    const { input, language } = inputOf(origin.kind, post, api.clock.now().getTime());
    const match = matcher.match(input);
    const isOurs = (monitorId: string) => {
      const monitor = matcher.monitor(monitorId);
      return monitor !== undefined && (origin.brandId === null || origin.brandId === monitor.brandId);
    };
    for (const id of match.overBudget) if (isOurs(id)) overBudget.add(id);
    const found = match.found.filter(({ monitorId }) => isOurs(monitorId));
    if (found.length === 0) return null;
    return {
      post: storedPost(cleanPost(post)),
      found,
      language: language.value,
      languageSure: language.sure,
    };
  }

  /** Pauses monitors whose query takes too long, and notifies their teams. */
  async #pause(monitorIds: readonly string[]): Promise<void> {
    const { api } = this.#parts;
    const now = api.clock.now();
    await withTransaction(api.pool, async (tx) => {
      for (const { id, brandId, name } of await pauseOverBudget(tx, monitorIds, now)) {
        api.log.warn({ monitorId: id, brandId }, 'paused a monitor: its query takes too long');
        await publish(tx, { type: 'monitor.changed', brandId, data: { monitorId: id } }, now);
        await notify(tx, {
          brandId,
          kind: 'listening',
          write: () => ({ title: t('pause.title', { name }), text: t('pause.text') }),
          href: `/social-listening?monitor=${id}`,
          reference: `monitor-over-budget:${id}:${now.toISOString()}`,
          now,
        });
      }
    });
  }
}
