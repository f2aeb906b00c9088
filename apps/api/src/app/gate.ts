import type { BrandObject, Call } from '@troupe/contract/call';
import { problem } from '@troupe/domain/problem';
import { ADMIN_GROUP } from '@troupe/domain/user';
import { LRUCache } from 'lru-cache';
import { brandExists } from '../features/brand/brand.queries.ts';
import { brandOfCampaign } from '../features/campaign/campaign.queries.ts';
import { brandOfCreatorListItem } from '../features/creator-list/creator-list.queries.ts';
import { type KnownUser, loadUser } from '../features/user/user.queries.ts';
import { provisionUser } from '../flows/provision-user.ts';
import type { Caller } from '../platform/api.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/id.ts';
import type { Listener } from '../platform/listen.ts';
import type { TokenClaims, TokenVerifier } from '../platform/token.ts';
import type { Gate, Passage } from './implement.ts';

const BRAND_OF: Record<BrandObject, (db: Database, id: string) => Promise<string | null>> = {
  'creator-list-item': brandOfCreatorListItem,
  campaign: brandOfCampaign,
};

const USER_CACHE_MS = 10_000;

/**
 * The one place that decides who may make a call. Users are remembered for 10 s, and forgotten at once when
 * any process announces a change (channel `user_changed`, payload the user id).
 */
export function createGate(db: Database, tokens: TokenVerifier, listener: Listener): Gate {
  const users = new LRUCache<string, KnownUser>({ max: 10_000, ttl: USER_CACHE_MS });
  const brands = new LRUCache<string, true>({ max: 10_000, ttl: 60_000 });

  listener.on('user_changed', (userId) => {
    for (const [subject, user] of users.entries()) if (!userId || user.id === userId) users.delete(subject);
  });

  async function callerOf(authorization: string | undefined): Promise<Caller> {
    const token = /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1];
    if (!token || token.length > 8192) throw problem('unauthenticated');
    const claims = await tokens.verify(token);
    const user = users.get(claims.subject) ?? (await find(claims, token));
    const administrator = claims.groups.includes(ADMIN_GROUP) || user.role === 'administrator';
    return {
      userId: user.id,
      role: administrator ? 'administrator' : user.role,
      administrator,
      memberships: user.memberships,
    };
  }

  async function find(claims: TokenClaims, token: string): Promise<KnownUser> {
    const user = (await loadUser(db, claims.subject)) ?? (await provisionUser(db, tokens, claims, token));
    users.set(claims.subject, user);
    return user;
  }

  async function isBrand(brandId: string): Promise<boolean> {
    if (brands.has(brandId)) return true;
    const exists = await brandExists(db, brandId);
    if (exists) brands.set(brandId, true);
    return exists;
  }

  async function enterBrand(caller: Caller, brandId: unknown, ownersOnly: boolean): Promise<Passage> {
    if (!isId(brandId)) throw problem('invalid', { fields: { brandId: 'Not an id' } });
    const id = brandId.toLowerCase();
    if (caller.administrator) {
      if (!(await isBrand(id))) throw problem('not_found');
      return { caller, brandId: id };
    }
    const role = caller.memberships.get(id);
    if (!role || (ownersOnly && role !== 'owner')) throw problem('forbidden');
    return { caller, brandId: id };
  }

  return async ({ access }: Call, request) => {
    if (access === 'public') return { caller: null, brandId: null };
    const caller = await callerOf(request.headers.authorization);
    const params = request.params as Record<string, unknown>;
    if (access === 'user') return { caller, brandId: null };
    if (access === 'administrator') {
      if (!caller.administrator) throw problem('forbidden');
      return { caller, brandId: null };
    }
    if (access === 'brand' || access === 'owner')
      return enterBrand(caller, params.brandId, access === 'owner');
    const objectId = params[access.param];
    if (!isId(objectId)) throw problem('invalid', { fields: { [access.param]: 'Not an id' } });
    const brandId = await BRAND_OF[access.object](db, objectId);
    if (!brandId || (!caller.administrator && !caller.memberships.has(brandId))) throw problem('not_found');
    return { caller, brandId };
  };
}
