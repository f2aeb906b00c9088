import { previewBulkInvite, sendBulkInvite, sendInvite } from '@troupe/contract/campaigns/invite';
import { saveEmailTemplate } from '@troupe/contract/outreach/email-template';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { eq } from 'drizzle-orm';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestPerson } from '../../../testing/test-api.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { creatorContactTable, creatorTable } from '../../discovery/creator/creator.table.ts';
import { creatorListItemTable, creatorListTable } from '../../discovery/creator-list/creator-list.table.ts';
import { emailDomainTable } from '../../outreach/email-domain/email-domain.table.ts';
import { mailTable, suppressionTable } from '../../outreach/mail/mail.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';

/** Starts the API with a brand that can invite and a published campaign, plus helpers for invite tests. */
export async function startInviteWorld() {
  // No workers: emails stay in the outbox.
  const t = await startTestApi({ TROUPE_ROLES: 'http' });
  const { db } = t.api;

  /** Adds a brand, by default with a plan and a verified domain. */
  async function brand({ plan = true, pastDue = false, domain = true, name = 'Larkmoor' } = {}) {
    const brandId = await t.brand(name);
    if (plan) {
      await db.insert(subscriptionTable).values({
        id: newId(),
        brandId,
        kind: 'plan',
        planId: 'starter',
        period: 'monthly',
        status: 'active',
        pastDue,
      });
    }
    if (domain) {
      await db.insert(emailDomainTable).values({
        id: newId(),
        brandId,
        domain: 'larkmoor.example',
        fromName: 'Larkmoor',
        fromAddress: 'hello@larkmoor.example',
        status: 'verified',
        dailyCap: 500,
        spacingSeconds: 2,
        // Keeps the sweep from rechecking the fake DNS records and pausing the domain.
        checkedAt: '2999-01-01T00:00:00.000Z',
      });
    }
    return brandId;
  }

  async function campaign(of: string, title = 'Autumn Trail Kit', status: CampaignStatus = 'publish') {
    const id = newId();
    await db
      .insert(campaignTable)
      .values({ id, brandId: of, title, slug: id, status, socialChannels: ['instagram'] });
    return id;
  }

  /** Adds creators that every brand can see, with an email unless `contactEmail` says otherwise; returns their ids. */
  async function creators(...values: Partial<typeof creatorTable.$inferInsert>[]): Promise<string[]> {
    const rows = values.map((value) => {
      const id = newId();
      const username = value.username ?? `creator.${id}`;
      return {
        id,
        platform: 'instagram' as const,
        username,
        fullname: 'Ana Lima',
        profileUrl: `https://www.instagram.com/${username}/`,
        contactEmail: `${id}@creators.example`,
        ...value,
      };
    });
    for (let from = 0; from < rows.length; from += 500)
      await db.insert(creatorTable).values(rows.slice(from, from + 500));
    return rows.map(({ id }) => id);
  }

  const brandId = await brand();
  const campaignId = await campaign(brandId);
  const person = await t.person({ brandId });
  const params = { brandId };

  return {
    t,
    db,
    brandId,
    campaignId,
    person,
    params,
    brand,
    campaign,
    creators,
    creator: async (value: Partial<typeof creatorTable.$inferInsert> = {}) =>
      (await creators(value))[0] as string,
    /** A contact email that the brand added. */
    ownContact: (creatorId: string, email: string, of = brandId) =>
      db.insert(creatorContactTable).values({ id: newId(), brandId: of, creatorId, email }),
    suppress: (address: string, of = brandId) =>
      db.insert(suppressionTable).values({ id: newId(), brandId: of, address, reason: 'unsubscribe' }),
    async list(creatorIds: readonly string[], of = brandId) {
      const id = newId();
      await db.insert(creatorListTable).values({ id, brandId: of, title: 'Shortlist' });
      for (let from = 0; from < creatorIds.length; from += 500) {
        await db
          .insert(creatorListItemTable)
          .values(
            creatorIds
              .slice(from, from + 500)
              .map((creatorId) => ({ id: newId(), brandId: of, listId: id, creatorId })),
          );
      }
      return id;
    },
    template: async (
      template: string,
      more: { subject?: string; label?: string; campaigns?: string[] } = {},
    ) =>
      (
        await person.call(saveEmailTemplate, {
          params: { brandId, id: 'NEW' },
          body: { label: 'First contact', subject: 'Hello {{Name}}', template, ...more },
        })
      ).emailTemplate,
    /** A brand's emails, oldest first. */
    mails: (of = brandId) =>
      db.select().from(mailTable).where(eq(mailTable.brandId, of)).orderBy(mailTable.id),
    changeMail: (id: string, change: Partial<typeof mailTable.$inferInsert>) =>
      db.update(mailTable).set(change).where(eq(mailTable.id, id)),
    changeCampaign: (id: string, status: CampaignStatus) =>
      db.update(campaignTable).set({ status }).where(eq(campaignTable.id, id)),
    invite: async (
      socialProfileId: string,
      more: object = {},
      by: TestPerson = person,
      idempotencyKey?: string,
    ) =>
      (
        await by.call(
          sendInvite,
          { params, body: { socialProfileId, campaignId, ...more } },
          idempotencyKey ? { idempotencyKey } : {},
        )
      ).invite,
    bulk: (body: object, by: TestPerson = person, idempotencyKey?: string) =>
      by.call(
        sendBulkInvite,
        { params, body: { campaignId, ...body } },
        idempotencyKey ? { idempotencyKey } : {},
      ),
    preview: (body: object, by: TestPerson = person) =>
      by.call(previewBulkInvite, { params, body: { campaignId, ...body } }),
  };
}

export type InviteWorld = Awaited<ReturnType<typeof startInviteWorld>>;
