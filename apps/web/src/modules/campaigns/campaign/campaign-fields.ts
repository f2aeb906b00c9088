import {
  type CampaignStatus,
  type CampaignSummary,
  isActiveForInbox,
} from '@troupe/domain/campaigns/campaign';
import { money } from '@troupe/domain/money';
import type { PillTone } from '@troupe/ui/content/pill';
import { t } from '../messages/messages.gen.ts';

const TONES: Record<CampaignStatus, PillTone> = {
  publish: 'green',
  paused: 'tangerine',
  draft: 'neutral',
  completed: 'iris',
  archived: 'neutral',
};

/** Label and color of a status. */
export const statusLook = (status: CampaignStatus): { label: string; tone: PillTone } => ({
  label: t(`campaign.status.${status}`),
  tone: TONES[status],
});

/** The views of the list, in their order. */
export const statusViews: readonly CampaignStatus[] = ['publish', 'paused', 'draft', 'completed', 'archived'];

/** A campaign's title, or a placeholder. */
export const titleOf = ({ title }: { title: string }): string => title.trim() || t('campaign.untitled');

/** What creators get: the maximum fee, else the commission, else only the product. */
export function offerText({
  maxPaidAmount,
  commissionPercent,
  currency,
}: Pick<CampaignSummary, 'maxPaidAmount' | 'commissionPercent' | 'currency'>): string {
  if (maxPaidAmount !== null) return t('pay.fee', { amount: money(maxPaidAmount, currency) });
  return commissionPercent === null ? t('optIn.gifted') : t('pay.ofSales', { percent: commissionPercent });
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
