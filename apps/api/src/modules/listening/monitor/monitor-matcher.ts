import type { MentionInput } from '@troupe/domain/listening/matching/mention-input';
import { type IndexMatch, MonitorIndex } from '@troupe/domain/listening/matching/monitor-index';
import { monitorTree } from '@troupe/domain/listening/monitor';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import type { QueryNode } from '@troupe/domain/listening/query/query-tree';
import type pg from 'pg';
import type { Api } from '../../../platform/api.ts';
import type { Listener } from '../../../platform/listen.ts';
import { type ActiveMonitor, readActiveMonitors } from './monitor.queries.ts';

/** The channel on which the database announces changed monitors. */
export const MONITORS_CHANNEL = 'monitors_changed';
/** Takes the place of a query that is only being checked. */
const DRAFT = 'draft';

/** The active monitors of all brands in one index, which follows changes by any process. */
export class MonitorMatcher {
  readonly #pool: pg.Pool;
  readonly #log: Api['log'];
  readonly #index = new MonitorIndex();
  readonly #monitors = new Map<string, ActiveMonitor & { key: string }>();
  #stale = true;
  #reading: Promise<void> | null = null;

  constructor({ pool, log }: Pick<Api, 'pool' | 'log'>, listener: Listener) {
    this.#pool = pool;
    this.#log = log;
    listener.on(MONITORS_CHANNEL, () => this.expire());
  }

  /** Lets the next `refresh` read the monitors again. */
  expire(): void {
    this.#stale = true;
  }

  get size(): number {
    return this.#index.size;
  }

  /** How many different terms all queries have. */
  get terms(): number {
    return this.#index.terms;
  }

  monitor(id: string): ActiveMonitor | undefined {
    return this.#monitors.get(id);
  }

  /** The texts of a monitor's clauses, by the numbers that matches give. */
  clausesOf(id: string): string[] {
    return this.#index.clausesOf(id).map(({ text }) => text);
  }

  /** Reads monitors that changed since the last call. Must be awaited before `match`. */
  async refresh(): Promise<void> {
    while (this.#stale || this.#reading) {
      this.#reading ??= this.#read().finally(() => {
        this.#reading = null;
      });
      await this.#reading;
    }
  }

  /** Returns the active monitors that match a post. */
  match = (input: MentionInput): IndexMatch => this.#index.match(input);

  /** The expected share of posts on which a query has to be evaluated, from what was seen so far. */
  costOf(tree: QueryNode): number {
    this.#index.add(DRAFT, tree);
    const cost = this.#index.costOf(DRAFT);
    this.#index.remove(DRAFT);
    return cost;
  }

  async #read(): Promise<void> {
    this.#stale = false;
    try {
      this.#apply(await readActiveMonitors(this.#pool));
    } catch (error) {
      this.#stale = true;
      throw error;
    }
  }

  #apply(monitors: readonly ActiveMonitor[]): void {
    const gone = new Set(this.#monitors.keys());
    for (const monitor of monitors) {
      gone.delete(monitor.id);
      const key = JSON.stringify([monitor.query, monitor.languages, monitor.sources]);
      const known = this.#monitors.get(monitor.id);
      this.#monitors.set(monitor.id, Object.assign({ key }, monitor));
      if (known?.key === key) continue;
      const { tree } = parseQuery(monitor.query);
      if (tree) this.#index.add(monitor.id, monitorTree(tree, monitor));
      else this.#log.error({ monitorId: monitor.id }, 'a stored query has errors');
    }
    for (const id of gone) {
      this.#monitors.delete(id);
      this.#index.remove(id);
    }
  }
}
