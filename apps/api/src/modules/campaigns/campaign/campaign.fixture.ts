import type { CampaignBriefChange } from '@troupe/domain/campaigns/campaign-brief';
import { newId } from '../../../platform/id.ts';
import type { TestApi } from '../../../testing/test-api.ts';
import { subscriptionTable } from '../../billing/subscription/subscription.table.ts';

/** A complete brief. */
export const COMPLETE: CampaignBriefChange = {
  title: 'Autumn Trail Kit',
  description: 'Show the pack on a run you already do. No studio, no script.',
  categories: ['Running'],
  socialChannels: ['instagram', 'tiktok'],
  maxPaidAmount: 70_000,
  product: { name: 'Kit pack and shell', value: 24_000 },
  deliverables: [
    { kind: 'reel', count: 2 },
    { kind: 'story', count: 3 },
  ],
  draftDue: '2099-12-05T12:00:00.000Z',
  liveDue: '2099-12-12T12:00:00.000Z',
  disclosure: 'Label the posts as advertising',
  usageRights: { termDays: 180, channels: ['organic', 'paid'], territory: 'EU' },
  questions: [{ id: 'q1', text: 'Which run will you take it on?', required: true, choices: [] }],
};

/** Subscribes a brand to a plan. */
export async function subscribe(t: TestApi, brandId: string, planId = 'trailblazer'): Promise<void> {
  await t.api.db
    .insert(subscriptionTable)
    .values({ id: newId(), brandId, kind: 'plan', planId, period: 'monthly', status: 'active' });
}
