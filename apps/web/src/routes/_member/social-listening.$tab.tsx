import { createFileRoute, redirect } from '@tanstack/react-router';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { readListeningAddress, tabOf } from '../../shared/listening/listening-address.ts';
import { monitorsOptions } from '../../shared/listening/listening-queries.ts';
import { changedAddress, ListeningPage } from './-listening-page.tsx';

export const Route = createFileRoute('/_member/social-listening/$tab')({
  beforeLoad: ({ params, search }) => {
    const tab = tabOf(params.tab);
    if (tab === undefined || tab === 'mentions')
      throw redirect({ to: '/social-listening', search, replace: true });
  },
  validateSearch: readListeningAddress,
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(monitorsOptions(brandId))),
  component: ListeningTab,
});

function ListeningTab() {
  const tab = tabOf(Route.useParams().tab) ?? 'mentions';
  const address = Route.useSearch({ select: readListeningAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <ListeningPage
      tab={tab}
      address={address}
      onChange={(part, replace) =>
        void navigate({ search: (before) => changedAddress(before, part), replace, resetScroll: false })
      }
    />
  );
}
