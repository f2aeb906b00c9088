import { useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import type { Sensitivity, SensitivityRule } from '@troupe/domain/analytics/analytics';
import { Chart } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { downloadCsv } from '../../shared/download.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { AnalyticsAddress } from './analytics-address.ts';
import { figureOf, ratioText } from './analytics-labels.ts';
import { sensitivityOptions } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

const roasOf = ({ figures }: SensitivityRule) => figureOf(figures, 'roas')?.value ?? null;

/** ROAS under each rule of attribution, with the lowest and highest. */
export function AttributionRange({ address }: { address: AnalyticsAddress }) {
  const query = useQuery(sensitivityOptions(useBrandId(), address));
  const narrowed = Boolean(address.campaign || address.creator || address.platform);
  return (
    <div>
      <LoadState what={t('rules.what')} query={query}>
        <Skeleton height={200} />
      </LoadState>
      {query.data && <Rules sensitivity={query.data.sensitivity} narrowed={narrowed} />}
    </div>
  );
}

function Rules({ sensitivity, narrowed }: { sensitivity: Sensitivity; narrowed: boolean }) {
  const { rules, bands, cut } = sensitivity;
  const band = bands[0];
  const text = (value: number | null) => (value === null ? t('why.not-defined') : ratioText(value));
  const range =
    band && band.low !== null && band.high !== null
      ? t('rules.range', { low: ratioText(band.low), high: ratioText(band.high) })
      : t('why.not-defined');
  return (
    <ChartFrame
      title={t('rules.title')}
      subtitle={
        <>
          <strong className="t-num">{range}</strong>
          {band?.currency && bands.length > 1 && ` ${t('chart.oneCurrency', { currency: band.currency })}`}
        </>
      }
      columns={[t('rules.rule'), t('rules.roas'), t('measure.orders')]}
      rows={rules.map((one) => [t(`rules.${one.rule}`), text(roasOf(one)), one.orders])}
      onDownload={(rows) => downloadCsv('roas-by-rule.csv', rows)}
      onPicture={(png) => saveBlob(png, 'roas-by-rule.png')}
    >
      <Chart
        kind="bars"
        title={t('rules.title')}
        hideTitle
        items={rules.map((one) => ({
          id: one.rule,
          label: t(`rules.${one.rule}`),
          value: roasOf(one) ?? 0,
          text: text(roasOf(one)),
          exact: t('rules.exact', {
            rule: t(`rules.${one.rule}`),
            roas: text(roasOf(one)),
            orders: one.orders,
          }),
        }))}
      />
      <p className="t-12 t-ink2 analytics-foot">
        {[t('rules.help'), cut && t('rules.cut'), narrowed && t('rules.whole')].filter(Boolean).join(' ')}
      </p>
    </ChartFrame>
  );
}
