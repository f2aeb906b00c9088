import * as calls from '@troupe/contract/account/team';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { joinTeam } from './join-team.ts';
import {
  countOwners,
  holdTeam,
  readTeam,
  removeFromTeam,
  roleInTeam,
  setTeamRole,
} from './team/team.queries.ts';
import { holdTeamAsOwner, tellTeam } from './team-hold.ts';
import { announceUserChange } from './user/user.queries.ts';

/** The people of a brand: who belongs to it, in which role, and who is invited. */
export function teams(api: Api): void {
  const { db, clock, implement } = api;
  joinTeam(api);

  /** The last owner stays one; the team must be held. */
  async function requireAnotherOwner(tx: Database, brandId: string): Promise<void> {
    if ((await countOwners(tx, brandId)) < 2) throw problem('last_owner');
  }

  async function requireRole(tx: Database, brandId: string, userId: string) {
    const role = await roleInTeam(tx, brandId, userId);
    if (!role) throw problem('not_found', { message: 'This person is not in the team any more.' });
    return role;
  }

  implement(calls.getTeam, ({ brandId }) => readTeam(db, brandId, clock.now()));

  implement(calls.changeTeamRole, async ({ brandId, caller, params: { userId }, body: { role } }) => {
    await db.transaction(async (tx) => {
      await holdTeamAsOwner(tx, brandId, caller);
      const before = await requireRole(tx, brandId, userId);
      if (before === role) return;
      if (before === 'owner') await requireAnotherOwner(tx, brandId);
      await setTeamRole(tx, brandId, userId, role);
      await announceUserChange(tx, userId);
      await tellTeam(tx, brandId);
    });
    return readTeam(db, brandId, clock.now());
  });

  implement(calls.removeTeamMember, async ({ brandId, caller, params: { userId } }) => {
    await db.transaction(async (tx) => {
      await holdTeamAsOwner(tx, brandId, caller);
      if ((await requireRole(tx, brandId, userId)) === 'owner') await requireAnotherOwner(tx, brandId);
      await removeFromTeam(tx, brandId, userId);
      await announceUserChange(tx, userId);
      await tellTeam(tx, brandId);
    });
    return readTeam(db, brandId, clock.now());
  });

  implement(calls.transferOwnership, async ({ brandId, caller, params: { userId } }) => {
    await db.transaction(async (tx) => {
      await holdTeamAsOwner(tx, brandId, caller);
      const mine = await roleInTeam(tx, brandId, caller.userId);
      if (mine !== 'owner' || userId === caller.userId)
        throw problem('conflict', {
          message:
            mine === 'owner'
              ? "You're already an owner. Choose someone else."
              : 'Only owners can transfer ownership. Make this person an owner instead.',
        });
      await requireRole(tx, brandId, userId);
      await setTeamRole(tx, brandId, userId, 'owner');
      await setTeamRole(tx, brandId, caller.userId, 'member');
      await announceUserChange(tx, userId);
      await announceUserChange(tx, caller.userId);
      await tellTeam(tx, brandId);
    });
    return readTeam(db, brandId, clock.now());
  });

  implement(calls.leaveTeam, async ({ brandId, caller }) => {
    await db.transaction(async (tx) => {
      await holdTeam(tx, brandId);
      if ((await requireRole(tx, brandId, caller.userId)) === 'owner') await requireAnotherOwner(tx, brandId);
      await removeFromTeam(tx, brandId, caller.userId);
      await announceUserChange(tx, caller.userId);
      await tellTeam(tx, brandId);
    });
    return { success: true as const };
  });
}
