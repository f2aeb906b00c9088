import { setTimeout as sleep } from 'node:timers/promises';
import { type StoreAccess, StoreFailure } from '@troupe/domain/commerce/store-platform';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type { Logger } from '@troupe/server/log';
import { z } from 'zod';
import { fetchJson, type JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';

/** How the books and administrators call this provider. */
export const SHOPIFY = 'shopify';

export interface ShopifyOptions {
  /** Of the app; empty where none is configured. */
  key: string;
  secret: string;
  /** Still signs webhooks for a while after a change. */
  formerSecret: string;
  scopes: readonly string[];
  /** Such as `2026-07`. */
  version: string;
  /** Where a store's admin is, with `{shop}` for its domain. */
  shopOrigin: string;
  /** How long one attempt may take; 10 seconds unless told. */
  timeoutMs?: number;
  book: ProviderGuard;
  log: Pick<Logger, 'warn'>;
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
/** Waiting for points takes no attempt away, but not forever. */
const THROTTLED_TIMES = 8;
const LONGEST_PAUSE_MS = 10_000;
const MOST_BYTES = 10_000_000;
const TOKEN_HEADER = 'x-shopify-access-token';

export interface ShopifyCaller {
  /** The address of something in a store's admin. @param path with its `/` */
  address(shop: string, path: string): string;
  /** Posts a form to the store's OAuth address; any answer but 5xx comes back. */
  post(shop: string, path: string, form: Record<string, string>, repeatable: boolean): Promise<JsonResponse>;
  /** Gives the access to a store back: the app is removed from it. */
  leave(access: StoreAccess): Promise<void>;
  /** Asks the store's GraphQL API. */
  query<T>(access: StoreAccess, question: GraphQuestion<T>): Promise<T>;
}

export interface GraphQuestion<T> {
  /** For the log and administrators. */
  name: string;
  text: string;
  variables?: Record<string, unknown>;
  data: z.ZodType<T>;
}

/** Calls within the circuit, each with a timeout, and again where the platform failed and repeating does no harm. */
export function shopifyCaller(options: ShopifyOptions): ShopifyCaller {
  const address = (shop: string, path: string) => options.shopOrigin.replace('{shop}', shop) + path;
  const noteVersion = versionWatch(options);
  return {
    address,
    post: (shop, path, form, repeatable) =>
      ask(
        options,
        path,
        address(shop, path),
        {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams(form).toString(),
        },
        repeatable ? ATTEMPTS : 1,
      ),
    async leave({ shop, accessToken }) {
      const { status } = await ask(
        options,
        'api_permissions',
        address(shop, '/admin/api_permissions/current.json'),
        { method: 'DELETE', headers: { accept: 'application/json', [TOKEN_HEADER]: accessToken } },
        ATTEMPTS,
      );
      requireTaken(status);
    },
    async query({ shop, accessToken }, question) {
      const url = address(shop, `/admin/api/${options.version}/graphql.json`);
      for (let throttled = 0; ; throttled += 1) {
        const { status, body, headers } = await ask(
          options,
          question.name,
          url,
          questionInit(accessToken, question),
          ATTEMPTS,
        );
        requireTaken(status);
        noteVersion(headers);
        const answer = Answer.safeParse(body);
        if (!answer.success) throw await unreadable(options, question.name);
        const wait = waitOf(answer.data);
        if (wait === null) return readAnswer(options, question, answer.data);
        if (throttled >= THROTTLED_TIMES) throw new StoreFailure('unavailable', 'throttled');
        await sleep(wait);
      }
    },
  };
}

async function ask(
  { key, book, timeoutMs = TIMEOUT_MS }: ShopifyOptions,
  name: string,
  url: string,
  init: RequestInit,
  attempts: number,
): Promise<JsonResponse> {
  if (key === '') throw new StoreFailure('unavailable', 'not configured');
  return retry(
    async () => {
      const result = await fetchJson(url, init, {
        timeoutMs,
        mostBytes: MOST_BYTES,
        // The status says enough about a refusal, and about a removal.
        readsBody: (status) => status < 400 && init.method !== 'DELETE',
      });
      if (typeof result === 'string') throw new StoreFailure('unavailable', result);
      if (result.status === 429) throw new Throttled(result.headers);
      return result;
    },
    {
      attempts,
      judge: (error) => {
        if (!(error instanceof StoreFailure)) return { health: 'unknown' };
        const pauseMs = error instanceof Throttled ? error.pauseMs : 0;
        return { health: 'down', again: true, pauseMs, message: `${name}: ${error.code}` };
      },
      circuit: { book, provider: SHOPIFY, held: () => new StoreFailure('unavailable', 'held back') },
    },
  );
}

const questionInit = <T>(accessToken: string, { text, variables = {} }: GraphQuestion<T>): RequestInit => ({
  method: 'POST',
  headers: {
    accept: 'application/json',
    'content-type': 'application/json',
    [TOKEN_HEADER]: accessToken,
  },
  body: JSON.stringify({ query: text, variables }),
});

async function readAnswer<T>(
  options: ShopifyOptions,
  { name, data }: GraphQuestion<T>,
  answer: z.output<typeof Answer>,
): Promise<T> {
  const [error] = answer.errors ?? [];
  if (error) throw new StoreFailure(kindOf(error.code), error.code || 'graphql');
  const read = data.safeParse(answer.data);
  if (!read.success) throw await unreadable(options, name, read.error);
  return read.data;
}

async function unreadable({ book }: ShopifyOptions, name: string, error?: z.ZodError): Promise<StoreFailure> {
  const where = error?.issues[0]?.path.join('.') ?? '';
  const message = `${name}: its answer has another shape (${where}).`;
  await book.recordCall({ provider: SHOPIFY, ok: false, message });
  return new StoreFailure('unavailable', 'unreadable');
}

/**
 * Logs each answer by another version of the API once: an expired version is answered by a later one, which may leave
 * out fields we read.
 */
function versionWatch({ version, log }: ShopifyOptions): (headers: Headers) => void {
  const noted = new Set<string>();
  return (headers) => {
    const answered = headers.get('x-shopify-api-version');
    if (!answered || answered === version || noted.has(answered)) return;
    noted.add(answered);
    log.warn({ asked: version, answered }, 'the store platform answered by another version of its API');
  };
}

/** The store takes no more calls for now. */
class Throttled extends StoreFailure {
  readonly pauseMs: number;

  constructor(headers: Headers) {
    super('unavailable', 'It responded with 429.');
    this.pauseMs = Number(headers.get('retry-after')) * 1000 || 2000;
  }
}

function requireTaken(status: number): void {
  if (status === 401 || status === 403) throw new StoreFailure('unauthorised', String(status));
  // Frozen, closed or gone: the store's own state, and no failure of the platform.
  if (status >= 400) throw new StoreFailure('refused', String(status));
}

const Answer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(
      z
        .object({ extensions: z.object({ code: z.string().catch('') }).catch({ code: '' }) })
        .transform(({ extensions }) => ({ code: extensions.code })),
    )
    // Some refusals are one text.
    .or(z.string().transform((code) => [{ code }]))
    .optional(),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
      }),
    })
    .optional()
    .catch(undefined),
});

/** How long until there are points enough for the same question, in ms; null when it was not throttled. */
function waitOf({ errors, extensions }: z.output<typeof Answer>): number | null {
  if (!errors?.some(({ code }) => code === 'THROTTLED')) return null;
  if (!extensions) return 1000;
  const { requestedQueryCost, throttleStatus } = extensions.cost;
  const missing = Math.max(0, requestedQueryCost - throttleStatus.currentlyAvailable);
  return Math.min(
    LONGEST_PAUSE_MS,
    Math.max(250, (missing / Math.max(1, throttleStatus.restoreRate)) * 1000),
  );
}

const kindOf = (code: string): StoreFailure['kind'] =>
  code === 'INTERNAL_SERVER_ERROR' ? 'unavailable' : code === 'UNAUTHORIZED' ? 'unauthorised' : 'refused';
