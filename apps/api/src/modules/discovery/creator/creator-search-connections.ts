import { Problem, problem } from '@troupe/domain/problem';
import { openPool } from '@troupe/server/pool';
import type pg from 'pg';
import { withTransaction } from '../../../platform/database.ts';
import { cancelStatement, type Statement } from './creator-search.queries.ts';
import type { SearchRequest } from './creator-search.ts';
import {
  type ComparedName,
  correctNames,
  knownWordStatement,
  namesWithStatement,
  SPELLING_SETTINGS,
  similaritySetting,
  similarNamesStatement,
} from './creator-search-spelling.queries.ts';

/** Planner settings for searches: all data is in memory, so index walks are cheap. */
const SETTINGS = {
  random_page_cost: '0.12',
  seq_page_cost: '0.1',
  jit: 'off',
  work_mem: '64MB',
  max_parallel_workers_per_gather: '0',
};

/** Custom plans for each statement: a generic plan took 89 ms where a custom one took 0.5. */
const PLANNED_EACH_TIME = { plan_cache_mode: 'force_custom_plan' };

/**
 * Generic plans, which save 1.5 ms of planning. For statements that force an index themselves;
 * walks must not sort.
 */
const PLANNED_ONCE = { plan_cache_mode: 'force_generic_plan', enable_sort: 'off' };

/** Number of prepared statements per connection. */
const MAX_PREPARED = 100;

/** The search database and its statement timeout. */
export interface SearchDatabase {
  connectionString: string;
  connections: number;
  timeoutMs: number;
}

/** Sends a statement and returns its rows. */
export type Run = <Row extends pg.QueryResultRow>(statement: Statement) => Promise<Row[]>;

/** The connections of searches: some with custom plans, some with generic plans. */
export class SearchConnections {
  /** Connections with custom plans. */
  readonly pool: pg.Pool;
  readonly #preparedPool: pg.Pool;
  /** Names of prepared statements by text. */
  readonly #prepared = new Map<string, string>();

  constructor({ connectionString, connections, timeoutMs }: SearchDatabase) {
    const open = (settings: Record<string, string>) =>
      openPool(connectionString, connections, {
        name: 'troupe-search',
        settings: Object.assign({ statement_timeout: String(timeoutMs) }, SETTINGS, settings),
      });
    this.pool = open(PLANNED_EACH_TIME);
    this.#preparedPool = open(PLANNED_ONCE);
  }

  /** Runs a statement planned for its values. */
  readonly run: Run = (statement) => this.#answer(this.pool.query(statement));

  /** Runs a prepared statement. */
  readonly runPrepared: Run = (statement) => {
    const { text } = statement;
    let name = this.#prepared.get(text);
    if (!name) {
      if (this.#prepared.size >= MAX_PREPARED) return this.run(statement);
      name = `creator-search-${this.#prepared.size + 1}`;
      this.#prepared.set(text, name);
    }
    return this.#answer(this.#preparedPool.query(Object.assign(statement, { name })));
  };

  /**
   * Runs statements on a dedicated connection that `cancel` can end. Otherwise an unneeded walk
   * would block one of six connections for seconds. `cancel` resolves once the connection is free.
   */
  cancellable<T>(work: (run: Run) => Promise<T>): { rows: Promise<T>; cancel: () => Promise<void> } {
    let settled = false;
    let cancelling: Promise<unknown> | null = null;
    const connected = this.pool.connect();
    const rows = connected.then(async (client) => {
      try {
        return await work(async (statement) => {
          if (cancelling) throw new Error('This search was canceled.');
          return await this.#answer(client.query(statement));
        });
      } finally {
        settled = true;
        // If released earlier, its next statement would be canceled.
        await cancelling;
        client.release();
      }
    });
    const cancel = async () => {
      const client = await connected.catch(() => null);
      if (!client || settled) return;
      const { processID } = client as pg.PoolClient & { processID: number };
      cancelling = this.pool.query(cancelStatement(processID)).catch(() => {});
      await rows.catch(() => {});
    };
    return { rows, cancel };
  }

  /** Corrects misspelled names; null also if comparing names takes too long, because it only adds to a search. */
  readonly correctName = ({
    brandId,
    filters,
  }: Pick<SearchRequest, 'brandId' | 'filters'>): Promise<string | null> => {
    const correct = withTransaction(this.pool, async (_tx, connection) => {
      await connection.query(SPELLING_SETTINGS);
      const read = <Row extends pg.QueryResultRow>(statement: Statement) =>
        this.#answer<Row>(connection.query(statement));
      return correctNames(filters.q ?? '', {
        isKnown: async (word) =>
          (await read<{ known: boolean }>(knownWordStatement(word, brandId)))[0]?.known === true,
        havingWord: (words) => read<ComparedName>(namesWithStatement(words, brandId)),
        similar: async (word, similarity) => {
          await connection.query(similaritySetting(similarity));
          return read<ComparedName>(similarNamesStatement(word, brandId));
        },
      });
    });
    return correct.catch((error) => {
      if (error instanceof Problem && error.code === 'unavailable') return null;
      throw error;
    });
  };

  /** Closes all connections. */
  async stop(): Promise<void> {
    await Promise.all([this.pool.end(), this.#preparedPool.end()]);
  }

  async #answer<Row extends pg.QueryResultRow>(query: Promise<pg.QueryResult<Row>>): Promise<Row[]> {
    try {
      return (await query).rows;
    } catch (error) {
      if ((error as pg.DatabaseError).code === CANCELLED) throw tookTooLong(error);
      throw error;
    }
  }
}

const CANCELLED = '57014';

const tookTooLong = (detail: unknown) =>
  problem('unavailable', {
    message: 'This search took too long. Add a filter or use a longer word, then search again.',
    detail,
  });
