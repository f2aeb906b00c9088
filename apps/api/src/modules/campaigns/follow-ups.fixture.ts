import { changeFollowUps, getFollowUps, startFollowUps } from '@troupe/contract/campaigns/follow-up';
import { sendInvite } from '@troupe/contract/campaigns/invite';
import { saveSequence } from '@troupe/contract/outreach/sequence';
import type { CampaignStatus } from '@troupe/domain/campaigns/campaign';
import type { FollowUp } from '@troupe/domain/campaigns/follow-up';
import type { SequenceStep } from '@troupe/domain/outreach/sequence';
import { eq } from 'drizzle-orm';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect } from 'vitest';
import { newId } from '../../platform/id.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { subscriptionTable } from '../billing/subscription/subscription.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { type MailWorld, startMailWorld } from '../outreach/mail/mail.fixture.ts';
import { mailTable } from '../outreach/mail/mail.table.ts';
import { campaignTable } from './campaign/campaign.table.ts';
import { sendFollowUps } from './send-follow-ups.ts';

export const DAY = 86_400_000;

/** A step after a number of days. */
export const step = (days: number, more: Partial<SequenceStep> = {}): SequenceStep => ({
  id: newId(),
  delay: { unit: 'days', count: days },
  condition: 'no-reply',
  body: '<p>Hi {{First Name|there}}, did you see my email about {{Campaign Name}}?</p>',
  ...more,
});

/** A brand that sends to the sandbox's mailboxes, with helpers for follow-ups. Its clock is moved by tests. */
export async function startFollowUpWorld(environment: Record<string, string> = {}) {
  const world = await startMailWorld(environment);
  const { t } = world;
  const { db } = t.api;
  let count = 0;
  /** Wednesday noon, so that some days fit before the weekend. */
  let now = new Date('2027-03-03T12:00:00.000Z');
  t.setNow(now);

  async function brand(pace: Parameters<MailWorld['brand']>[0] = {}) {
    const made = await world.brand(pace);
    const { brandId } = made;
    await db
      .insert(subscriptionTable)
      .values({ id: newId(), brandId, kind: 'plan', planId: 'starter', period: 'monthly', status: 'active' });
    const person = await t.person({ brandId, brandRole: 'owner' });
    return { ...made, person, params: { brandId } };
  }

  async function campaign(brandId: string, status: CampaignStatus = 'publish') {
    const id = newId();
    await db.insert(campaignTable).values({ id, brandId, title: 'Autumn Trail Kit', slug: id, status });
    return id;
  }

  async function creator(values: Partial<typeof creatorTable.$inferInsert> = {}) {
    const id = newId();
    const address = values.contactEmail ?? `ana${++count}@inbox.test`;
    await db.insert(creatorTable).values({
      id,
      platform: 'instagram',
      username: `ana.${count}.${id.slice(-6)}`,
      fullname: 'Ana Lima',
      profileUrl: 'https://www.instagram.com/someone/',
      ...values,
      contactEmail: address,
    });
    return { id, address };
  }

  const home = await brand();
  const campaignId = await campaign(home.brandId);
  const transport = createTransport({ host: '127.0.0.1', port: t.api.inboundMailPort ?? 0 });

  async function sequence(
    steps: SequenceStep[],
    more: object = {},
    of: { brandId: string; person: TestPerson } = home,
  ) {
    const { sequence } = await of.person.call(saveSequence, {
      params: { brandId: of.brandId, sequenceId: 'NEW' },
      body: { name: 'Gentle', steps, weekdaysOnly: false, ...more },
    });
    return sequence;
  }

  async function invite(creatorId: string, more: object = {}, by: TestPerson = home.person) {
    const body = { socialProfileId: creatorId, campaignId, ...more };
    return (await by.call(sendInvite, { params: home.params, body })).invite;
  }

  /** Waits until the outbox has nothing due. */
  const sent = async (brandId = home.brandId) => {
    await world.wake();
    await expect
      .poll(
        async () =>
          (await db.select().from(mailTable).where(eq(mailTable.brandId, brandId))).filter(
            ({ status, dueAt }) =>
              status === 'sending' || (status === 'queued' && Date.parse(dueAt) <= now.getTime()),
          ).length,
        { timeout: 60_000, interval: 20 },
      )
      .toBe(0);
  };

  return {
    ...world,
    db,
    ...home,
    home,
    campaignId,
    newBrand: brand,
    campaign,
    creator,
    sequence,
    invite,
    sent,
    now: () => now,
    /** Moves the clock, runs the sweep, and waits until its emails are sent. */
    async pass(days: number, { deliver = true } = {}) {
      now = new Date(now.getTime() + days * DAY);
      t.setNow(now);
      await sendFollowUps(t.api);
      if (deliver) {
        await sent();
        await sendFollowUps(t.api);
      }
    },
    sweep: () => sendFollowUps(t.api),
    start: (sequenceId: string, inviteIds: string[], more: object = {}, by: TestPerson = home.person) =>
      by.call(startFollowUps, { params: home.params, body: { sequenceId, inviteIds, ...more } }),
    async followUp(inviteId: string, by: TestPerson = home.person): Promise<FollowUp> {
      const { followUp } = await by.call(getFollowUps, { params: { ...home.params, inviteId } });
      if (!followUp) throw new Error('The invite has no follow-ups.');
      return followUp;
    },
    change: (inviteId: string, action: 'pause' | 'resume' | 'stop', by: TestPerson = home.person) =>
      by.call(changeFollowUps, { params: { ...home.params, inviteId }, body: { action } }),
    /** Emails in a creator's mailbox, oldest first. */
    inbox: async (address: string, wait = 0) => (await world.arrived(address, wait)).toReversed(),
    async mailOf(address: string) {
      const rows = await db
        .select()
        .from(mailTable)
        .where(eq(mailTable.toAddress, address))
        .orderBy(mailTable.id);
      return rows;
    },
    deliver: (mail: SendMailOptions) => transport.sendMail(mail),
  };
}

export type FollowUpWorld = Awaited<ReturnType<typeof startFollowUpWorld>>;
