import type { AudienceBar, AudienceCharts as Charts } from '@troupe/domain/discovery/audience-chart';
import type { AudienceSubsetName } from '@troupe/domain/discovery/audience-report';
import { Chart } from '@troupe/ui/chart/chart';
import type { ChartProps } from '@troupe/ui/chart/chart-items';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { percent } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';
import './audience-charts.css';

interface AudienceChartsProps {
  charts: Charts;
  /** The audience whose shares these are. */
  people: AudienceSubsetName;
  /** The share of each list that the provider left out, 0 to 1. */
  unlisted: Partial<Record<keyof Charts, number | null>>;
  /** Shows tables instead of charts. */
  asTable: boolean;
}

const ORDER = [
  'ages',
  'countries',
  'genders',
  'reachability',
  'languages',
] as const satisfies (keyof Charts)[];

/** The title of a chart with its unit. */
const titleOf = (name: keyof Charts, people: AudienceSubsetName): string =>
  name === 'reachability' ? t('chart.reachability') : t(`chart.${name}`, { people });

/** Charts of one audience: ages, countries, genders, reachability and languages. Missing data is named. */
export function AudienceCharts({ charts, unlisted, people, asTable }: AudienceChartsProps) {
  return (
    <div className="audience-charts">
      {ORDER.map((name) => {
        const bars = charts[name];
        const title = titleOf(name, people);
        return (
          <div key={name} data-chart={name}>
            {bars.length === 0 ? (
              <>
                <p className="t-chart-title">{title}</p>
                <p className="t-12 t-ink3">{t('chart.missing')}</p>
              </>
            ) : asTable ? (
              <ShareTable title={title} column={t(`column.${name}`)} bars={bars} />
            ) : (
              <AudienceChart name={name} title={title} bars={bars} people={people} />
            )}
            {(unlisted[name] ?? 0) >= 0.005 && (
              <p className="t-12 t-ink3">{t('chart.unlisted', { percent: percent(unlisted[name]) })}</p>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface AudienceChartProps {
  name: keyof Charts;
  title: string;
  bars: readonly AudienceBar[];
  people: AudienceSubsetName;
}

const DRAWN: Record<keyof Charts, Pick<ChartProps, 'kind' | 'series' | 'height' | 'valued'>> = {
  ages: { kind: 'bars' },
  countries: { kind: 'bars', series: 2 },
  genders: { kind: 'parts', height: 22 },
  reachability: { kind: 'columns', valued: true, height: 80 },
  languages: { kind: 'parts', height: 12 },
};

function AudienceChart({ name, title, bars, people }: AudienceChartProps) {
  const items = bars.map(({ label, weight, percent: whole, isOther }) => ({
    label,
    value: weight,
    text: percent(whole / 100),
    exact: t('chart.share', { label, percent: percent(weight, 2), people }),
    other: isOther,
  }));
  return <Chart {...DRAWN[name]} title={title} items={items} />;
}

function ShareTable({
  title,
  column,
  bars,
}: {
  title: string;
  column: string;
  bars: readonly AudienceBar[];
}) {
  return (
    <>
      <p className="t-chart-title">{title}</p>
      <Table label={title} density="preview">
        <thead>
          <tr>
            <Th>{column}</Th>
            <Th numeric>%</Th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, weight, percent: whole }) => (
            <Tr key={label}>
              <Td>{label}</Td>
              <Td numeric title={percent(weight, 2)}>
                {whole}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </>
  );
}
