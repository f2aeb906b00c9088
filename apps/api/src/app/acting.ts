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
 * What is open to an administrator who acts as a member: of a brand what its API keys open, which is what any member
 * may do and never what is for owners, administrators or a person about themselves; money and the credits bought with
 * it are left alone. Of what is the member's own they may look at what the dashboard shows, and change nothing. Of
 * what happens live they hear what is told to the whole brand.
 */
export function isOpenToActing({ access, method, noun, name, peopleOnly }: CallAsked): boolean {
  if (name === listenToBrand.name) return true;
  if (access === 'user') return method === 'GET' && LOOKED_AT.has(name ?? '');
  if (noun === 'billing' && method !== 'GET') return false;
  if (SPENDING.has(name ?? '')) return false;
  return apiKeyScopeOf({ access, peopleOnly, ...(method ? { method } : {}) }) !== null;
}

type CallAsked = Pick<Call, 'access'> & { peopleOnly?: boolean | undefined } & Partial<
    Pick<Call, 'method' | 'noun' | 'name'>
  >;

const LOOKED_AT = new Set(['getMe', 'listNotifications', 'listCategories', 'getCreatorMetaData']);
/** What credits are taken for. */
const SPENDING = new Set(['buyAudienceData', 'fetchCreatorContact']);

/** The caller as the member whom the header names; the caller themselves without the header. */
export function actors({ db, clock }: { db: Database; clock: Clock }) {
  return async (caller: Caller, call: CallAsked, request: FastifyRequest): Promise<Caller> => {
    const id = request.headers[ACTING_HEADER];
    // It is the administrator themselves who ends it. Their page names it until then, so that nothing it asks for
    // meanwhile is asked for with their own rights.
    if (id === undefined || call.name === endActing.name) return caller;
    if (!caller.administrator || !isId(id)) throw problem('acting_ended');
    const acting = await findActing(db, id, caller.userId, clock.now());
    if (!acting) throw problem('acting_ended');
    if (!isOpenToActing(call))
      throw problem('forbidden', { message: 'This is not open while you act as a member.' });
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
