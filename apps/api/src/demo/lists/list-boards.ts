import type { ListField, ListStage } from '@troupe/domain/discovery/list-field';
import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { brandMemberTable } from '../../modules/account/brand/brand.table.ts';
import {
  creatorListItemTable,
  creatorListTable,
} from '../../modules/discovery/creator-list/creator-list.table.ts';
import {
  listCommentTable,
  listReviewerTable,
  listVoteTable,
} from '../../modules/discovery/list-review/list-review.table.ts';
import type { Database } from '../../platform/database.ts';
import { Random } from '../random.ts';

const SEED = 20_261_128;

/** Gives a list custom fields, a board, and votes of its team and of an agency. */
export async function insertListBoards(db: Database, now: Date): Promise<void> {
  const [list] = await db
    .select({ id: creatorListTable.id, brandId: creatorListTable.brandId })
    .from(creatorListTable)
    .where(eq(creatorListTable.title, 'Repair ambassadors'));
  if (!list) return;
  const { id: listId, brandId } = list;
  const random = new Random(SEED);
  const id = () => random.id(now.getTime());
  const sizes = ['S', 'M', 'L'].map((name) => ({ id: id(), name }));
  const [budget, size, idea] = [id(), id(), id()];
  const fields: ListField[] = [
    { id: budget, name: 'Budget (USD)', kind: 'number', choices: [] },
    { id: size, name: 'Shirt size', kind: 'choice', choices: sizes },
    { id: idea, name: 'Content idea', kind: 'text', choices: [] },
  ];
  const stages: ListStage[] = [
    { id: id(), name: 'Contacted', color: 'blue' },
    { id: id(), name: 'Negotiating', color: 'amber' },
    { id: id(), name: 'Booked', color: 'green' },
  ];
  await db.update(creatorListTable).set({ fields, stages }).where(eq(creatorListTable.id, listId));
  const items = await db
    .select({ id: creatorListItemTable.id })
    .from(creatorListItemTable)
    .where(and(eq(creatorListItemTable.listId, listId), isNull(creatorListItemTable.archivedAt)))
    .orderBy(desc(creatorListItemTable.savedAt), desc(creatorListItemTable.id))
    .limit(12);
  const [member] = await db
    .select({ userId: brandMemberTable.userId })
    .from(brandMemberTable)
    .where(eq(brandMemberTable.brandId, brandId))
    .orderBy(asc(brandMemberTable.createdAt), asc(brandMemberTable.userId))
    .limit(1);
  const reviewerId = id();
  const at = now.toISOString();
  await db
    .insert(listReviewerTable)
    .values({ id: reviewerId, brandId, reviewId: null, name: 'Robin at Brightside', createdAt: at });
  for (const [place, { id: itemId }] of items.entries()) {
    const voted = place < 5;
    const vote = place % 3 === 2 ? ('unsure' as const) : ('approve' as const);
    if (voted) {
      const common = { brandId, itemId, vote, votedAt: at };
      await db.insert(listVoteTable).values({ id: id(), reviewerId, ...common });
      if (member) await db.insert(listVoteTable).values({ id: id(), userId: member.userId, ...common });
    }
    if (place === 0)
      await db.insert(listCommentTable).values({
        id: id(),
        brandId,
        itemId,
        reviewerId,
        text: 'Great storytelling, and their audience hikes.',
        createdAt: at,
      });
    const votes = voted ? (member ? 2 : 1) : 0;
    await db
      .update(creatorListItemTable)
      .set({
        custom: {
          [budget]: 200 + place * 50,
          [size]: sizes[place % 3]!.id,
          ...(place % 2 === 0 ? { [idea]: 'A weekend on the trail' } : {}),
        },
        stageId: stages[place % 4]?.id ?? null,
        stageRank: place + 1,
        review: voted
          ? {
              approve: vote === 'approve' ? votes : 0,
              reject: 0,
              unsure: vote === 'unsure' ? votes : 0,
              comments: place === 0 ? 1 : 0,
            }
          : null,
      })
      .where(eq(creatorListItemTable.id, itemId));
  }
}
