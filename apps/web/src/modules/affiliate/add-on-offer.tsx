import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { PageHeader } from '@troupe/ui/layout/page-header';
import { listed } from '@troupe/ui/lib/format';
import { dollars } from '../../shared/dollars.ts';
import { SheetHead } from '../../shared/screen/screen.tsx';
import { type DashboardData, DashboardFigures } from './dashboard-figures.tsx';
import { t } from './messages/messages.gen.ts';

interface AddOnProps {
  program: ProgramOverview;
  /** Whether this person can buy for the brand. */
  owner: boolean;
}

/** What the program would look like, on sample figures, and how to get it. */
export default function AddOnOffer({ program, owner }: AddOnProps) {
  return (
    <>
      <SheetHead>
        <PageHeader title={t('title')} subtitle={t('offer.subtitle')} />
      </SheetHead>
      <div className="t-page affiliate-tab">
        <div className="affiliate-note affiliate-offer">
          <div className="t-grow">
            <p className="t-name">{t('offer.title', { name: program.addOn.name })}</p>
            <p className="t-ink2">{t('offer.text', { price: dollars(program.addOn.price) })}</p>
          </div>
          <BuyAddOn program={program} owner={owner} />
        </div>
        <section className="affiliate-tab" aria-label={t('offer.sample')}>
          <div className="t-row">
            <Pill tone="tangerine">{t('offer.sample')}</Pill>
            <span className="t-ink2">{t('offer.sampleText')}</span>
          </div>
          <DashboardFigures data={sample()} window={t('offer.sampleWindow')} />
        </section>
      </div>
    </>
  );
}

/** The way to the checkout, or who can go it. */
export function BuyAddOn({ program: { addOn }, owner }: AddOnProps) {
  if (owner)
    return (
      <Button kind="main" href="/signup/affiliate">
        {t('offer.buy')}
      </Button>
    );
  return (
    <p className="t-ink2">
      {addOn.owners.length > 0
        ? t('offer.askOwners', { owners: listed(addOn.owners) })
        : t('offer.askAnOwner')}
    </p>
  );
}

const WEEKS = [310, 420, 380, 560, 610, 540, 720, 690, 840, 910, 870, 1040];

/** Twelve invented weeks: the same for everybody, never mixed with real figures. */
function sample(): DashboardData {
  const buckets = WEEKS.map((sales, at) => ({
    from: new Date(Date.UTC(2026, 0, 5 + at * 7)).toISOString().slice(0, 10),
    revenue: sales * 100,
    orders: Math.round(sales / 46),
    clicks: Math.round(sales * 1.9),
    commission: sales * 10,
  }));
  const creators = (
    [
      [t('offer.creator', { number: 1 }), 0.44],
      [t('offer.creator', { number: 2 }), 0.31],
      [t('offer.creator', { number: 3 }), 0.25],
    ] as const
  ).map(([name, share]) => {
    const part = scaled(sum(buckets), share);
    return Object.assign(part, { id: name, name, who: name, href: undefined });
  });
  return {
    currency: 'USD',
    now: sum(buckets),
    before: null,
    buckets,
    creators,
  };
}

type Part = { clicks: number; orders: number; revenue: number; commission: number };

const sum = (parts: readonly Part[]): Part => ({
  clicks: parts.reduce((all, one) => all + one.clicks, 0),
  orders: parts.reduce((all, one) => all + one.orders, 0),
  revenue: parts.reduce((all, one) => all + one.revenue, 0),
  commission: parts.reduce((all, one) => all + one.commission, 0),
});

const scaled = (part: Part, share: number): Part => ({
  clicks: Math.round(part.clicks * share),
  orders: Math.round(part.orders * share),
  revenue: Math.round(part.revenue * share),
  commission: Math.round(part.commission * share),
});
