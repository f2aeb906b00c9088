/** A JSON object that the engine reads or returns. */
export type Json = Record<string, unknown>;

/** A found document: its ID, and the values it was sorted by. */
export interface Hit {
  id: string;
  sort: readonly (number | string)[];
  fields: Record<string, unknown[]>;
}

/** The answer to a search. */
export interface Hits {
  hits: readonly Hit[];
  /** Matches, as far as the search asked to count them. */
  total: number;
}

/** A document to write, or to delete if it has no text. */
export interface DocumentChange {
  id: string;
  /** The highest version of a document wins, in whatever order changes arrive. */
  version: number;
  /** JSON on one line; null deletes the document. */
  text: string | null;
}

/** The engine can't be reached, is overloaded, or lacks data: another answer is needed, or a later attempt. */
export class SearchEngineDown extends Error {}

/** The engine refuses a request, such as a search with too many terms: no outage, and no other attempt helps. */
export class SearchEngineRefusal extends Error {}

/** An OpenSearch cluster, or an Elasticsearch one, reduced to what Troupe needs of it. */
export interface SearchCluster {
  /**
   * Runs searches of one index or alias together.
   * @throws SearchEngineDown unless all shards answer all of them in time
   * @throws SearchEngineRefusal for a search that it can't run
   */
  search(index: string, bodies: readonly Json[], timeoutMs: number): Promise<Hits[]>;
  /**
   * Writes documents, unless the index already has newer versions of them. Returns the IDs of those that the engine
   * refuses for good.
   */
  write(index: string, changes: readonly DocumentChange[]): Promise<string[]>;
  /** Creates an index. Settings of one vendor only are left to the adapter. */
  createIndex(name: string, definition: { settings: Json; properties: Record<string, Json> }): Promise<void>;
  changeSettings(index: string, settings: Json): Promise<void>;
  /** Makes what was written visible to searches. */
  refresh(index: string): Promise<void>;
  /**
   * Merges the segments of each shard into few large ones, which searches read faster. Meant for an index that was just
   * filled; the engine keeps merging what is written later.
   * @throws SearchEngineDown also if it takes more than some minutes; the engine then continues
   */
  mergeSegments(index: string): Promise<void>;
  /** Points an alias to an index, and away from all others, at once. */
  pointAlias(alias: string, index: string): Promise<void>;
  /** Returns the indexes whose names start so; of an alias if it is the name of one. */
  indexes(namesOrPattern: string): Promise<string[]>;
  deleteIndex(name: string): Promise<void>;
}
