import { createFileRoute } from '@tanstack/react-router';
import { billingOptions } from '../../modules/billing/subscription/account-queries.ts';
import { usageOptions } from '../../modules/campaigns/usage/usage-queries.ts';
import { emailDomainOptions } from '../../modules/outreach/email-domain/email-domain-queries.ts';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { readAccountAddress } from './-account/account-address.ts';
import { AccountRoute } from './-account/account-route.tsx';

export const Route = createFileRoute('/_member/account/')({
  validateSearch: readAccountAddress,
  loader: ({ context: { queryClient }, location: { hash } }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchQuery(billingOptions(brandId));
      if (hash === 'email-settings') void queryClient.prefetchQuery(emailDomainOptions(brandId));
      else void queryClient.prefetchQuery(usageOptions(brandId));
    }),
  component: () => <AccountRoute template={Route.useSearch({ select: ({ template }) => template })} />,
});
