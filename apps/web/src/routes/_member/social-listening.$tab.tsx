import { useQueryClient } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { parseAddressQuery, writeAddressQuery } from '@troupe/browser/address';
import { notify } from '@troupe/ui/feedback/notify';
import { useState } from 'react';
import { creatorOptions } from '../../modules/discovery/creator/creator-queries.ts';
import { SaveToList } from '../../modules/discovery/creator-list/save-to-list.tsx';
import { SavedSearchMenu } from '../../modules/discovery/saved-search/saved-search-menu.tsx';
import {
  isNarrowed,
  type ListeningAddress,
  readListeningAddress,
  tabOf,
  viewOf,
} from '../../modules/listening/listening-address.ts';
import { monitorsOptions } from '../../modules/listening/listening-queries.ts';
import { ListeningScreen } from '../../modules/listening/listening-screen.tsx';
import { t } from '../../modules/listening/messages/messages.gen.ts';
import { useBrandId, warmForBrand } from '../../shared/brand/current-brand.ts';
import { errorText } from '../../shared/call/error-text.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { type InviteRequest, InviteStep } from './-invite-step.tsx';

export const Route = createFileRoute('/_member/social-listening/$tab')({
  beforeLoad: ({ params }) => {
    if (!tabOf(params.tab))
      throw redirect({ to: '/social-listening/$tab', params: { tab: 'mentions' }, replace: true });
  },
  validateSearch: readListeningAddress,
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(monitorsOptions(brandId))),
  component: ListeningTab,
});

function ListeningTab() {
  return (
    <BrandScreen>
      <DocumentTitle>{t('title')}</DocumentTitle>
      <Screen />
    </BrandScreen>
  );
}

const written = (address: ListeningAddress) => writeAddressQuery({ ...viewOf(address) }).replace(/^\?/, '');
const kept = (query: string) => viewOf(readListeningAddress(parseAddressQuery(query)));

function Screen() {
  const tab = tabOf(Route.useParams().tab) ?? 'mentions';
  const address = Route.useSearch({ select: readListeningAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
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
        onChange={(part) =>
          void navigate({
            search: (before: ListeningAddress) =>
              readListeningAddress(Object.assign({}, before, part) as Record<string, unknown>),
            replace: !('open' in part || 'who' in part),
            resetScroll: false,
          })
        }
        views={
          <SavedSearchMenu
            screen="mentions"
            query={query}
            filtered={isNarrowed(address)}
            isCurrent={(other) => written(kept(other)) === query}
            hrefOf={(other) => `/social-listening/mentions?${written(kept(other))}`}
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
