import type { Team, TeamPlaces } from '@troupe/domain/account/team';
import { planOf } from '@troupe/domain/billing/plan';
import type { Database } from '../../platform/database.ts';
import { countMembers, readMembers } from '../account/team/team.queries.ts';
import { readPlan } from '../billing/subscription/subscription.queries.ts';
import { countOpenInvites, readOpenInvites } from './team-invite/team-invite.queries.ts';

/** Returns the seats of a team: used, invited, and the plan's limit (null without a limit, or without a plan). */
export async function readPlaces(db: Database, brandId: string, now: Date): Promise<TeamPlaces> {
  return {
    members: await countMembers(db, brandId),
    invited: await countOpenInvites(db, brandId, now),
    limit: await readLimit(db, brandId),
  };
}

/** Returns the members of a brand, its open invitations and its seats. */
export async function readTeam(db: Database, brandId: string, now: Date): Promise<Team> {
  const [members, invites, limit] = await Promise.all([
    readMembers(db, brandId),
    readOpenInvites(db, brandId, now),
    readLimit(db, brandId),
  ]);
  const invited = invites.filter(({ expired }) => !expired).length;
  return { members, invites, places: { members: members.length, invited, limit } };
}

const readLimit = async (db: Database, brandId: string): Promise<number | null> =>
  planOf((await readPlan(db, brandId))?.planId ?? null)?.teamUsers ?? null;
