import { useQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { PageHeader } from '@troupe/ui/page-header';
import { Tabs } from '@troupe/ui/tabs';
import { emailDomainOptions } from '../../features/email-domain/email-domain-queries.ts';
import { EmailSettings } from '../../features/email-domain/email-settings.tsx';
import { templatesOptions } from '../../features/email-template/email-template-queries.ts';
import { TemplateList } from '../../features/email-template/template-list.tsx';
import { BrandScreen } from '../../shared/brand-screen.tsx';
import { creditsOptions } from '../../shared/credit.ts';
import { useBrandId, warmForBrand } from '../../shared/current-brand.ts';
import { DocumentTitle } from '../../shared/document-title.tsx';
import { SheetHead } from '../../shared/sheet-head.tsx';
import { NewestCredits } from './-account/newest-credits.tsx';
import { PlanSummary } from './-account/plan-summary.tsx';
import { useAnchor } from './-account/use-anchor.ts';
import { TemplateForm } from './-template-form.tsx';

/** The open template: its id, or `NEW`. */
const readAccountAddress = ({ template }: Record<string, unknown>): { template?: string | undefined } => ({
  template: typeof template === 'string' && /^(NEW|[\da-f-]{36})$/.test(template) ? template : undefined,
});

export const Route = createFileRoute('/_member/account/')({
  validateSearch: readAccountAddress,
  loader: ({ context: { queryClient } }) =>
    warmForBrand(queryClient, (brandId) => {
      void queryClient.prefetchQuery(emailDomainOptions(brandId));
      void queryClient.prefetchQuery(templatesOptions(brandId));
      void queryClient.prefetchQuery(creditsOptions(brandId));
    }),
  component: Account,
});

function Account() {
  return (
    <BrandScreen>
      <DocumentTitle>Account</DocumentTitle>
      <Sections />
    </BrandScreen>
  );
}

function Sections() {
  const { template } = Route.useSearch({ select: readAccountAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const brandId = useBrandId();
  const domain = useQuery(emailDomainOptions(brandId));
  const templates = useQuery(templatesOptions(brandId));
  const hash = useAnchor(!domain.isPending);
  const open = (next: string | undefined) =>
    void navigate({
      to: '/account',
      search: { template: next },
      hash: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return (
    <>
      <SheetHead>
        <PageHeader title="Account" />
        <Tabs
          label="Parts of the account"
          items={[
            { label: 'Plan and usage', href: '/account', active: hash === '' || hash === 'plan' },
            { label: 'Email settings', href: '/account#email-settings', active: hash === 'email-settings' },
            {
              label: 'Email templates',
              href: '/account#email-templates',
              active: hash === 'email-templates',
              count: templates.data?.messageTemplates.length || undefined,
            },
            { label: 'Credits', href: '/account#credits', active: hash === 'credits' },
          ]}
        />
      </SheetHead>
      <div className="t-page account-body">
        <PlanSummary />
        <EmailSettings />
        <TemplateList onOpen={open} />
        <NewestCredits />
      </div>
      <TemplateForm templateId={template ?? null} onClose={() => open(undefined)} />
    </>
  );
}
