import { createFileRoute } from '@tanstack/react-router';
import { conversationsOptions } from '../../modules/inbox/conversation/conversation-queries.ts';
import {
  type InboxAddress,
  readInboxAddress,
  useInboxWays,
} from '../../modules/inbox/conversation/inbox-address.ts';
import { InboxScreen } from '../../modules/inbox/conversation/inbox-screen.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/inbox/$campaignId/chat/$optInId')({
  validateSearch: readInboxAddress,
  loaderDeps: ({ search }) => readInboxAddress({ ...search }),
  loader: ({ context: { queryClient }, params: { campaignId }, deps }) =>
    warmForBrand(queryClient, (brandId) =>
      queryClient.prefetchInfiniteQuery(
        conversationsOptions(brandId, deps.all ? undefined : campaignId, deps),
      ),
    ),
  component: Chat,
});

function Chat() {
  const { campaignId, optInId } = Route.useParams();
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  return (
    <BrandScreen>
      <DocumentTitle>{t('inbox.title')}</DocumentTitle>
      <InboxScreen campaignId={campaignId} optInId={optInId} address={address} {...useInboxWays()} />
    </BrandScreen>
  );
}

const readAddress = (search: InboxAddress) => readInboxAddress({ ...search });
