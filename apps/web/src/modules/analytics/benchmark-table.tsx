import { useQuery } from '@tanstack/react-query';
import { shareBenchmark } from '@troupe/contract/analytics/benchmark';
import type { BenchmarkFigure } from '@troupe/domain/analytics/benchmark';
import { formulaName } from '@troupe/domain/analytics/formula-text';
import type { FormulaId } from '@troupe/domain/figure';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Section } from '@troupe/ui/layout/section';
import { percent } from '@troupe/ui/lib/format';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { useIsOwner } from '../../shared/screen/owner-section.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import { shortText } from './analytics-labels.ts';
import { benchmarkOptions, useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

type Quartiles = BenchmarkFigure['own'];

function quartilesText(quartiles: Quartiles, figure: BenchmarkFigure): string {
  if (!quartiles) return t('benchmark.tooFew', { count: figure.ownItems });
  return t('benchmark.quartiles', {
    median: shortText(quartiles.median, figure),
    q1: shortText(quartiles.q1, figure),
    q3: shortText(quartiles.q3, figure),
  });
}

/** Recent campaigns beside the brand's last 12 months and, with consent, other brands. */
export function BenchmarkTable() {
  const brandId = useBrandId();
  const query = useQuery(benchmarkOptions(brandId));
  const owner = useIsOwner();
  const share = useAnalyticsWrite(
    (shared: boolean) => client.call(shareBenchmark, { params: { brandId }, body: { shared } }),
    { failed: t('benchmark.failed') },
  );
  const benchmark = query.data?.benchmark;
  const shown = benchmark?.figures.filter(({ recent, own }) => recent !== null || own !== null) ?? [];
  return (
    <Section id="benchmark" title={t('benchmark.title')} subtitle={t('benchmark.subtitle')}>
      <LoadState what={t('benchmark.what')} query={query}>
        <Skeleton height={160} />
      </LoadState>
      {benchmark && shown.length === 0 && <p className="t-ink2">{t('benchmark.none')}</p>}
      {benchmark && shown.length > 0 && (
        <Table label={t('benchmark.title')} density="ledger">
          <thead>
            <tr>
              <Th>{t('benchmark.figure')}</Th>
              <Th numeric>{t('benchmark.recent')}</Th>
              <Th numeric className="analytics-wrap">
                {t('benchmark.own')}
              </Th>
              <Th numeric data-wide="1">
                {t('benchmark.beats')}
              </Th>
              {benchmark.why === null && <Th numeric>{t('benchmark.others')}</Th>}
            </tr>
          </thead>
          <tbody>
            {shown.map((figure) => (
              <Tr key={`${figure.formula}${figure.currency}`}>
                <Td>{formulaName(figure.formula as FormulaId)}</Td>
                <Td numeric>{figure.recent === null ? '–' : shortText(figure.recent, figure)}</Td>
                <Td numeric className={figure.own ? 'analytics-wrap' : 't-ink2 analytics-wrap'}>
                  {quartilesText(figure.own, figure)}
                </Td>
                <Td numeric data-wide="1">
                  {figure.own && figure.beats !== null ? percent(figure.beats) : '–'}
                </Td>
                {benchmark.why === null && (
                  <Td numeric>{figure.installation ? quartilesText(figure.installation, figure) : '–'}</Td>
                )}
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {benchmark && (
        <div className="analytics-share">
          <Switch
            label={t('benchmark.share')}
            help={
              benchmark.why
                ? t(`benchmark.why.${benchmark.why}`)
                : t('benchmark.shareHelp', { count: benchmark.brands })
            }
            checked={benchmark.shared}
            disabled={owner !== true || share.isPending}
            onChange={(event) => share.mutate(event.target.checked)}
          />
        </div>
      )}
    </Section>
  );
}
