import { endActing, startActing } from '@troupe/contract/operations/admin';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../../platform/api.ts';
import { endActingOf, insertActing, readActable } from './acting.queries.ts';

/** Administrators act as members of brands, for a while and in sight of the brand's owners. */
export function actingRoutes({ implement, db, clock }: Api): void {
  implement(startActing, async ({ params: { brandId, userId }, body: { reason }, caller }) => {
    const member = await readActable(db, brandId, userId);
    if (!member) throw problem('not_found');
    if (member.role === 'administrator')
      throw problem('forbidden', { message: "You can't act as an administrator." });
    const { name, brandName } = member;
    return insertActing(
      db,
      { brandId, administratorId: caller.userId, userId, reason: reason.trim(), name, brandName },
      clock.now(),
    );
  });

  implement(endActing, async ({ params: { brandId, actingId }, caller }) => {
    const known = await endActingOf(
      db,
      { id: actingId, brandId, administratorId: caller.userId },
      clock.now(),
    );
    if (!known) throw problem('not_found');
    return { success: true };
  });
}
