import { createFileRoute, redirect } from '@tanstack/react-router';
import {
  type AffiliateAddress,
  readAffiliateAddress,
  tabOf,
} from '../../modules/affiliate/affiliate-address.ts';
import { programOptions } from '../../modules/affiliate/affiliate-queries.ts';
import { AffiliateScreen } from '../../modules/affiliate/affiliate-screen.tsx';
import { t } from '../../modules/affiliate/messages/messages.gen.ts';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/affiliate/$tab')({
  beforeLoad: ({ params }) => {
    if (!tabOf(params.tab))
      throw redirect({ to: '/affiliate/$tab', params: { tab: 'dashboard' }, replace: true });
  },
  validateSearch: readAffiliateAddress,
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(programOptions(brandId))),
  component: AffiliateTab,
});

function AffiliateTab() {
  const tab = tabOf(Route.useParams().tab) ?? 'dashboard';
  const address = Route.useSearch({ select: readAffiliateAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>{t('title')}</DocumentTitle>
      <AffiliateScreen
        tab={tab}
        address={address}
        onChange={(part) =>
          void navigate({
            search: (before: AffiliateAddress) =>
              readAffiliateAddress(Object.assign({}, before, part) as Record<string, unknown>),
            replace: !('open' in part),
          })
        }
      />
    </BrandScreen>
  );
}
