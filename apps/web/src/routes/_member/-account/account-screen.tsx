import { IconCoins, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { useRef } from 'react';
import { teamOptions } from '../../../modules/account/team/team-queries.ts';
import { billingOptions, useBillingWrites } from '../../../modules/billing/subscription/account-queries.ts';
import { templatesOptions } from '../../../modules/outreach/email-template/email-template-queries.ts';
import { BUY_CREDITS } from '../../../shared/brand/credit.tsx';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { DocumentTitle, SheetHead } from '../../../shared/screen/screen.tsx';
import { t } from '../../-screens/messages/messages.gen.ts';
import { PaymentConfirmation } from './payment-confirmation.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { SectionSlot } from './section-slot.tsx';
import { accountPages, pageWith } from './sections.ts';
import { useAnchor } from './use-anchor.ts';

/**
 * The account of a brand: its pages, listed at the side, or above on narrow screens. `/account#team` shows the same
 * page as `/account/team`.
 */
export function AccountScreen({ page }: { page?: string }) {
  const body = useRef<HTMLDivElement>(null);
  const hash = useAnchor(body);
  const shown = pageWith(page ?? hash);
  const counts = useCounts();
  const items = accountPages.map(({ id, label }) => ({
    label: label(),
    href: id === null ? '/account' : `/account/${id}`,
    active: id === shown.id,
    count: counts.get(id ?? '') || undefined,
  }));
  return (
    <>
      <DocumentTitle>
        {shown.id === null ? shared('account') : t('account.titleOf', { page: shown.label() })}
      </DocumentTitle>
      <SheetHead>
        <PageHeader
          title={shared('account')}
          actions={
            <>
              <PortalButton />
              <Button
                kind={shown.id === null ? 'main' : undefined}
                icon={<IconCoins size={16} />}
                href={BUY_CREDITS}
              >
                {shared('credits.buy')}
              </Button>
            </>
          }
        />
        <div className="account-tabs">
          <Tabs label={t('account.pages')} items={items} />
        </div>
      </SheetHead>
      <div className="t-page account-layout" ref={body}>
        <nav className="account-nav" aria-label={t('account.pages')}>
          {items.map(({ label, href, active, count }) => (
            <Link key={href} href={href} aria-current={active ? 'page' : undefined}>
              <span className="t-grow">{label}</span>
              {count !== undefined && <span className="t-12 t-ink3 t-num">{count}</span>}
            </Link>
          ))}
        </nav>
        <div className="account-body">
          <PaymentConfirmation />
          {shown.id === null && <PlanSummary />}
          {shown.sections.map((section) => (
            <SectionSlot key={section.id} section={section} wanted={section.id === (hash || page)} />
          ))}
        </div>
      </div>
    </>
  );
}

/** Counts beside the tabs, as far as their parts have been read. */
function useCounts(): Map<string, number> {
  const brandId = useBrandId();
  const templates = useQuery({ ...templatesOptions(brandId), enabled: false }).data;
  const team = useQuery({ ...teamOptions(brandId), enabled: false }).data;
  return new Map([
    ['email-templates', templates?.messageTemplates.length ?? 0],
    ['team', team?.members.length ?? 0],
  ]);
}

/** The way to the billing portal, for those who may manage billing. */
function PortalButton() {
  const brandId = useBrandId();
  const mayManage = useQuery(brandOptions(brandId)).data?.abilities.manageBilling.allowed;
  const hasPortal = useQuery(billingOptions(brandId)).data?.hasPortal;
  const { openPortal } = useBillingWrites();
  if (!mayManage || !hasPortal) return null;
  return (
    <Button
      icon={<IconExternalLink size={16} />}
      busy={openPortal.isPending}
      onClick={() => openPortal.mutate()}
    >
      {t('account.openBilling')}
    </Button>
  );
}
