import type { ClientInput } from '@troupe/contract/client';
import { searchCreators } from '@troupe/contract/discovery/creator';
import { newId } from '../../../platform/id.ts';
import { startTestApi } from '../../../testing/test-api.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { inviteTable } from '../../campaigns/invite/invite.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { contentTable } from '../content/content.table.ts';
import { creatorListItemTable, creatorListTable } from '../creator-list/creator-list.table.ts';
import { creatorContactTable, creatorTable } from './creator.table.ts';

type CreatorValues = Partial<typeof creatorTable.$inferInsert>;
type ContentValues = Partial<typeof contentTable.$inferInsert>;
export type Query = NonNullable<ClientInput<typeof searchCreators>['query']>;

/** Starts the API with a brand, a member and helpers for creator tests. */
export async function startCreatorWorld(environment: Record<string, string> = {}) {
  const t = await startTestApi(environment);
  const brandId = await t.brand();
  const person = await t.person({ brandId });
  const { db } = t.api;

  /** Creates shared creators, unless `brandId` is set; returns their ids. */
  async function creators(...values: CreatorValues[]): Promise<string[]> {
    const rows = values.map((value) => {
      const id = newId();
      const username = value.username ?? `creator.${id}`;
      return {
        id,
        platform: 'instagram' as const,
        username,
        profileUrl: `https://social.example/${encodeURIComponent(username)}`,
        ...value,
      };
    });
    await db.insert(creatorTable).values(rows);
    return rows.map(({ id }) => id);
  }

  return {
    t,
    brandId,
    person,
    creators,
    creator: async (value: CreatorValues = {}) => (await creators(value))[0] as string,
    async content(creatorId: string, ...values: ContentValues[]) {
      await db.insert(contentTable).values(
        values.map((value) => ({
          id: newId(),
          creatorId,
          url: `https://social.example/p/${newId()}`,
          publishedAt: '2026-09-01T12:00:00.000Z',
          type: 'Reel',
          format: 'video',
          ...value,
        })),
      );
    },
    /** Creates a list with a creator; returns the ids of list and item. */
    async onList(creatorId: string, title = 'Autumn shortlist', of = brandId) {
      const list = { id: newId(), brandId: of, title };
      const item = { id: newId(), brandId: of, listId: list.id, creatorId };
      await db.insert(creatorListTable).values(list);
      await db.insert(creatorListItemTable).values(item);
      return { listId: list.id, itemId: item.id };
    },
    /** Invites a creator to a new campaign; returns its id. */
    async invite(creatorId: string, of = brandId) {
      const [mailId, campaignId] = [newId(), newId()];
      await db
        .insert(campaignTable)
        .values({ id: campaignId, brandId: of, title: 'Autumn', slug: campaignId });
      await db.insert(mailTable).values({
        id: mailId,
        brandId: of,
        kind: 'invite',
        toAddress: 'mara@mail.example',
        toName: '',
        subject: 'Hello',
        html: '',
        plain: '',
        status: 'sent',
        messageId: `<${mailId}@x.example>`,
        replyToken: newId(),
        dueAt: new Date().toISOString(),
      });
      await db
        .insert(inviteTable)
        .values({ id: newId(), brandId: of, campaignId, creatorId, mailId, token: newId() });
      return campaignId;
    },
    async contact(creatorId: string, of = brandId) {
      await db
        .insert(creatorContactTable)
        .values({ id: newId(), brandId: of, creatorId, email: 'mara@mail.example' });
    },
    search: (query: Query = {}, by = person, of = brandId) =>
      by.call(searchCreators, { params: { brandId: of }, query }),
    /** Returns the handles a search finds, in order. */
    async handles(query: Query = {}, by = person, of = brandId) {
      const { creators: found } = await by.call(searchCreators, { params: { brandId: of }, query });
      return found.map(({ username }) => username);
    },
  };
}

export type CreatorWorld = Awaited<ReturnType<typeof startCreatorWorld>>;
