import {
  type CampaignStatus,
  type CampaignSummary,
  isActiveForInbox,
} from '@troupe/domain/campaigns/campaign';
import type { PillTone } from '@troupe/ui/content/pill';
import { money } from '@troupe/ui/lib/format';

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

/** A campaign's name, also while it has none. */
export const titleOf = ({ title }: { title: string }): string => title.trim() || 'Untitled campaign';

/** What creators get: money up to an amount, else a part of what they sell, else the product alone. */
export function offerText({
  maxPaidAmount,
  commissionPercent,
  currency,
}: Pick<CampaignSummary, 'maxPaidAmount' | 'commissionPercent' | 'currency'>): string {
  if (maxPaidAmount !== null) return `Up to ${money(maxPaidAmount, currency)}`;
  return commissionPercent === null ? 'Gifted' : `${commissionPercent}% of sales`;
}

/** Returns a URL slug for a title: lowercase letters, digits and hyphens. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');

export interface InboxLink {
  href: string;
  /** Unread messages in the brand's published and paused campaigns. */
  unread: number;
}

/** Where Inbox leads: the first published or paused campaign, else the inbox itself. */
export function inboxLinkOf(
  campaigns: readonly { id: string; status: CampaignStatus; unreadMessageCount: number }[],
): InboxLink {
  const active = campaigns.filter(isActiveForInbox);
  const first = active[0];
  return {
    href: first ? `/inbox/${first.id}/` : '/inbox',
    unread: active.reduce((sum, campaign) => sum + campaign.unreadMessageCount, 0),
  };
}
