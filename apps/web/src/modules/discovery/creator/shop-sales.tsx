import { IconExternalLink } from '@tabler/icons-react';
import type { CreatorDetails, ShopSales } from '@troupe/domain/discovery/creator';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { exactNumber, money } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { sourceOf, sourceWord } from '../../../shared/creator/creator-labels.ts';

/** What a TikTok Shop creator sold over the last month; administrators get the way to the partner center. */
export function ShopSalesSection({ creator, shop }: { creator: CreatorDetails; shop: ShopSales }) {
  const source = sourceOf(creator, 'followerCount');
  const shared = {
    size: 20,
    window: 'The last month',
    readAt: creator.updated,
    ...(source ? { source: { kind: source.kind, name: sourceWord(creator, source.kind) } } : {}),
  } as const;
  return (
    <DrawerSection title="Sales" aside={<span className="t-12 t-ink2">Over the last month</span>}>
      <div className="creator-drawer-metrics">
        <LabelledFigure
          {...shared}
          label="Units sold"
          value={exactNumber(shop.units_sold)}
          formula="Products sold through the creator"
        />
        <LabelledFigure
          {...shared}
          label="GMV"
          value={money(shop.avg_gmv_revenue, shop.currency)}
          formula="Gross merchandise value: what buyers paid for these products"
        />
      </div>
      {creator.partnerCenterUrl && (
        <a
          className="t-link creator-drawer-partner"
          href={creator.partnerCenterUrl}
          target="_blank"
          rel="noreferrer noopener"
        >
          Partner center profile <IconExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </DrawerSection>
  );
}
