import { defaultRule } from '@troupe/domain/listening/safety/safety-rule';
import { asc, eq, inArray } from 'drizzle-orm';
import type pg from 'pg';
import { brandTable } from '../modules/account/brand/brand.table.ts';
import { contentTable } from '../modules/discovery/content/content.table.ts';
import { creatorListItemTable } from '../modules/discovery/creator-list/creator-list.table.ts';
import { checkCreators } from '../modules/listening/creator-safety.ts';
import { addRuleVersion } from '../modules/listening/safety-rule/safety-rule.queries.ts';
import { databaseOver } from '../platform/database.ts';

const DAY = 86_400_000;
const COMPETITORS = ['Norhaven', 'Trailkin'];
/** Captions of creators on the first demo brand's lists: what each raises is mild, and ads for others raise nothing. */
const CAPTIONS = [
  ['Tried the new Trailkin shell on the ridge today'],
  ['Casino night for charity: we raised enough for two trail crews', 'Roulette table built from old skis'],
  ['Norhaven or Larkmoor for November? Tell me below'],
  [
    '#ad Dawn coffee above the treeline with @peakroasters',
    'Second week of @peakroasters beans. Paid partnership',
  ],
  ['#anzeige 40 km with the new @brightlinebottles flask'],
];

/** Adds rules of the first demo brand, and flags on creators of its lists. */
export async function setUpDemoSafety(pool: pg.Pool, { now }: { now: Date }): Promise<void> {
  const db = databaseOver(pool);
  const [brand] = await db
    .select({ id: brandTable.id })
    .from(brandTable)
    .where(eq(brandTable.name, 'Larkmoor'));
  if (!brand) return;
  const rule = Object.assign(defaultRule('competitor'), { names: COMPETITORS });
  const from = new Date(now.getTime() - 30 * DAY);
  await addRuleVersion(db, brand.id, 'competitor', { rule, version: 0, userId: null }, from);
  const items = await db
    .select({ creatorId: creatorListItemTable.creatorId })
    .from(creatorListItemTable)
    .where(eq(creatorListItemTable.brandId, brand.id))
    .orderBy(asc(creatorListItemTable.creatorId));
  const creatorIds = [...new Set(items.map(({ creatorId }) => creatorId))];
  const contents = await db
    .select({ id: contentTable.id, creatorId: contentTable.creatorId })
    .from(contentTable)
    .where(inArray(contentTable.creatorId, creatorIds))
    .orderBy(asc(contentTable.creatorId), asc(contentTable.id));
  const withContent = creatorIds.filter((id) => contents.some(({ creatorId }) => creatorId === id));
  for (const [at, captions] of CAPTIONS.entries()) {
    const creatorId = withContent[at * 2];
    const own = contents.filter((one) => one.creatorId === creatorId);
    for (const [place, title] of captions.entries()) {
      const content = own[place];
      if (content)
        await db
          .update(contentTable)
          .set({ title, publishedAt: new Date(now.getTime() - (6 + 4 * place) * DAY).toISOString() })
          .where(eq(contentTable.id, content.id));
    }
  }
  await checkCreators({ pool, clock: { now: () => now } }, brand.id, creatorIds, { now });
}
