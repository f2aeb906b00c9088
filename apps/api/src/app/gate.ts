import { apiKeyScopeOf } from '@troupe/contract/account/api-key-access';
import type { BrandObject, Call, OwnObject } from '@troupe/contract/call';
import { ADMIN_GROUP } from '@troupe/domain/account/user';
import { problem } from '@troupe/domain/problem';
import { upTo } from '@troupe/server/cache';
import { createLimiter, type RateCounters } from '@troupe/server/rate-counters';
import { LRUCache } from 'lru-cache';
import { type KnownApiKey, looksLikeApiKey } from '../modules/account/api-key/api-key.queries.ts';
import { brandExists } from '../modules/account/brand/brand.queries.ts';
import { type KnownUser, loadUser } from '../modules/account/brand/brand-member.queries.ts';
import { applyTokenEmail, changedEmail, provisionUser } from '../modules/account/provision-user.ts';
import { userOfAffiliate } from '../modules/affiliate/affiliate/affiliate.queries.ts';
import { isPastDue } from '../modules/billing/subscription/subscription.queries.ts';
import { brandOfCampaign } from '../modules/campaigns/campaign/campaign.queries.ts';
import { userOfOptIn } from '../modules/campaigns/opt-in/opt-in.queries.ts';
import { brandOfCreatorListItem } from '../modules/discovery/creator-list/creator-list.queries.ts';
import type { TokenClaims, TokenVerifier } from '../platform/access/token.ts';
import type { Caller } from '../platform/api.ts';
import type { Config } from '../platform/config.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/id.ts';
import type { Listener } from '../platform/listen.ts';
import { actors } from './acting.ts';
import type { ApiKeyParts, FindApiKey } from './api-keys.ts';
import type { Gate } from './implement.ts';

const BRAND_OF: Record<BrandObject, (db: Database, id: string) => Promise<string | null>> = {
  'creator-list-item': brandOfCreatorListItem,
  campaign: brandOfCampaign,
};

const USER_OF: Record<OwnObject, (db: Database, id: string) => Promise<string | null>> = {
  'opt-in': userOfOptIn,
  affiliate: userOfAffiliate,
};

const USER_CACHE_MS = 10_000;
const PAST_DUE_CACHE_MS = 10_000;

/**
 * Creates the single place that authorizes calls. Users are cached for 10 s and invalidated when any process
 * announces a change (channel `user_changed`, payload the user ID).
 */
export function createGate(tokens: TokenVerifier, parts: ApiKeyParts, findKey: FindApiKey): Gate {
  const { db, listener } = parts;
  const actAs = actors(parts);
  const users = new LRUCache<string, KnownUser>({ ...upTo(10_000), ttl: USER_CACHE_MS });
  const { isBrand, requireOwn, brandOf } = lookups(db);

  listener.on('user_changed', (userId) => {
    for (const [subject, user] of users.entries()) if (!userId || user.id === userId) users.delete(subject);
  });

  /** Checks that a key's brand and scope allow the call and that it isn't a personal call. */
  async function passKey(call: Parameters<Gate>[0], key: KnownApiKey, params: Record<string, unknown>) {
    const { access } = call;
    const scope = apiKeyScopeOf(call);
    if (call.peopleOnly) throw problem('forbidden', { message: 'Only a logged-in person can do this.' });
    if (!scope || !isBrandAccess(access))
      throw problem('forbidden', { message: "API keys can't be used for this." });
    if (scope === 'write' && key.scope === 'read')
      throw problem('forbidden', { message: 'This API key is read-only.' });
    const brandId = await brandOf(access, params);
    if (brandId !== key.brandId) throw problem(typeof access === 'object' ? 'not_found' : 'forbidden');
    return { caller: callerOfKey(key), brandId };
  }

  function callerFrom(claims: TokenClaims, user: KnownUser): Caller {
    const administrator = claims.groups.includes(ADMIN_GROUP) || user.role === 'administrator';
    return {
      userId: user.id,
      role: administrator ? 'administrator' : user.role,
      administrator,
      memberships: user.memberships,
      apiKeyId: null,
    };
  }

  async function find(claims: TokenClaims, token: string): Promise<KnownUser> {
    const known = (await loadUser(db, claims.subject)) ?? (await provisionUser(db, tokens, claims, token));
    const user = await applyTokenEmail(db, known, claims);
    users.set(claims.subject, user);
    return user;
  }

  return async (call, request) => {
    const { access } = call;
    if (access === 'public') return { caller: null, brandId: null };
    const token = bearerOf(request.headers.authorization);
    if (looksLikeApiKey(token))
      return passKey(call, await findKey(token), request.params as Record<string, unknown>);
    const claims = await tokens.verify(token);
    const known = users.get(claims.subject);
    const remembered = known && !changedEmail(known, claims) ? known : undefined;
    const person = callerFrom(claims, remembered ?? (await find(claims, token)));
    const caller = await actAs(person, call, request);
    if (access === 'user') return { caller, brandId: null };
    if (access === 'administrator') {
      if (!caller.administrator) throw problem('forbidden');
      return { caller, brandId: null };
    }
    if (access === 'creator' || (typeof access === 'object' && 'own' in access)) {
      if (caller.role !== 'creator') throw problem('forbidden');
      if (access !== 'creator') await requireOwn(access, caller, request.params as Record<string, unknown>);
      return { caller, brandId: null };
    }
    const brandId = await brandOf(access, request.params as Record<string, unknown>);
    if (caller.administrator) {
      if (!brandId || !(await isBrand(brandId))) throw problem('not_found');
      return { caller, brandId };
    }
    if (brandId && mayEnter(caller, brandId, access)) return { caller, brandId };
    // The announcement of a new membership may be late: reload before rejecting.
    const reloaded =
      remembered && brandId && caller === person ? callerFrom(claims, await find(claims, token)) : caller;
    if (brandId && mayEnter(reloaded, brandId, access)) return { caller: reloaded, brandId };
    throw problem(typeof access === 'object' ? 'not_found' : 'forbidden');
  };
}

