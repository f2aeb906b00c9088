import { createFileRoute, redirect } from '@tanstack/react-router';
import { emailDomainOptions } from '../../modules/outreach/email-domain/email-domain-queries.ts';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { readAccountAddress } from './-account/account-address.ts';
import { AccountRoute } from './-account/account-route.tsx';
import { accountPages } from './-account/sections.ts';

/** One page of the account. A name that no page has leads to the first one. */
export const Route = createFileRoute('/_member/account/$page')({
  validateSearch: readAccountAddress,
  beforeLoad: ({ params: { page } }) => {
    if (!accountPages.some(({ id }) => id === page)) throw redirect({ to: '/account', replace: true });
  },
  loader: ({ context: { queryClient }, params: { page } }) =>
    warmForBrand(queryClient, (brandId) => {
      if (page === 'email-settings') void queryClient.prefetchQuery(emailDomainOptions(brandId));
    }),
  component: Page,
});

function Page() {
  const { page } = Route.useParams();
  return <AccountRoute page={page} template={Route.useSearch({ select: ({ template }) => template })} />;
}
