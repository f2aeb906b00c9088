import { useQuery } from '@tanstack/react-query';
import { writeAddressQuery } from '@troupe/browser/address';
import { isActiveForInbox } from '@troupe/domain/campaigns/campaign';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import LiveUpdates from '../../../shared/live-updates.tsx';
import { ConversationList } from './conversation-list.tsx';
import './inbox.css';
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
  const { data: brand } = useQuery(brandOptions(brandId));
  const listed = address.all ? undefined : campaignId;
  const noCampaigns = brand !== undefined && !brand.campaigns.some(isActiveForInbox);
  const back = `/inbox${listed ? `/${listed}/` : ''}${writeAddressQuery({ ...address, all: undefined })}`;
  return (
    <div className="inbox" data-chat={optInId ? true : undefined}>
      <LiveUpdates brandId={brandId} />
      <section className="inbox-list" aria-label="Conversations">
        <h1 className="t-20 inbox-title">Inbox</h1>
        <ConversationList
          campaignId={listed}
          optInId={optInId}
          address={address}
          onChange={onChange}
          onCampaign={onCampaign}
          noCampaigns={noCampaigns}
        />
      </section>
      {optInId ? (
        // Not lazy: React would delay showing it by 300 ms.
        <ThreadView key={`${brandId} ${optInId}`} optInId={optInId} back={back} />
      ) : (
        <div className="thread thread-none">
          <EmptyState title="Select a conversation" drawing="stage" />
        </div>
      )}
    </div>
  );
}
