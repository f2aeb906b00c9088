import { endActing } from '@troupe/contract/account/acting';
import { apiKeyScopeOf } from '@troupe/contract/account/api-key-access';
import type { Call } from '@troupe/contract/call';
import { ACTING_HEADER } from '@troupe/contract/headers';
import { listenToBrand } from '@troupe/contract/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import type { FastifyRequest } from 'fastify';
import { findActing } from '../modules/account/acting/acting.queries.ts';
import type { Caller } from '../platform/api.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { isId } from '../platform/id.ts';

/**
 * Returns whether a call is open to an administrator acting as a member: for brand calls, what API keys can do (any
 * member's rights, never those of owners, administrators or a person) minus payments and spending credits. Personal
 * data is read-only, limited to what the dashboard shows. Live events are limited to those of the whole brand.
 */
export function isOpenToActing({ access, method, noun, name, peopleOnly }: CallAsked): boolean {
  if (name === listenToBrand.name) return true;
  if (access === 'user') return method === 'GET' && READABLE.has(name ?? '');
  if (noun === 'billing' && method !== 'GET') return false;
  if (SPENDING.has(name ?? '')) return false;
  return apiKeyScopeOf({ access, peopleOnly, ...(method ? { method } : {}) }) !== null;
}

type CallAsked = Pick<Call, 'access'> & { peopleOnly?: boolean | undefined } & Partial<
    Pick<Call, 'method' | 'noun' | 'name'>
  >;

const READABLE = new Set(['getMe', 'listNotifications', 'listCategories', 'getCreatorMetaData']);
/** Calls that spend credits. */
const SPENDING = new Set(['buyAudienceData', 'fetchCreatorContact', 'searchOutside']);

/** Returns the caller as the member named in the header; unchanged without the header. */
export function actors({ db, clock }: { db: Database; clock: Clock }) {
  return async (caller: Caller, call: CallAsked, request: FastifyRequest): Promise<Caller> => {
    const id = request.headers[ACTING_HEADER];
    // Administrators end it as themselves. The page sends the header until then, so nothing runs with administrator
    // rights in between.
    if (id === undefined || call.name === endActing.name) return caller;
    if (!caller.administrator || !isId(id)) throw problem('acting_ended');
    const acting = await findActing(db, id, caller.userId, clock.now());
    if (!acting) throw problem('acting_ended');
    if (!isOpenToActing(call))
      throw problem('forbidden', { message: "This isn't available while you're acting as a member." });
    return {
      userId: acting.userId,
      role: 'brand',
      administrator: false,
      apiKeyId: null,
      memberships: new Map([[acting.brandId, 'member']]),
      acting: { by: caller.userId, id, until: acting.expiresAt },
    };
  };
}
