import type { Brand } from '@troupe/domain/account/brand';
import { isActiveForInbox } from '@troupe/domain/campaigns/campaign';

export interface InboxLink {
  href: string;
  /** Unread messages in the brand's published and paused campaigns. */
  unread: number;
}

/** Where Inbox leads: the first published or paused campaign, else the inbox itself. */
export function inboxLinkOf(campaigns: Brand['campaigns']): InboxLink {
  const active = campaigns.filter(isActiveForInbox);
  const first = active[0];
  return {
    href: first ? `/inbox/${first.id}/` : '/inbox',
    unread: active.reduce((sum, campaign) => sum + campaign.unreadMessageCount, 0),
  };
}
