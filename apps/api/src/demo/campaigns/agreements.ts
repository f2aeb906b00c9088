import { defaultClauses } from '@troupe/domain/campaigns/agreement/agreement-text';
import { inLanguage } from '@troupe/i18n/language';
import { and, asc, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { readOwners } from '../../modules/account/brand/brand-member.queries.ts';
import { userTable } from '../../modules/account/user/user.table.ts';
import {
  insertAgreement,
  readAgreements,
  signAgreement,
} from '../../modules/campaigns/agreement/agreement.queries.ts';
import { campaignTable } from '../../modules/campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../modules/campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../../modules/discovery/creator/creator.table.ts';
import type { Database } from '../../platform/database.ts';
import { DEMO_CREATOR } from '../demo-creator.ts';

const HOUR = 3_600_000;

/** Writes down two collaborations: one that waits for the demo creator, and one that both sides have accepted. */
export async function insertDemoAgreements(db: Database, { now }: { now: Date }): Promise<void> {
  const rows = await db
    .select({
      optInId: optInTable.id,
      brandId: optInTable.brandId,
      offerNumber: optInTable.agreedNumber,
      terms: optInTable.agreement,
      userId: optInTable.userId,
      fullname: creatorTable.fullname,
    })
    .from(optInTable)
    .innerJoin(userTable, eq(userTable.id, optInTable.userId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .where(
      and(
        eq(optInTable.status, 'approved'),
        eq(campaignTable.status, 'publish'),
        isNotNull(optInTable.agreedNumber),
      ),
    )
    .orderBy(desc(sql`${userTable.email} = ${DEMO_CREATOR.email}`), asc(optInTable.id))
    .limit(2);
  for (const [place, { offerNumber, fullname, userId, ...row }] of rows.entries()) {
    const [owner] = await readOwners(db, row.brandId);
    if (!owner || !userId) continue;
    const at = (hours: number) => new Date(now.getTime() - hours * HOUR);
    const words = { language: 'en' as const, clauses: inLanguage('en', defaultClauses) };
    const version = Object.assign({}, row, words, { number: 1, offerNumber: offerNumber ?? 1 });
    await insertAgreement(db, version, at(20));
    const [stored] = await readAgreements(db, row.brandId, row.optInId);
    if (!stored) continue;
    await signAgreement(db, stored, { side: 'brand', name: owner.name, userId: owner.id }, at(19));
    if (place > 0) await signAgreement(db, stored, { side: 'creator', name: fullname, userId }, at(6));
  }
}
