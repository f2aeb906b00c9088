import { createHash } from 'node:crypto';
import * as calls from '@troupe/contract/commerce/store';
import { CONNECT_SECONDS, SIGNED_QUERY_SECONDS, shopOf } from '@troupe/domain/commerce/store';
import { StoreFailure, type StoreTokens } from '@troupe/domain/commerce/store-platform';
import { problem } from '@troupe/domain/problem';
import { z } from 'zod';
import { readToken, sameText, sealText, signToken } from '../../platform/access/secret.ts';
import type { CallContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { readStores } from './order/order-store.queries.ts';
import { insertCode, isTaken, readCode, upsertStore } from './store/store.queries.ts';
import { withLease } from './store/store-lease.queries.ts';
import { leaseOf, publishStoreChange, type StoreParts } from './store-access.ts';
import { SETUP_JOB } from './store-sync.ts';

const STATE = 'shopify-state';
const WAIT_MS = 30_000;

const USED = 'This link was already used. Open the app from your store again.';
const AWAY = "We can't reach your store right now. Open the app from your store again in a moment.";

/** Payload of an OAuth state: who started the installation of which store. */
const State = z.object({ shop: z.string(), nonceHash: z.string() });

/** Registers the store connection routes: the install page and the consent callback. */
export function storeConnectRoutes(parts: StoreParts): void {
  const { implement } = parts.api;
  implement(calls.beginShopifyInstall, (context) => beginShopifyInstall(parts, context));
  implement(calls.connectShopifyStore, (context) => connectShopifyStore(parts, context));
}

async function beginShopifyInstall(
  { api: { config, clock }, platform }: StoreParts,
  { body: { query, nonceHash } }: CallContext<typeof calls.beginShopifyInstall>,
) {
  if (!platform.configured)
    throw problem('unavailable', { message: "Connecting stores isn't set up on this server." });
  const shop = shopOf(partOf(query, 'shop') ?? '');
  if (!shop) throw noStore();
  if (!platform.isSigned(query)) throw problem('invalid_signature');
  requireFresh(partOf(query, 'timestamp'), SIGNED_QUERY_SECONDS, clock.now());
  const expires = new Date(clock.now().getTime() + CONNECT_SECONDS * 1000);
  const state = signToken(config.SECRET_KEY, STATE, { shop, nonceHash: nonceHash.toLowerCase() }, expires);
  const redirectUrl = `${config.WEB_ORIGIN}/order-integration-install`;
  return { shop, authorizeUrl: platform.consentUrl(shop, state, redirectUrl) };
}

type Sent = z.output<typeof calls.connectShopifyStore.body>;

/**
 * Verifies the signed parameters. Returns whether the platform itself vouches for the request.
 * @throws invalid_signature
 */
function verify({ api: { config, clock }, platform }: StoreParts, sent: Sent, shop: string): boolean {
  const query = sent.query ?? (sent.hmac ? queryOf(sent) : undefined);
  if (query !== undefined) {
    const agrees = (name: 'code' | 'hmac' | 'host' | 'state' | 'timestamp') =>
      sent[name] === undefined || sent[name] === partOf(query, name);
    const own = ['code', 'hmac', 'host', 'state', 'timestamp'] as const;
    if (shopOf(partOf(query, 'shop') ?? '') !== shop || !own.every(agrees) || !partOf(query, 'code'))
      throw problem('invalid_signature');
    if (!platform.isSigned(query)) throw problem('invalid_signature');
  }
  const timestamp = sent.timestamp ?? (query === undefined ? undefined : partOf(query, 'timestamp'));
  if (timestamp !== undefined || query !== undefined)
    requireFresh(timestamp ?? null, CONNECT_SECONDS, clock.now());
  const state = sent.state ?? (query === undefined ? undefined : (partOf(query, 'state') ?? undefined));
  if (state !== undefined)
    requireOwnState(readState(config.SECRET_KEY, state, clock.now()), shop, sent.nonce);
  return query !== undefined;
}

function requireOwnState(state: unknown, shop: string, nonce: string | undefined): void {
  const read = State.safeParse(state);
  const hash = createHash('sha256')
    .update(nonce ?? '')
    .digest('hex');
  const isOwn = read.success && read.data.shop === shop && sameText(read.data.nonceHash, hash);
  if (!isOwn || !nonce)
    throw problem('invalid_signature', {
      message:
        'The connection was started in another browser or has expired. Open the app from your store again.',
    });
}

function readState(secretKey: string, state: string, now: Date): unknown {
  try {
    return readToken(secretKey, STATE, state, now);
  } catch {
    return null;
  }
}

async function connectShopifyStore(
  parts: StoreParts,
  { brandId, body, caller: { userId } }: CallContext<typeof calls.connectShopifyStore>,
) {
  const { platform } = parts;
  const { db } = parts.api;
  const shop = shopOf(body.shop);
  if (!shop) throw noStore();
  if (!platform.configured)
    throw problem('unavailable', { message: "Connecting stores isn't set up on this server." });
  const vouched = verify(parts, body, shop);
  const hash = createHash('sha256').update(`${shop} ${body.code}`).digest('hex');
  // For two tabs or a double click, the second request finds the result of the first.
  const done = await withLease(db, leaseOf(shop), WAIT_MS, async () => {
    const before = await readCode(db, hash);
    if (before) {
      if (before.brandId !== brandId || before.status !== 'connected')
        throw problem('invalid_signature', { message: USED });
      return before.id;
    }
    // Reveal that a store is taken only to requests signed by the store itself.
    if (vouched && (await isTaken(db, shop, brandId))) throw problem('store_taken');
    const tokens = await exchange(parts, shop, body.code);
    if (await isTaken(db, shop, brandId)) throw problem('store_taken');
    return keepStore(parts, { brandId, shop, tokens, hash, userId });
  });
  if (!done) throw problem('unavailable', { message: AWAY });
  const [store] = await readStores(db, brandId, platform.scopes, done.result);
  if (!store) throw problem('not_found');
  return { store };
}

async function exchange({ platform }: StoreParts, shop: string, code: string): Promise<StoreTokens> {
  return platform.exchangeCode(shop, code).catch((error: unknown) => {
    if (!(error instanceof StoreFailure)) throw error;
    throw error.kind === 'unavailable'
      ? problem('unavailable', { message: AWAY, detail: error })
      : problem('store_refused', { detail: error });
  });
}

interface GrantedStore {
  brandId: string;
  shop: string;
  tokens: StoreTokens;
  /** Hash of the exchanged code. */
  hash: string;
  userId: string;
}

async function keepStore({ api }: StoreParts, granted: GrantedStore): Promise<string> {
  const { config, clock, pool, jobs } = api;
  const { brandId, shop, tokens } = granted;
  const now = clock.now();
  const seal = (token: string | null) => token && sealText(config.SECRET_KEY, token);
  return withTransaction(pool, async (tx, connection) => {
    const { id } = await upsertStore(tx, {
      id: newId(),
      brandId,
      platform: 'shopify',
      shop,
      name: shop,
      status: 'connected',
      scopes: tokens.scopes,
      accessToken: seal(tokens.accessToken),
      accessExpiresAt: tokens.expires,
      refreshToken: seal(tokens.refreshToken),
      refreshExpiresAt: tokens.refreshExpires,
      connectedBy: granted.userId,
      connectedAt: now.toISOString(),
      subscribed: false,
    });
    await insertCode(tx, granted.hash, id, now);
    await jobs.send(SETUP_JOB, { storeId: id }, { transaction: connection });
    await publishStoreChange(tx, brandId, id);
    return id;
  });
}

const noStore = () =>
  problem('invalid', {
    message: 'Invalid Shopify store URL',
    fields: { shop: 'Enter a valid store URL' },
  });

/** Returns a query parameter; null if it is missing, empty or repeated. */
function partOf(query: string, name: string): string | null {
  const values = new URLSearchParams(query).getAll(name);
  return values.length === 1 ? values[0] || null : null;
}

/** Rebuilds the query from its parameters. */
const queryOf = ({ code, hmac, host, shop, state, timestamp }: Record<string, string | undefined>): string =>
  new URLSearchParams(
    Object.entries({ code, hmac, host, shop, state, timestamp }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  ).toString();

/** @param seconds maximum age; allows a clock difference of {@link SIGNED_QUERY_SECONDS} */
function requireFresh(timestamp: string | null, seconds: number, now: Date): void {
  const age = now.getTime() / 1000 - Number(/^\d{1,12}$/.test(timestamp ?? '') ? timestamp : Number.NaN);
  if (!(age <= seconds && age >= -SIGNED_QUERY_SECONDS)) throw problem('invalid_signature');
}
