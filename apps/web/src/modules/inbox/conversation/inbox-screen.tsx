import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { writeAddressQuery } from '@troupe/browser/address';
import { isActiveForInbox } from '@troupe/domain/campaigns/campaign';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { useIsPhone } from '@troupe/ui/hooks';
import { useEffect, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import LiveUpdates from '../../../shared/live-updates.tsx';
import { ConversationList, threadIdOf } from './conversation-list.tsx';
import { conversationsOptions } from './conversation-queries.ts';
import './inbox.css';
import { t } from '../messages/messages.gen.ts';
import type { InboxAddress } from './inbox-address.ts';
import { ThreadView } from './thread-view.tsx';

interface InboxScreenProps {
  campaignId?: string;
  optInId?: string;
  address: InboxAddress;
  onChange: (part: Partial<InboxAddress>) => void;
  onCampaign: (campaignId: string | undefined) => void;
}

/** The inbox: the list of conversations, the open one, and details of its creator. */
export function InboxScreen({ campaignId, optInId, address, onChange, onCampaign }: InboxScreenProps) {
  const brandId = useBrandId();
  const opened = useNewest(listedOf(address, campaignId), optInId, address);
  const { data: brand } = useQuery(brandOptions(brandId));
  const listed = listedOf(address, campaignId);
  const noCampaigns = brand !== undefined && !brand.campaigns.some(isActiveForInbox);
  const back = `/inbox${listed ? `/${listed}/` : ''}${writeAddressQuery({ ...address, all: undefined })}`;
  return (
    <div className="inbox" data-chat={optInId ? true : undefined}>
      <LiveUpdates brandId={brandId} />
      <section className="inbox-list" aria-label={t('list.label')}>
        <h1 className="t-20 inbox-title">{t('inbox.title')}</h1>
        <ConversationList
          campaignId={listed}
          optInId={opened}
          address={address}
          onChange={onChange}
          onCampaign={onCampaign}
          noCampaigns={noCampaigns}
        />
      </section>
      {opened ? (
        // Not lazy: React would delay showing it by 300 ms.
        <ThreadView
          key={`${brandId} ${opened}`}
          optInId={opened}
          back={back}
          openedBy={optInId ? 'person' : 'inbox'}
        />
      ) : (
        <div className="thread thread-none">
          <EmptyState title={t('inbox.select')} drawing="stage" />
        </div>
      )}
    </div>
  );
}

const listedOf = (address: InboxAddress, campaignId: string | undefined) =>
  address.all ? undefined : campaignId;

/**
 * Returns the open conversation: the one in the URL, else the newest of the list, except on phones, which show only the
 * list. It stays open when others get new messages.
 */
function useNewest(
  listed: string | undefined,
  named: string | undefined,
  address: InboxAddress,
): string | undefined {
  const isPhone = useIsPhone();
  const { data, isPlaceholderData } = useInfiniteQuery(conversationsOptions(useBrandId(), listed, address));
  const list = JSON.stringify([listed, address.filter, address.q]);
  const [kept, setKept] = useState<{ list: string; id: string } | null>(null);
  const newest = data?.pages[0]?.conversations[0];
  const found = newest && !isPlaceholderData ? threadIdOf(newest, listed) : undefined;
  useEffect(() => {
    if (found && kept?.list !== list) setKept({ list, id: found });
  }, [found, kept, list]);
  if (named || isPhone) return named;
  return kept?.list === list ? kept.id : found;
}
