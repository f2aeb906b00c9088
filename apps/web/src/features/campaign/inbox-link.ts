import { useQuery } from '@tanstack/react-query';
import type { Brand } from '@troupe/domain/brand';
import { isActiveForInbox } from '@troupe/domain/campaign';
import { brandOptions, useBrandIdOrNone } from '../../shared/current-brand.ts';

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

/** {@link inboxLinkOf} for the current brand. */
export function useInboxLink(): InboxLink {
  const brandId = useBrandIdOrNone();
  const { data } = useQuery({ ...brandOptions(brandId ?? ''), enabled: brandId !== null });
  return inboxLinkOf(data?.campaigns ?? []);
}
