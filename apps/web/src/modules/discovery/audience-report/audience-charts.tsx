import type { AudienceBar, AudienceCharts as Charts } from '@troupe/domain/discovery/audience-chart';
import { Chart } from '@troupe/ui/chart/chart';
import type { ChartProps } from '@troupe/ui/chart/chart-items';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { percent } from '@troupe/ui/lib/format';
import './audience-charts.css';

interface AudienceChartsProps {
  charts: Charts;
  /** Whose shares these are, in the plural: 'followers'. */
  people: string;
  /** The part of each list that the provider left out, from 0 to 1. */
  unlisted: Partial<Record<keyof Charts, number | null>>;
  /** The same figures as tables. */
  asTable: boolean;
}

/** Each chart's title with its unit, and the head of its first column as a table. */
const TITLES: Record<keyof Charts, { title: (people: string) => string; column: string }> = {
  ages: { title: (people) => `Ages, % of ${people}`, column: 'Age' },
  countries: { title: (people) => `Countries, % of ${people}`, column: 'Country' },
  genders: { title: (people) => `Genders, % of ${people}`, column: 'Gender' },
  reachability: { title: () => 'Reachability, accounts followed', column: 'Accounts followed' },
  languages: { title: (people) => `Languages, % of ${people}`, column: 'Language' },
};
const ORDER = Object.keys(TITLES) as (keyof Charts)[];

/** Charts of one audience: ages, countries, genders, reachability and languages. Missing data is named. */
export function AudienceCharts({ charts, unlisted, people, asTable }: AudienceChartsProps) {
  return (
    <div className="audience-charts">
      {ORDER.map((name) => {
        const bars = charts[name];
        const title = TITLES[name].title(people);
        return (
          <div key={name} data-chart={name}>
            {bars.length === 0 ? (
              <>
                <p className="t-chart-title">{title}</p>
                <p className="t-12 t-ink3">Not in this report</p>
              </>
            ) : asTable ? (
              <ShareTable title={title} column={TITLES[name].column} bars={bars} />
            ) : (
              <AudienceChart name={name} title={title} bars={bars} people={people} />
            )}
            {(unlisted[name] ?? 0) >= 0.005 && (
              <p className="t-12 t-ink3">{percent(unlisted[name])} not listed by the provider</p>
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
  people: string;
}

const DRAWN: Record<keyof Charts, Pick<ChartProps, 'kind' | 'series' | 'height' | 'valued'>> = {
  ages: { kind: 'bars' },
  countries: { kind: 'bars', series: 2 },
  genders: { kind: 'parts', height: 22 },
  reachability: { kind: 'columns', valued: true, height: 80 },
  languages: { kind: 'parts', height: 12 },
};

function AudienceChart({ name, title, bars, people }: AudienceChartProps) {
  const items = bars.map(({ label, weight, percent: whole }) => ({
    label,
    value: weight,
    text: `${whole}%`,
    exact: `${label}: ${percent(weight, 2)} of ${people}`,
    other: label === 'Other',
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
