import { answerOwnOffer, makeOwnOffer, optIn as optInCall } from '@troupe/contract/campaigns/creator-app';
import { changeOptIn, decideOptIns, getOptIn, listOptIns } from '@troupe/contract/campaigns/opt-in';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import { type CampaignBriefChange, EMPTY_BRIEF } from '@troupe/domain/campaigns/campaign-brief';
import type { NewOptIn, OptInStatus, Shipment, ShippingAddress } from '@troupe/domain/campaigns/opt-in';
import { and, asc, desc, eq } from 'drizzle-orm';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestPerson } from '../../../testing/test-api.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { liveEventTable } from '../../inbox/conversation/conversation.table.ts';
import { emailDomainTable } from '../../outreach/email-domain/email-domain.table.ts';
import { mailTable } from '../../outreach/mail/mail.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { inviteTable } from '../invite/invite.table.ts';
import { creatorClaimTable, optInEventTable, optInOfferTable, optInTable } from './opt-in.table.ts';

const NOTHING_SENT: Shipment = {
  state: 'none',
  address: null,
  carrier: null,
  tracking: null,
  shipped: null,
  received: null,
};

type OptInValues = Partial<typeof optInTable.$inferInsert>;

/** Starts the API with a subscribed brand and a published campaign, plus helpers for opt-in tests. */
export async function startOptInWorld(environment: Record<string, string> = {}) {
  const t = await startTestApi({ TROUPE_ROLES: 'http', ...environment });
  const { db } = t.api;

  /** Adds a brand, by default with a plan. */
  async function brand({ plan = 'bespoke' as string | null, pastDue = false, name = 'Larkmoor' } = {}) {
    const brandId = await t.brand(name);
    if (plan) {
      const values = { id: newId(), brandId, kind: 'plan' as const, planId: plan, pastDue };
      await db.insert(subscriptionTable).values({ ...values, period: 'monthly', status: 'active' });
    }
    await db.insert(emailDomainTable).values({
      id: newId(),
      brandId,
      domain: `${brandId}.example`,
      fromName: name,
      status: 'verified',
      fromAddress: `hello@${brandId}.example`,
      dailyCap: 500,
      spacingSeconds: 2,
      // Keeps the sweep from rechecking the fake DNS records and pausing the domain.
      checkedAt: '2999-01-01T00:00:00.000Z',
    });
    return brandId;
  }

  async function campaign(of: string, change: CampaignBriefChange = {}, status: CampaignStatus = 'publish') {
    const id = newId();
    const { title, slug, socialChannels, maxPaidAmount, ...brief } = {
      ...EMPTY_BRIEF,
      title: 'Autumn Trail Kit',
      slug: id,
      description: 'Show the pack on a run you already do.',
      socialChannels: ['instagram' as const, 'tiktok' as const],
      deliverables: [{ kind: 'reel' as const, count: 2 }],
      draftDue: '2099-12-05T12:00:00.000Z',
      liveDue: '2099-12-12T12:00:00.000Z',
      ...change,
    };
    await db.insert(campaignTable).values({
      id,
      brandId: of,
      title,
      slug,
      socialChannels,
      maxPaidAmount,
      brief,
      status,
      publishedAt: status === 'draft' ? null : new Date().toISOString(),
    });
    return id;
  }

  function profile(value: Partial<typeof creatorTable.$inferInsert> = {}) {
    const id = newId();
    const username = value.username ?? `creator.${id}`;
    return {
      id,
      platform: 'instagram' as const,
      username,
      fullname: 'Ana Lima',
      followerCount: 20_000,
      profileUrl: `https://www.instagram.com/${username}/`,
      ...value,
    };
  }
  async function creator(value: Partial<typeof creatorTable.$inferInsert> = {}) {
    const row = profile(value);
    await db.insert(creatorTable).values(row);
    return row.id;
  }

  const brandId = await brand();
  const campaignId = await campaign(brandId);
  const person = await t.person({ brandId });

  /** Inserts opt-ins directly; returns their ids. */
  async function optIns(count: number, values: OptInValues = {}): Promise<string[]> {
    const profiles = Array.from({ length: values.creatorId ? 0 : count }, () => profile());
    if (profiles.length > 0) await db.insert(creatorTable).values(profiles);
    const rows = Array.from({ length: count }, (_, place) => ({
      id: newId(),
      brandId,
      campaignId,
      creatorId: profiles[place]?.id ?? '',
      agreement: {
        fee: null,
        currency: 'USD',
        deliverables: [],
        draftDue: null,
        liveDue: null,
        usageRights: null,
      },
      shipment: NOTHING_SENT,
      termsVersion: 1,
      termsAcceptedAt: new Date().toISOString(),
      ...values,
    }));
    await db.insert(optInTable).values(rows);
    return rows.map(({ id }) => id);
  }
  const optIn = async (values: OptInValues = {}) => (await optIns(1, values))[0] as string;

  /** Adds a creator account with a verified profile. */
  async function account(value: Partial<typeof creatorTable.$inferInsert> = {}) {
    const who = await t.person({ role: 'creator' });
    const creatorId = await creator(value);
    await claim(who, creatorId);
    return { ...who, creatorId };
  }
  const claim = (who: TestPerson, creatorId: string) =>
    db.insert(creatorClaimTable).values({
      id: newId(),
      userId: who.userId,
      creatorId,
      code: 'troupe-code',
      claimedAt: new Date().toISOString(),
    });

  return {
    t,
    db,
    brandId,
    campaignId,
    person,
    brand,
    campaign,
    creator,
    optIn,
    account,
    claim,
    optIns,
    list: (query: object = {}, page = 1, of = campaignId, by: TestPerson = person) =>
      by.call(listOptIns, { params: { campaignId: of, page }, query }),
    get: (optInId: string, by: TestPerson = person, of = brandId) =>
      by.call(getOptIn, { params: { brandId: of, optInId } }),
    change: async (optInId: string, body: object, by: TestPerson = person, of = brandId) =>
      (await by.call(changeOptIn, { params: { brandId: of, optInId }, body })).optIn,
    decide: (optInIds: string[], status: 'approved' | 'rejected', more: object = {}, of = campaignId) =>
      person.call(decideOptIns, { params: { brandId, campaignId: of }, body: { optInIds, status, ...more } }),
    /** Opts in with a minimal form. */
    take: async (
      who: TestPerson & { creatorId: string },
      more: Partial<NewOptIn> = {},
      of: string = campaignId,
    ) =>
      (
        await who.call(optInCall, {
          params: { campaignId: of },
          body: {
            socialProfileId: who.creatorId,
            pitch: 'I run at dawn.',
            askedFee: 60_000,
            answers: [],
            accepted: true,
            ...more,
          },
        })
      ).optIn,
    /** Answers an offer as the creator; the newest by default. */
    answer: async (
      who: TestPerson,
      optInId: string,
      answer: 'accept' | 'decline' | 'withdraw' = 'accept',
      number?: number,
    ) => {
      const [last] = await db
        .select()
        .from(optInOfferTable)
        .where(eq(optInOfferTable.optInId, optInId))
        .orderBy(desc(optInOfferTable.number))
        .limit(1);
      const params = { optInId, number: number ?? last?.number ?? 1 };
      return (await who.call(answerOwnOffer, { params, body: { answer } })).optIn;
    },
    /** Counters an offer as the creator. */
    counter: async (who: TestPerson, optInId: string, number: number, terms: object) =>
      (await who.call(makeOwnOffer, { params: { optInId }, body: { number, terms } })).optIn,
    offers: (optInId: string) =>
      db
        .select()
        .from(optInOfferTable)
        .where(eq(optInOfferTable.optInId, optInId))
        .orderBy(asc(optInOfferTable.number)),
    row: async (id: string) => {
      const [row] = await db.select().from(optInTable).where(eq(optInTable.id, id));
      if (!row) throw new Error('no such opt-in');
      return row;
    },
    events: (id: string) =>
      db
        .select()
        .from(optInEventTable)
        .where(eq(optInEventTable.optInId, id))
        .orderBy(asc(optInEventTable.id)),
    told: (audience: string, optInId: string) =>
      db
        .select()
        .from(liveEventTable)
        .where(and(eq(liveEventTable.audience, audience), eq(liveEventTable.optInId, optInId)))
        .orderBy(asc(liveEventTable.id)),
    /** Gives the address as the creator. */
    async giveAddress(id: string, address: ShippingAddress) {
      await db
        .update(optInTable)
        .set({ shipment: { ...NOTHING_SENT, state: 'ready', address } })
        .where(eq(optInTable.id, id));
    },
    /** Inserts a sent invite; returns its token. */
    async invite(creatorId: string, of: string, to: string, by = brandId) {
      const [mailId, token] = [newId(), newId().replaceAll('-', '')];
      await db.insert(mailTable).values({
        id: mailId,
        brandId: by,
        kind: 'invite',
        toAddress: to,
        toName: '',
        subject: 'Hello',
        html: `<a href="https://x.example/invite/${token}">Join</a>`,
        plain: `Join: https://x.example/invite/${token}\n`,
        messageId: `<${mailId}@x.example>`,
        replyToken: newId(),
        dueAt: new Date().toISOString(),
      });
      await db
        .insert(inviteTable)
        .values({ id: newId(), brandId: by, campaignId: of, creatorId, mailId, token });
      return token;
    },
    changeCampaign: (id: string, status: CampaignStatus) =>
      db.update(campaignTable).set({ status }).where(eq(campaignTable.id, id)),
  };
}

export type OptInWorld = Awaited<ReturnType<typeof startOptInWorld>>;

/** Returns the problem code of each rejected call, null for those that succeeded. */
export async function codesOf(calls: Promise<unknown>[]): Promise<(string | null)[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((one) => (one.status === 'fulfilled' ? null : (one.reason as { code: string }).code));
}

export const STATUSES: OptInStatus[] = ['pending', 'approved', 'rejected', 'completed', 'withdrawn'];

/** A shipping address. */
export const ADDRESS = {
  name: 'Ana Lima',
  street: 'Rua das Flores 1',
  city: 'Porto',
  postcode: '4050-262',
  region: '',
  country: 'PT',
  phone: '+351 900 000 000',
};
