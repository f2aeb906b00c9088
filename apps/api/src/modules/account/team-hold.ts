import { problem } from '@troupe/domain/problem';
import type { Caller } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { tell } from '../../platform/live/live.ts';
import { holdTeam, roleInTeam } from './team/team.queries.ts';

/**
 * Holds a brand's team for a change, and makes sure that the caller is still an owner: what the gate knew may be seconds
 * old, and two owners may be at it at once. Answers the brand's name.
 * @throws forbidden when the caller is no owner any more
 */
export async function holdTeamAsOwner(tx: Database, brandId: string, caller: Caller): Promise<string> {
  const name = await holdTeam(tx, brandId);
  if (name === null) throw problem('not_found');
  if (!caller.administrator && (await roleInTeam(tx, brandId, caller.userId)) !== 'owner')
    throw problem('forbidden', { message: 'Only an owner of the brand can do this.' });
  return name;
}

/** Lets the screens of the team know that it is not as it was, once the transaction commits. */
export const tellTeam = (tx: Database, brandId: string): Promise<void> =>
  tell(tx, { audience: `brand:${brandId}`, type: 'brand' });
