import { z } from 'zod';
import { fetchJson } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';
import {
  type DocumentChange,
  type Hits,
  type Json,
  type SearchCluster,
  SearchEngineDown,
  SearchEngineRefusal,
} from '../../platform/outgoing/search-cluster.ts';

const MOST_BYTES = 50_000_000;
/** Creating an index and writing a large batch take seconds on a busy cluster. */
const WRITE_TIMEOUT_MS = 30_000;
const WRITE_ATTEMPTS = 4;
/** Below the 5 minutes after which `fetch` gives up a response that doesn't begin. */
const MERGE_TIMEOUT_MS = 4 * 60_000;
/** The engine itself makes none larger: it would rarely merge them again, though changes leave deleted documents in them. */
const LARGEST_SEGMENT_BYTES = 5_000_000_000;
/** A node that failed is asked last for so long. */
const AVOIDED_MS = 10_000;

const SearchResponse = z.object({
  timed_out: z.boolean(),
  _shards: z.object({ failed: z.number() }),
  hits: z.object({
    total: z.object({ value: z.number() }).optional(),
    hits: z.array(
      z.object({
        _id: z.string(),
        sort: z.array(z.union([z.number(), z.string()])).default([]),
        fields: z.record(z.string(), z.array(z.unknown())).default({}),
      }),
    ),
  }),
});
const Failure = z.object({ status: z.number(), error: z.object({ type: z.string() }) });
const MultiSearchResponse = z.object({ responses: z.array(z.unknown()) });
const BulkResponse = z.object({
  items: z.array(
    z.record(z.string(), z.object({ _id: z.string(), status: z.number(), error: z.unknown().optional() })),
  ),
});
const Shards = z.array(z.object({ store: z.coerce.number() }));
const Info = z.object({ version: z.object({ distribution: z.string().optional() }) });

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';

interface Sent {
  body?: Json | string;
  timeoutMs?: number;
  /** Statuses beside 200 and 201 that are answers. */
  also?: readonly number[];
}

/**
 * An OpenSearch or Elasticsearch cluster.
 * @param urls its nodes, separated by commas; with user and password if it needs them
 */
export function openSearch(urls: readonly string[]): SearchCluster {
  const nodes = new Nodes(urls);
  /** Changes are safe to repeat: documents have versions, and the rest only sets a state. */
  const change = (method: Method, path: string, sent: Sent = {}) =>
    retry(() => nodes.send(method, path, { timeoutMs: WRITE_TIMEOUT_MS, ...sent }), {
      attempts: WRITE_ATTEMPTS,
      judge: (error) =>
        error instanceof SearchEngineDown ? { health: 'down', again: true } : { health: 'unknown' },
    });
  return {
    search: (index, bodies, timeoutMs) => search(nodes, index, bodies, timeoutMs),
    async write(index, changes) {
      const refused: string[] = [];
      let left = changes;
      await retry(
        async () => {
          const { body } = await nodes.send('POST', '_bulk?require_alias=true', {
            body: bulkLines(index, left),
            timeoutMs: WRITE_TIMEOUT_MS,
          });
          const outcomes = new Map(
            BulkResponse.parse(body).items.flatMap((item) =>
              Object.values(item).map((outcome) => [outcome._id, outcome] as const),
            ),
          );
          const statusOf = ({ id }: DocumentChange) => {
            const { status = 503, error } = outcomes.get(id) ?? {};
            // An error if the index is missing; otherwise there is nothing to delete.
            return status === 404 && error !== undefined ? 503 : status;
          };
          refused.push(...left.filter((one) => [400, 413].includes(statusOf(one))).map(({ id }) => id));
          // 409: a newer version is there.
          left = left.filter((one) => statusOf(one) === 429 || statusOf(one) >= 500);
          if (left.length > 0) throw new SearchEngineDown(`${left.length} documents weren't written.`);
        },
        {
          attempts: WRITE_ATTEMPTS,
          judge: (error) =>
            error instanceof SearchEngineDown ? { health: 'down', again: true } : { health: 'unknown' },
        },
      );
      return refused;
    },
    async createIndex(name, { settings, properties }) {
      const info = Info.safeParse((await change('GET', '')).body).data;
      // Only OpenSearch keeps what it compares with patterns outside of documents if told to.
      const isOpenSearch = info?.version.distribution === 'opensearch';
      const own = Object.entries(properties).map(([field, mapping]) => [
        field,
        mapping.type === 'wildcard' && isOpenSearch ? { ...mapping, doc_values: true } : mapping,
      ]);
      const mappings = {
        dynamic: 'strict',
        _source: { enabled: false },
        properties: Object.fromEntries(own),
      };
      const aliases = { [writeAlias(name)]: {} };
      const { status, body } = await change('PUT', name, {
        body: { settings, mappings, aliases },
        also: [400],
      });
      // A repeated attempt finds what the first one created.
      if (status === 400 && Failure.safeParse(body).data?.error.type !== 'resource_already_exists_exception')
        throw new SearchEngineRefusal(`PUT ${name}: ${reasonOf(body)}`);
    },
    changeSettings: async (index, settings) =>
      void (await change('PUT', `${index}/_settings`, { body: settings })),
    refresh: async (index) => void (await change('POST', `${index}/_refresh`)),
    async mergeSegments(index) {
      const { body } = await change('GET', `_cat/shards/${index}?format=json&bytes=b&h=store`);
      const largest = Math.max(0, ...Shards.parse(body).map(({ store }) => store));
      const segments = Math.max(1, Math.ceil(largest / LARGEST_SEGMENT_BYTES));
      await nodes.send('POST', `${index}/_forcemerge?max_num_segments=${segments}`, {
        timeoutMs: MERGE_TIMEOUT_MS,
      });
    },
    async pointAlias(alias, index) {
      const before = await this.indexes(alias);
      const actions = [
        ...before.filter((name) => name !== index).map((name) => ({ remove: { index: name, alias } })),
        { add: { index, alias } },
      ];
      await change('POST', '_aliases', { body: { actions } });
    },
    async indexes(namesOrPattern) {
      const { status, body } = await change('GET', `${namesOrPattern}/_alias`, { also: [404] });
      return status === 404 ? [] : Object.keys(body as Json);
    },
    deleteIndex: async (name) => void (await change('DELETE', name, { also: [404] })),
  };
}

