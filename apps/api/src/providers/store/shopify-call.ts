import { setTimeout as sleep } from 'node:timers/promises';
import { type StoreAccess, StoreFailure } from '@troupe/domain/commerce/store-platform';
import type { ProviderGuard } from '@troupe/domain/discovery/provider';
import type { Logger } from '@troupe/server/log';
import { z } from 'zod';
import { fetchJson, type JsonResponse } from '../../platform/outgoing/fetch-json.ts';
import { retry } from '../../platform/outgoing/retry.ts';

/** Provider name for quotas and administrators. */
const SHOPIFY = 'shopify';

export interface ShopifyOptions {
  /** API key of the app; empty if not configured. */
  key: string;
  secret: string;
  /** Previous secret, still accepted for webhooks after a rotation. */
  formerSecret: string;
  scopes: readonly string[];
  /** Such as `2026-07`. */
  version: string;
  /** Origin of a store's admin, with `{shop}` for its domain. */
  shopOrigin: string;
  /** Timeout per attempt; 10 seconds by default. */
  timeoutMs?: number;
  book: ProviderGuard;
  log: Pick<Logger, 'warn'>;
}

const TIMEOUT_MS = 10_000;
const ATTEMPTS = 3;
/** Throttled requests don't use up attempts, but are limited too. */
const THROTTLED_TIMES = 8;
const LONGEST_PAUSE_MS = 10_000;
const MOST_BYTES = 10_000_000;
const TOKEN_HEADER = 'x-shopify-access-token';

export interface ShopifyCaller {
  /** Returns a URL in a store's admin. @param path starting with `/` */
  address(shop: string, path: string): string;
  /** Posts a form to the store's OAuth endpoint; returns any response except 5xx. */
  post(shop: string, path: string, form: Record<string, string>, repeatable: boolean): Promise<JsonResponse>;
  /** Uninstalls the app, which revokes access. */
  uninstall(access: StoreAccess): Promise<void>;
  /** Calls the store's GraphQL API. */
  query<T>(access: StoreAccess, question: GraphQuestion<T>): Promise<T>;
}

export interface GraphQuestion<T> {
  /** For the log and administrators. */
  name: string;
  text: string;
  variables?: Record<string, unknown>;
  data: z.ZodType<T>;
  /** Not repeated after a failure whose outcome is unknown: repeating it would do it twice. */
  once?: boolean;
}

/**
 * Makes calls with circuit breaker and timeout, retried if the platform failed and repeating is
 * safe.
 */
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
    async uninstall({ shop, accessToken }) {
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
          question.once ? 1 : ATTEMPTS,
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
        // The status is sufficient for errors and uninstalls.
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
  const message = `${name}: unexpected response format (${where}).`;
  await book.recordCall({ provider: SHOPIFY, ok: false, message });
  return new StoreFailure('unavailable', 'unreadable');
}

/**
 * Logs each different API version of a response once: an expired version is served by a later one,
 * which may lack fields we read.
 */
function versionWatch({ version, log }: ShopifyOptions): (headers: Headers) => void {
  const noted = new Set<string>();
  return (headers) => {
    const answered = headers.get('x-shopify-api-version');
    if (!answered || answered === version || noted.has(answered)) return;
    noted.add(answered);
    log.warn({ asked: version, answered }, 'store platform responded with a different API version');
  };
}

/** The store is throttling requests. */
class Throttled extends StoreFailure {
  readonly pauseMs: number;

  constructor(headers: Headers) {
    super('unavailable', 'It responded with 429.');
    this.pauseMs = Number(headers.get('retry-after')) * 1000 || 2000;
  }
}

function requireTaken(status: number): void {
  if (status === 401 || status === 403) throw new StoreFailure('unauthorised', String(status));
  // Frozen, closed or deleted: the store's state, not a failure of the platform.
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
    // Some errors are a single string.
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

/** Returns the wait in ms until enough points are available; null if not throttled. */
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
