import * as calls from '@troupe/contract/account/team';
import type { Team } from '@troupe/domain/account/team';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext, Caller } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { countOwners, lockTeam, removeFromTeam, roleInTeam, setTeamRole } from './team/team.queries.ts';
import { announceUserChange } from './user/user.queries.ts';

/** Dependencies of teams on later modules. */
export interface TeamParts {
  /** Returns the members of a brand with its open invitations. */
  readTeam(db: Database, brandId: string, now: Date): Promise<Team>;
  /** Cleans up after a member left, in the same transaction. */
  afterLeaving(tx: Database, brandId: string, userId: string): Promise<void>;
}

/** Registers the calls for a brand's members and their roles. */
export function teams(api: Api, parts: TeamParts): void {
  const { implement, db, clock } = api;
  const read = (brandId: string) => parts.readTeam(db, brandId, clock.now());
  implement(calls.getTeam, ({ brandId }) => read(brandId));
  implement(calls.changeTeamRole, async (context) => {
    await changeRole(api, context);
    return read(context.brandId);
  });
  implement(calls.removeTeamMember, async (context) => {
    await removeMember(api, parts, context);
    return read(context.brandId);
  });
  implement(calls.transferOwnership, async (context) => {
    await transferOwnership(api, context);
    return read(context.brandId);
  });
  implement(calls.leaveTeam, (context) => leaveTeam(api, parts, context));
}

async function changeRole(
  { db }: Api,
  { brandId, caller, params: { userId }, body: { role } }: CallContext<typeof calls.changeTeamRole>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeamAsOwner(tx, brandId, caller);
    const before = await requireRole(tx, brandId, userId);
    if (before === role) return;
    if (before === 'owner') await requireAnotherOwner(tx, brandId);
    await setTeamRole(tx, brandId, userId, role);
    await announceUserChange(tx, userId);
    await publishTeamChange(tx, brandId);
  });
}

async function removeMember(
  { db }: Api,
  { afterLeaving }: TeamParts,
  { brandId, caller, params: { userId } }: CallContext<typeof calls.removeTeamMember>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeamAsOwner(tx, brandId, caller);
    if ((await requireRole(tx, brandId, userId)) === 'owner') await requireAnotherOwner(tx, brandId);
    await removeFromTeam(tx, brandId, userId);
    await afterLeaving(tx, brandId, userId);
    await announceUserChange(tx, userId);
    await publishTeamChange(tx, brandId);
  });
}

async function transferOwnership(
  { db }: Api,
  { brandId, caller, params: { userId } }: CallContext<typeof calls.transferOwnership>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockTeamAsOwner(tx, brandId, caller);
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
    await publishTeamChange(tx, brandId);
  });
}

async function leaveTeam(
  { db }: Api,
  { afterLeaving }: TeamParts,
  { brandId, caller }: CallContext<typeof calls.leaveTeam>,
) {
  await db.transaction(async (tx) => {
    await lockTeam(tx, brandId);
    if ((await requireRole(tx, brandId, caller.userId)) === 'owner') await requireAnotherOwner(tx, brandId);
    await removeFromTeam(tx, brandId, caller.userId);
    await afterLeaving(tx, brandId, caller.userId);
    await announceUserChange(tx, caller.userId);
    await publishTeamChange(tx, brandId);
  });
  return { success: true as const };
}

/** Throws if a change would remove the last owner. The team must be locked. */
async function requireAnotherOwner(tx: Database, brandId: string): Promise<void> {
  if ((await countOwners(tx, brandId)) < 2) throw problem('last_owner');
}

async function requireRole(tx: Database, brandId: string, userId: string) {
  const role = await roleInTeam(tx, brandId, userId);
  if (!role) throw problem('not_found', { message: 'This person is no longer on the team.' });
  return role;
}

/**
 * Locks a brand's team for a change. Rechecks that the caller is an owner: the gate's data may be seconds old.
 * @returns the brand's name
 * @throws forbidden when the caller is no longer an owner
 */
export async function lockTeamAsOwner(tx: Database, brandId: string, caller: Caller): Promise<string> {
  const name = await lockTeam(tx, brandId);
  if (name === null) throw problem('not_found');
  if (!caller.administrator && (await roleInTeam(tx, brandId, caller.userId)) !== 'owner')
    throw problem('forbidden', { message: 'Only owners can do this.' });
  return name;
}

/** Refreshes open team screens once the transaction commits. */
export const publishTeamChange = (tx: Database, brandId: string): Promise<void> =>
  publish(tx, { type: 'brand.changed', brandId, data: {} });
