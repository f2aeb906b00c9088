import { IconExternalLink } from '@tabler/icons-react';
import type { CreatorDetails, ShopSales } from '@troupe/domain/discovery/creator';
import { money } from '@troupe/domain/money';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { sourceOf, sourceWord } from '../../../shared/creator/creator-labels.ts';
import { t } from './messages/messages.gen.ts';

/** A TikTok Shop creator's sales of the last month; administrators also get the partner center link. */
export function ShopSalesSection({ creator, shop }: { creator: CreatorDetails; shop: ShopSales }) {
  const source = sourceOf(creator, 'followerCount');
  const shared = {
    size: 20,
    window: t('sales.window'),
    readAt: creator.updated,
    ...(source ? { source: { kind: source.kind, name: sourceWord(creator, source.kind) } } : {}),
  } as const;
  return (
    <DrawerSection title={t('sales.title')} aside={<span className="t-12 t-ink2">{t('sales.over')}</span>}>
      <div className="creator-drawer-metrics">
        <LabelledFigure
          {...shared}
          label={t('sales.units')}
          value={exactNumber(shop.units_sold)}
          formula={t('sales.unitsFormula')}
        />
        <LabelledFigure
          {...shared}
          label={t('sales.gmv')}
          value={money(shop.avg_gmv_revenue, shop.currency)}
          formula={t('sales.gmvFormula')}
        />
      </div>
      {creator.partnerCenterUrl && (
        <a
          className="t-link creator-drawer-partner"
          href={creator.partnerCenterUrl}
          target="_blank"
          rel="noreferrer noopener"
        >
          {t('sales.partner')} <IconExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </DrawerSection>
  );
}
