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

export const Route = createFileRoute('/_member/inbox/')({
  validateSearch: readInboxAddress,
  loaderDeps: ({ search }) => readInboxAddress({ ...search }),
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) =>
      queryClient.prefetchInfiniteQuery(conversationsOptions(brandId, undefined, deps)),
    ),
  component: Inbox,
});

function Inbox() {
  const address = Route.useSearch({ select: readAddress, structuralSharing: true });
  return (
    <BrandScreen>
      <DocumentTitle>{t('inbox.title')}</DocumentTitle>
      <InboxScreen address={address} {...useInboxWays()} />
    </BrandScreen>
  );
}

const readAddress = (search: InboxAddress) => readInboxAddress({ ...search });
