import { useQuery } from '@tanstack/react-query';
import { isActiveForInbox } from '@troupe/domain/campaign';
import { Button } from '@troupe/ui/button';
import { EmptyState } from '@troupe/ui/empty-state';
import { writeAddressQuery } from '../../shared/address.ts';
import { brandOptions, useBrandId } from '../../shared/current-brand.ts';
import LiveUpdates from '../../shared/live-updates.tsx';
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

/** The conversations of a brand: the list, the one that is open, and whom it is with. */
export function InboxScreen({ campaignId, optInId, address, onChange, onCampaign }: InboxScreenProps) {
  const brandId = useBrandId();
  const { data: brand } = useQuery(brandOptions(brandId));
  const listed = address.all ? undefined : campaignId;
  const nothing = campaignId === undefined && brand && !brand.campaigns.some(isActiveForInbox);
  const back = `/inbox${listed ? `/${listed}/` : ''}${writeAddressQuery({ ...address, all: undefined })}`;
  return (
    <div className="inbox" data-chat={optInId ? true : undefined}>
      <LiveUpdates brandId={brandId} />
      <section className="inbox-list" aria-label="Conversations">
        <h1 className="t-20 inbox-title">Inbox</h1>
        {nothing ? (
          <EmptyState
            title="No active campaigns."
            text="Creators who opt in to a campaign can be written to here."
            drawing="none"
            actions={<Button href="/campaigns">Back to Campaigns</Button>}
          />
        ) : (
          <ConversationList
            campaignId={listed}
            optInId={optInId}
            address={address}
            onChange={onChange}
            onCampaign={onCampaign}
          />
        )}
      </section>
      {optInId ? (
        // Not loaded by itself: React holds back what was waited for until 300 ms are over.
        <ThreadView key={`${brandId} ${optInId}`} optInId={optInId} back={back} />
      ) : (
        <div className="thread thread-none">
          {!nothing && <EmptyState title="Choose a conversation." drawing="stage" />}
        </div>
      )}
    </div>
  );
}
