import { createFileRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { billingOptions } from '../../modules/billing/subscription/account-queries.ts';
import { usageOptions } from '../../modules/campaigns/usage/usage-queries.ts';
import { emailDomainOptions } from '../../modules/outreach/email-domain/email-domain-queries.ts';
import type { TemplateDrawerProps } from '../../modules/outreach/email-template/template-drawer.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';
import { AccountScreen } from './-account/account-screen.tsx';

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

const TemplateDrawer = lazy(() => import('../../modules/outreach/email-template/template-drawer.tsx'));

/**
 * The form of an email template over any screen, loaded when it opens: null is closed, `NEW` makes one, an id
 * changes that one. `onSaved` gets what was saved, then `onClose` is called.
 */
function TemplateForm(props: Omit<TemplateDrawerProps, 'templateId'> & { templateId: string | null }) {
  const { templateId, ...others } = props;
  if (templateId === null) return null;
  return (
    <Suspense>
      <TemplateDrawer key={templateId} templateId={templateId} {...others} />
    </Suspense>
  );
}
