import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { readListeningAddress } from '../../shared/listening/listening-address.ts';
import { monitorsOptions } from '../../shared/listening/listening-queries.ts';
import { changedAddress, ListeningPage } from './-listening-page.tsx';

export const Route = createFileRoute('/_member/social-listening/')({
  validateSearch: readListeningAddress,
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(monitorsOptions(brandId))),
  component: Mentions,
});

function Mentions() {
  const address = Route.useSearch({ select: readListeningAddress, structuralSharing: true });
  const navigate = useNavigate();
  return (
    <ListeningPage
      tab="mentions"
      address={address}
      onChange={(part, replace) =>
        void navigate({
          to: '/social-listening',
          search: (before) => changedAddress(before, part),
          replace,
          resetScroll: false,
        })
      }
    />
  );
}
