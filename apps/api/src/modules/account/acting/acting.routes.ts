import { endActing, startActing } from '@troupe/contract/account/acting';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../../platform/api.ts';
import { endActingOf, insertActing, readActable } from './acting.queries.ts';

/** Registers the calls with which administrators act as members of brands: time-limited and visible to owners. */
export function actingRoutes(api: Api): void {
  api.implement(startActing, (context) => start(api, context));
  api.implement(endActing, (context) => end(api, context));
}

async function start(
  { db, clock }: Api,
  { params: { brandId, userId }, body: { reason }, caller }: CallContext<typeof startActing>,
) {
  const member = await readActable(db, brandId, userId);
  if (!member) throw problem('not_found');
  if (member.role === 'administrator')
    throw problem('forbidden', { message: "You can't act as another administrator." });
  const { name, brandName } = member;
  return insertActing(
    db,
    { brandId, administratorId: caller.userId, userId, reason: reason.trim(), name, brandName },
    clock.now(),
  );
}

async function end(
  { db, clock }: Api,
  { params: { brandId, actingId }, caller }: CallContext<typeof endActing>,
) {
  const acting = { id: actingId, brandId, administratorId: caller.userId };
  if (!(await endActingOf(db, acting, clock.now()))) throw problem('not_found');
  return { success: true };
}