async function search(
  nodes: Nodes,
  index: string,
  bodies: readonly Json[],
  timeoutMs: number,
): Promise<Hits[]> {
  const header = JSON.stringify({ index, allow_partial_search_results: false });
  const lines = bodies.flatMap((body) => [header, JSON.stringify({ timeout: `${timeoutMs}ms`, ...body })]);
  const { body } = await nodes.send('POST', '_msearch', { body: `${lines.join('\n')}\n`, timeoutMs });
  return MultiSearchResponse.parse(body).responses.map((response) => {
    const found = SearchResponse.safeParse(response);
    if (!found.success) {
      const status = Failure.safeParse(response).data?.status;
      const text = `A search failed: ${reasonOf(response)}`;
      // A missing index is 404, an overloaded one 429.
      throw status === 400 ? new SearchEngineRefusal(text) : new SearchEngineDown(text);
    }
    const { timed_out, _shards, hits } = found.data;
    if (timed_out || _shards.failed > 0) throw new SearchEngineDown('A search was incomplete.');
    return {
      hits: hits.hits.map(({ _id, sort, fields }) => ({ id: _id, sort, fields })),
      total: hits.total?.value ?? 0,
    };
  });
}

/** The kind of an error, without its text, which can quote the search. */
function reasonOf(response: unknown): string {
  const failure = Failure.safeParse(response).data;
  return failure ? `${failure.status} ${failure.error.type}` : 'unexpected response';
}

/** Written through an alias, because the engine would create a missing index with a default mapping. */
const writeAlias = (index: string) => `${index}-write`;

function bulkLines(index: string, changes: readonly DocumentChange[]): string {
  const lines = changes.flatMap(({ id, version, text }) => {
    // The same change may arrive twice.
    const about = { _index: writeAlias(index), _id: id, version, version_type: 'external_gte' };
    return text === null ? [JSON.stringify({ delete: about })] : [JSON.stringify({ index: about }), text];
  });
  return `${lines.join('\n')}\n`;
}

/** The nodes of a cluster, asked in turn. */
class Nodes {
  readonly #nodes: { url: string; headers: Record<string, string>; avoidedUntil: number }[];
  #next = 0;

  constructor(urls: readonly string[]) {
    this.#nodes = urls.map((text) => {
      const url = new URL(text);
      const { username, password } = url;
      const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
      const headers: Record<string, string> = {};
      if (username) headers.authorization = `Basic ${login.toString('base64')}`;
      url.username = '';
      url.password = '';
      return {
        url: url.href.replace(/\/?$/, '/'),
        headers,
        avoidedUntil: 0,
      };
    });
  }

  /** Sends a request to one node, and to the others if that one fails and time is left. */
  async send(
    method: Method,
    path: string,
    { body, timeoutMs = WRITE_TIMEOUT_MS, also = [] }: Sent,
  ): Promise<{ status: number; body: unknown }> {
    const text = typeof body === 'string' ? body : body && JSON.stringify(body);
    const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
    const problems: string[] = [];
    const until = Date.now() + timeoutMs;
    for (const node of this.#inTurn()) {
      const leftMs = until - Date.now();
      if (leftMs <= 0) break;
      const headers = { ...node.headers, 'content-type': type };
      const response = await fetchJson(
        `${node.url}${path}`,
        { method, headers, ...(text === undefined ? {} : { body: text }) },
        { timeoutMs: leftMs, mostBytes: MOST_BYTES },
      );
      if (typeof response === 'string' || response.status === 429) {
        node.avoidedUntil = Date.now() + AVOIDED_MS;
        problems.push(typeof response === 'string' ? response : 'It is overloaded.');
        continue;
      }
      node.avoidedUntil = 0;
      const { status } = response;
      if (![200, 201, ...also].includes(status))
        throw new SearchEngineRefusal(`${method} ${path}: ${status}, ${reasonOf(response.body)}`);
      return { status, body: response.body };
    }
    throw new SearchEngineDown(problems.join(' '));
  }

  #inTurn() {
    const start = this.#next++ % this.#nodes.length;
    const turn = [...this.#nodes.slice(start), ...this.#nodes.slice(0, start)];
    const now = Date.now();
    return turn.sort((a, b) => Number(a.avoidedUntil > now) - Number(b.avoidedUntil > now));
  }
}
