import type { Campaign, CampaignStatus } from '@troupe/domain/campaign';
import { money } from '@troupe/ui/lib/format';
import type { PillTone } from '@troupe/ui/pill';

/** A status as people read it, and its colour. */
export const statusLooks: Record<CampaignStatus, { label: string; tone: PillTone }> = {
  publish: { label: 'Published', tone: 'green' },
  paused: { label: 'Paused', tone: 'tangerine' },
  draft: { label: 'Draft', tone: 'neutral' },
  completed: { label: 'Completed', tone: 'iris' },
  archived: { label: 'Archived', tone: 'neutral' },
};

/** The views of the list, in their order. */
export const statusViews: readonly CampaignStatus[] = ['publish', 'paused', 'draft', 'completed', 'archived'];

/** Reads the status out of an address; anything unknown shows all. */
export function readStatus(value: unknown): CampaignStatus | undefined {
  return statusViews.find((status) => status === value);
}

/** What creators get: money up to an amount, or the product alone. */
export function offerText({ maxPaidAmount }: Pick<Campaign, 'maxPaidAmount'>): string {
  return maxPaidAmount === null ? 'Gifted' : `Up to ${money(maxPaidAmount, 'USD')}`;
}
