import { useQueryClient } from '@tanstack/react-query';
import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import { notify } from '@troupe/ui/feedback/notify';
import { useState } from 'react';
import { creatorOptions } from '../../modules/discovery/creator/creator-queries.ts';
import { SaveToList } from '../../modules/discovery/creator-list/save-to-list.tsx';
import { SavedSearchMenu } from '../../modules/discovery/saved-search/saved-search-menu.tsx';
import { ListeningScreen } from '../../modules/listening/listening-screen.tsx';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { errorText } from '../../shared/call/error-text.ts';
import {
  isNarrowed,
  type ListeningAddress,
  type ListeningTab,
  readListeningAddress,
  viewOf,
} from '../../shared/listening/listening-address.ts';
import { t } from '../../shared/listening/messages/messages.gen.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { type InviteRequest, InviteStep } from './-invite-step.tsx';

const written = (address: ListeningAddress) => writeAddressQuery({ ...viewOf(address) }).replace(/^\?/, '');
const kept = (query: string) => viewOf(readListeningAddress(parseAddressQuery(query)));

interface ListeningPageProps {
  tab: ListeningTab;
  address: ListeningAddress;
  /** Replaces parts of the address; what opens something can be undone by Back. */
  onChange: (part: Partial<ListeningAddress>, replace: boolean) => void;
}

/** Social listening, with what it needs of other modules: lists, saved views, invites. */
export function ListeningPage(props: ListeningPageProps) {
  return (
    <BrandScreen>
      <DocumentTitle>{t('title')}</DocumentTitle>
      <Screen {...props} />
    </BrandScreen>
  );
}

/** Returns the address with a part replaced. */
export const changedAddress = (before: object, part: Partial<ListeningAddress>): ListeningAddress =>
  readListeningAddress(Object.assign({}, before, part) as Record<string, unknown>);

function Screen({ tab, address, onChange }: ListeningPageProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const [inviting, setInviting] = useState<InviteRequest | null>(null);
  const invite = async (creatorId: string) => {
    try {
      setInviting({ creator: await queryClient.fetchQuery(creatorOptions(brandId, creatorId)) });
    } catch (error) {
      notify.failure(t('author.inviteFailed'), { detail: errorText(error) });
    }
  };
  const query = written(address);
  return (
    <>
      <ListeningScreen
        tab={tab}
        address={address}
        onChange={(part) => onChange(part, !('open' in part || 'who' in part))}
        views={
          <SavedSearchMenu
            screen="mentions"
            query={query}
            filtered={isNarrowed(address)}
            isCurrent={(other) => written(kept(other)) === query}
            hrefOf={(other) => `/social-listening?${written(kept(other))}`}
          />
        }
        saveButton={(creatorId) => (
          <SaveToList creatorIds={[creatorId]} label={t('author.saveToList')} size="row" />
        )}
        onInvite={(creatorId) => void invite(creatorId)}
      />
      <InviteStep request={inviting} onClose={() => setInviting(null)} />
    </>
  );
}
