import { createFileRoute } from '@tanstack/react-router';
import { billingOptions } from '../../modules/billing/subscription/account-queries.ts';
import { usageOptions } from '../../modules/campaigns/usage/usage-queries.ts';
import { emailDomainOptions } from '../../modules/outreach/email-domain/email-domain-queries.ts';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen } from '../../shared/screen/brand-screen.tsx';
import { DocumentTitle } from '../../shared/screen/document-title.tsx';
import { AccountScreen } from './-account/account-screen.tsx';
import { TemplateForm } from './-template-form.tsx';

/** The open template: its id, or `NEW`. */
const readAccountAddress = ({ template }: Record<string, unknown>): { template?: string | undefined } => ({
  template: typeof template === 'string' && /^(NEW|[\da-f-]{36})$/.test(template) ? template : undefined,
});

export const Route = createFileRoute('/_member/account/')({
  validateSearch: readAccountAddress,
  loader: ({ context: { queryClient }, location: { hash } }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchQuery(usageOptions(brandId));
      void queryClient.prefetchQuery(billingOptions(brandId));
      if (hash === 'email-settings') void queryClient.prefetchQuery(emailDomainOptions(brandId));
    }),
  component: Account,
});

function Account() {
  const { template } = Route.useSearch({ select: readAccountAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const close = () =>
    void navigate({
      to: '/account',
      search: {},
      hash: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return (
    <BrandScreen>
      <DocumentTitle>Account</DocumentTitle>
      <AccountScreen />
      <TemplateForm templateId={template ?? null} onClose={close} />
    </BrandScreen>
  );
}
