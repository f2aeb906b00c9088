import * as calls from '@troupe/contract/account/team';
import { and, desc, eq } from 'drizzle-orm';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestPerson } from '../../../testing/test-api.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';

/** Starts the API, with helpers for team tests. */
export async function startTeamWorld() {
  const t = await startTestApi({ TROUPE_ROLES: 'http' });
  const { db } = t.api;

  /** Adds a brand with an owner. */
  async function team(plan: string | null = null, name = 'Larkmoor') {
    const brandId = await t.brand(name);
    if (plan)
      await db.insert(subscriptionTable).values({
        id: newId(),
        brandId,
        kind: 'plan',
        planId: plan,
        period: 'monthly',
        status: 'active',
      });
    const owner = await t.person({ brandId, brandRole: 'owner' });
    return { brandId, owner };
  }

  /** Adds a user without a brand. */
  const stranger = (email: string) => t.person({ email });
  const address = () => `${newId()}@larkmoor.example`;

  const invite = (by: TestPerson, brandId: string, email: string, role: 'owner' | 'member' = 'member') =>
    by.call(calls.inviteToTeam, { params: { brandId }, body: { email, role } });

  /** Returns the token from the newest email to an address. */
  async function tokenFor(brandId: string, email: string): Promise<string> {
    const [mail] = await db
      .select({ plain: mailTable.plain })
      .from(mailTable)
      .where(and(eq(mailTable.brandId, brandId), eq(mailTable.toAddress, email)))
      .orderBy(desc(mailTable.createdAt), desc(mailTable.id))
      .limit(1);
    return /\/team-invite\/([\da-f]{32})/.exec(mail?.plain ?? '')?.[1] ?? '';
  }

  const accept = (by: TestPerson, token: string) =>
    by.call(calls.acceptTeamInvitation, { params: { token } });
  const read = (by: TestPerson, brandId: string) => by.call(calls.getTeam, { params: { brandId } });

  /** Adds a member by invitation. */
  async function joined(brandId: string, owner: TestPerson, role: 'owner' | 'member' = 'member') {
    const email = address();
    await invite(owner, brandId, email, role);
    const person = await stranger(email);
    await accept(person, await tokenFor(brandId, email));
    return person;
  }

  return { t, db, team, stranger, address, invite, tokenFor, accept, read, joined };
}

export type TeamWorld = Awaited<ReturnType<typeof startTeamWorld>>;
