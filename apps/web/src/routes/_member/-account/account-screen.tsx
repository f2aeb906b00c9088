import { IconCoins, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { Tabs } from '@troupe/ui/layout/tabs';
import { useRef } from 'react';
import { teamOptions } from '../../../modules/account/team/team-queries.ts';
import { billingOptions, useBillingWrites } from '../../../modules/billing/subscription/account-queries.ts';
import { templatesOptions } from '../../../modules/outreach/email-template/email-template-queries.ts';
import { BUY_CREDITS } from '../../../shared/brand/credit.tsx';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { SheetHead } from '../../../shared/screen/screen.tsx';
import { PaymentConfirmation } from './payment-confirmation.tsx';
import { PlanSummary } from './plan-summary.tsx';
import { SectionSlot } from './section-slot.tsx';
import { accountSections } from './sections.ts';
import { useAnchor } from './use-anchor.ts';

/** The account of a brand: what it has, and its parts one below the other, each with an address of its own. */
export function AccountScreen() {
  const body = useRef<HTMLDivElement>(null);
  const hash = useAnchor(body);
  const counts = useCounts();
  return (
    <>
      <SheetHead>
        <PageHeader
          title="Account"
          actions={
            <>
              <PortalButton />
              <Button kind="main" icon={<IconCoins size={16} />} href={BUY_CREDITS}>
                Buy credits
              </Button>
            </>
          }
        />
        <Tabs
          label="Parts of the account"
          items={tabs.map(({ id, label, ids }) => ({
            label,
            href: id === null ? '/account' : `/account#${id}`,
            active: ids.has(hash),
            count: counts.get(id ?? '') || undefined,
          }))}
        />
      </SheetHead>
      <div className="t-page account-body" ref={body}>
        <PaymentConfirmation />
        <PlanSummary />
        {accountSections.map((section) => (
          <SectionSlot key={section.id} section={section} wanted={section.id === hash} />
        ))}
      </div>
    </>
  );
}

interface Tab {
  /** Null is the top of the screen. */
  id: string | null;
  label: string;
  /** Every anchor under which it is the present one. */
  ids: Set<string>;
}

/** One tab for each part that has words for one; the parts after it, up to the next, are its own too. */
const tabs = accountSections.reduce<Tab[]>(
  (found, { id, tab }) => {
    if (tab) found.push({ id, label: tab, ids: new Set([id]) });
    else found.at(-1)?.ids.add(id);
    return found;
  },
  [{ id: null, label: 'Plan and usage', ids: new Set(['', 'plan']) }],
);

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
      Open Billing
    </Button>
  );
}