/** Looks up the brand or user that a path refers to, with caching. */
function lookups(db: Database) {
  const brands = new LRUCache<string, true>({ ...upTo(10_000), ttl: 60_000 });
  // Objects never move to another brand.
  const objects = new LRUCache<string, string>({ ...upTo(20_000), ttl: 60_000 });

  async function isBrand(brandId: string): Promise<boolean> {
    if (brands.has(brandId)) return true;
    const exists = await brandExists(db, brandId);
    if (exists) brands.set(brandId, true);
    return exists;
  }

  /** Throws not_found unless the object belongs to the creator. */
  async function requireOwn(access: OwnAccess, caller: Caller, params: Record<string, unknown>) {
    const id = params[access.param];
    if (!isId(id) || (await USER_OF[access.own](db, id)) !== caller.userId) throw problem('not_found');
  }

  /** Returns the brand in the path, or that of the object in the path; null if there is none. */
  async function brandOf(access: BrandAccess, params: Record<string, unknown>): Promise<string | null> {
    const name = typeof access === 'object' ? access.param : 'brandId';
    const id = params[name];
    if (!isId(id)) throw problem('invalid', { fields: { [name]: 'Not a valid ID' } });
    if (typeof access !== 'object') return id.toLowerCase();
    const key = `${access.object}/${id}`;
    const known = objects.get(key) ?? (await BRAND_OF[access.object](db, id));
    if (known) objects.set(key, known);
    return known;
  }

  return { isBrand, requireOwn, brandOf };
}

/** Wraps a gate to limit the calls of each person and of each brand, across all processes. */
export function limitCallers(
  gate: Gate,
  limits: Pick<Config, 'CALLS_PER_USER_PER_MINUTE' | 'CALLS_PER_BRAND_PER_MINUTE'>,
  rates: RateCounters,
): Gate {
  const limitUser = createLimiter(rates, 'user-calls', limits.CALLS_PER_USER_PER_MINUTE);
  const limitBrand = createLimiter(rates, 'brand-calls', limits.CALLS_PER_BRAND_PER_MINUTE);
  return async (call, request) => {
    const context = await gate(call, request);
    // API keys have a separate limit.
    if (context.caller && !context.caller.apiKeyId) await limitUser(context.caller.userId);
    if (context.brandId) await limitBrand(context.brandId);
    return context;
  };
}

/**
 * Wraps a gate to reject members of a brand with a past-due payment, except for calls that settle it
 * (`whilePastDue`). Administrators pass. The database announces changes (channel `standing_changed`, payload the
 * brand ID), so access returns immediately after payment.
 */
export function closedWhilePastDue(gate: Gate, db: Database, listener: Listener): Gate {
  const known = new LRUCache<string, { owes: boolean }>({ ...upTo(10_000), ttl: PAST_DUE_CACHE_MS });
  listener.on('standing_changed', (brandId) => {
    if (brandId) known.delete(brandId);
    else known.clear();
  });

  async function owes(brandId: string): Promise<boolean> {
    const remembered = known.get(brandId);
    if (remembered) return remembered.owes;
    const now = { owes: await isPastDue(db, brandId) };
    known.set(brandId, now);
    return now.owes;
  }

  return async (call, request) => {
    const context = await gate(call, request);
    const { caller, brandId } = context;
    const open = 'whilePastDue' in call && call.whilePastDue === true;
    if (brandId && !open && !caller?.administrator && (await owes(brandId)))
      throw problem('payment_past_due');
    return context;
  };
}

/** Returns the bearer token of a request; throws `unauthenticated` if it has none. */
export function bearerOf(authorization: string | undefined): string {
  const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
  if (!token || token.length > 8192) throw problem('unauthenticated');
  return token;
}

/** A key acts as a member of its brand under its own name. */
const callerOfKey = ({ id, userId, brandId }: KnownApiKey): Caller => ({
  userId,
  role: 'brand',
  administrator: false,
  memberships: new Map([[brandId, 'member']]),
  apiKeyId: id,
});

const isBrandAccess = (access: Call['access']): access is BrandAccess =>
  access === 'brand' || access === 'owner' || (typeof access === 'object' && 'object' in access);

type OwnAccess = Extract<Call['access'], { own: string }>;
type BrandAccess = Exclude<Call['access'], 'public' | 'user' | 'administrator' | 'creator' | OwnAccess>;

function mayEnter(caller: Caller, brandId: string, access: BrandAccess): boolean {
  const role = caller.memberships.get(brandId);
  return access === 'owner' ? role === 'owner' : role !== undefined;
}
