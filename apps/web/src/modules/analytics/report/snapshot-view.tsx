import { formulaName, formulaText, unknownText } from '@troupe/domain/analytics/formula-text';
import type { ReportChange, ReportPart, ReportSnapshot } from '@troupe/domain/analytics/report';
import { itemName, reasonText, rowName, ruleName } from '@troupe/domain/analytics/report-text';
import type { Figure } from '@troupe/domain/figure';
import { Link } from '@troupe/ui/action/link';
import { Chart } from '@troupe/ui/chart/chart';
import { roundTop } from '@troupe/ui/chart/chart-items';
import { TrendChart } from '@troupe/ui/chart/trend-chart';
import { Table, Td, Th } from '@troupe/ui/layout/data-table';
import { tiles } from '@troupe/ui/layout/tiles';
import { exactTime } from '@troupe/ui/lib/date';
import { t } from './messages/messages.gen.ts';
import {
  axisText,
  changedText,
  changeText,
  dayOf,
  figureName,
  figureNote,
  pointName,
  titleOf,
  valueText,
} from './report-labels.ts';
import './snapshot-view.css';

type Part<Kind extends ReportPart['kind']> = Extract<ReportPart, { kind: Kind }>;

interface PartProps<Kind extends ReportPart['kind']> {
  part: Part<Kind>;
  snapshot: ReportSnapshot;
}

/** A report as it is read: what it is about, its parts, and how the figures are calculated. */
export function SnapshotView({
  snapshot,
  embedded = false,
}: {
  snapshot: ReportSnapshot;
  embedded?: boolean;
}) {
  // A screen around it has its own first heading.
  const Title = embedded ? 'h2' : 'h1';
  const { period, previous, filters, currency, rates, formulas, asOf, zone } = snapshot;
  const about = [
    t('view.days', { from: dayOf(period.from), to: dayOf(period.to) }),
    previous && t('view.compared', { from: dayOf(previous.from), to: dayOf(previous.to) }),
    filters.campaign,
    filters.creator,
    filters.platform,
  ].filter((one) => one);
  return (
    <article className="report-view">
      <header className="report-view-head">
        {snapshot.brandLogoUrl ? (
          <img src={snapshot.brandLogoUrl} alt={snapshot.brandName} className="report-view-logo" />
        ) : (
          <p className="report-view-brand" dir="auto">
            {snapshot.brandName}
          </p>
        )}
        <Title className="t-28" dir="auto">
          {snapshot.name}
        </Title>
        {snapshot.subtitle && (
          <p className="t-ink2" dir="auto">
            {snapshot.subtitle}
          </p>
        )}
        <p className="t-ink3" dir="auto">
          {about.join(' · ')}
        </p>
        {currency && rates && (
          <p className="t-12 t-ink3">{t('view.converted', { currency, day: dayOf(rates.latest) })}</p>
        )}
      </header>
      {snapshot.parts.map((part) => (
        <PartView key={part.id} part={part} snapshot={snapshot} />
      ))}
      {formulas.length > 0 && (
        <details className="report-view-formulas">
          <summary>{t('view.formulas')}</summary>
          <p className="t-12 t-ink3">{unknownText()}</p>
          <dl>
            {formulas.map(({ id, version }) => (
              <div key={id}>
                <dt>{formulaName(id)}</dt>
                <dd>
                  {formulaText(id)} <span className="t-ink3">{t('view.version', { id, version })}</span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <footer className="t-12 t-ink3">{t('view.asOf', { moment: exactTime(asOf), zone })}</footer>
    </article>
  );
}

function PartView({ part, snapshot }: { part: ReportPart; snapshot: ReportSnapshot }) {
  if (part.kind === 'heading')
    return (
      <h2 className="t-20 report-view-heading" dir="auto">
        {part.title}
      </h2>
    );
  return (
    <section className="report-view-part">
      {(part.kind !== 'text' || part.title.trim() !== '') && (
        <h2 className="t-16" dir="auto">
          {titleOf(part)}
        </h2>
      )}
      <PartBody part={part} snapshot={snapshot} />
    </section>
  );
}

function PartBody({ part, snapshot }: { part: ReportPart; snapshot: ReportSnapshot }) {
  switch (part.kind) {
    case 'text':
      return (
        <p className="report-view-text" dir="auto">
          {part.text}
        </p>
      );
    case 'figures':
      return (
        <ul {...tiles(part.figures.length)}>
          {part.figures.map((figure) => (
            <FigureCard key={`${figure.formula} ${figure.currency}`} figure={figure} snapshot={snapshot} />
          ))}
        </ul>
      );
    case 'chart':
      return <ChartPart part={part} />;
    case 'table':
      return <TablePart part={part} snapshot={snapshot} />;
    case 'spend-split':
      return <SplitPart part={part} />;
    case 'roas-band':
      return <BandPart part={part} />;
    case 'changes':
      return <ChangesView changes={snapshot.changes} snapshot={snapshot} />;
    default:
      return null;
  }
}

const Empty = () => <p className="t-ink3">{t('view.nothing')}</p>;

/** More spend isn't good or bad. */
const NEUTRAL = new Set(['spend', 'fees', 'commission', 'costs', 'refunds', 'cpa', 'cpm', 'cpe']);

function FigureCard({ figure, snapshot }: { figure: Figure; snapshot: ReportSnapshot }) {
  const change = changeText(figure);
  const note = figureNote(figure);
  const tone =
    NEUTRAL.has(figure.formula) || !change
      ? ''
      : change.startsWith('+')
        ? 'up'
        : change === '0%'
          ? ''
          : 'down';
  return (
    <li className="report-view-figure" title={formulaText(figure.formula)}>
      <span className="t-12 t-ink3">{figureName(snapshot, figure)}</span>
      <strong className="t-20 t-num">{valueText(figure.value, figure)}</strong>
      {change && (
        <span className="t-12 report-view-change" data-tone={tone}>
          {t('figure.change', { change })}
        </span>
      )}
      {note && <span className="t-12 t-ink3">{note}</span>}
    </li>
  );
}

function ChartPart({ part }: { part: Part<'chart'> }) {
  const { lines, unit, form, every } = part;
  const pointOf = (start: string) => pointName(start, every);
  if (lines.length === 0 || lines.every(({ points }) => points.length === 0)) return <Empty />;
  return lines.map((line) => {
    const { currency } = line;
    const text = (value: number) => valueText(value, { unit, currency });
    const tick = (value: number) => axisText(value, { unit, currency });
    const title = lines.length > 1 && currency ? `${titleOf(part)} (${currency})` : titleOf(part);
    if (form === 'bar')
      return (
        <Chart
          key={currency}
          kind="columns"
          title={title}
          hideTitle={lines.length === 1}
          height={180}
          axis={{ top: roundTop(Math.max(0, ...line.points.map(({ value }) => value ?? 0))), text: tick }}
          labelEvery={Math.ceil(line.points.length / 6)}
          items={line.points.map(({ start, value }) => ({
            id: start,
            label: pointOf(start),
            value: value ?? 0,
            text: valueText(value, { unit, currency }),
          }))}
        />
      );
    const hasPrevious = line.previous.length > 0;
    return (
      <TrendChart
        key={currency}
        title={title}
        height={200}
        points={line.points.map(({ start, value }, at) => ({
          key: start,
          label: pointOf(start),
          title: dayOf(start),
          values: { now: value, before: line.previous[at]?.value ?? null },
        }))}
        series={[
          { id: 'now', label: t('view.now') },
          ...(hasPrevious ? [{ id: 'before', label: t('view.before'), dashed: true }] : []),
        ]}
        text={text}
        axisText={tick}
      />
    );
  });
}

function TablePart({ part, snapshot }: PartProps<'table'>) {
  const { rows, formulas, total } = part;
  if (rows.length === 0) return <Empty />;
  const columns = formulas.flatMap((formula) => {
    const found = new Set(
      rows.flatMap(({ figures }) =>
        figures.filter((one) => one.formula === formula).map((one) => one.currency),
      ),
    );
    return [...found].map((currency) => ({ formula, currency }));
  });
  return (
    <>
      <Table label={titleOf(part)} bleed>
        <thead>
          <tr>
            <Th>{t('table.name')}</Th>
            {columns.map((column) => (
              <Th key={`${column.formula} ${column.currency}`} numeric>
                {figureName(snapshot, column)}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id ?? 'none'}>
              <Td dir="auto">
                {row.url ? (
                  <Link href={row.url} target="_blank" rel="noopener noreferrer nofollow" className="t-link">
                    {rowName(row)}
                  </Link>
                ) : (
                  rowName(row)
                )}
              </Td>
              {columns.map(({ formula, currency }) => {
                const figure = row.figures.find(
                  (one) => one.formula === formula && one.currency === currency,
                );
                return (
                  <Td key={`${formula} ${currency}`} numeric>
                    {figure ? valueText(figure.value, figure, true) : '–'}
                  </Td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      {total > rows.length && <p className="t-12 t-ink3">{t('table.more', { shown: rows.length, total })}</p>}
    </>
  );
}

function SplitPart({ part }: { part: Part<'spend-split'> }) {
  if (part.split.length === 0) return <Empty />;
  return part.split.map(({ currency, fees, commission, costs }) => (
    <Chart
      key={currency}
      kind="parts"
      title={currency}
      hideTitle={part.split.length === 1}
      items={(
        [
          ['fees', fees],
          ['commission', commission],
          ['costs', costs],
        ] as const
      ).map(([id, value]) => ({
        id,
        label: formulaName(id),
        value: Math.max(0, value),
        text: valueText(value, { unit: 'money', currency }),
      }))}
    />
  ));
}

function BandPart({ part }: { part: Part<'roas-band'> }) {
  const bands = part.bands.filter(({ low }) => low !== null);
  if (bands.length === 0) return <Empty />;
  return bands.map((band) => (
    <Chart
      key={band.currency}
      kind="bars"
      title={t('view.band', {
        low: valueText(band.low, band),
        high: valueText(band.high, band),
        currency: band.currency ?? '',
      })}
      items={part.rules.flatMap(({ rule, figures }) =>
        figures
          .filter(
            ({ formula, currency, value }) =>
              formula === 'roas' && currency === band.currency && value !== null,
          )
          .map((one) => ({
            id: rule,
            label: ruleName(rule),
            value: one.value ?? 0,
            text: valueText(one.value, one),
          })),
      )}
    />
  ));
}

/** What changed since the run before, with the reasons. */
export function ChangesView({
  changes,
  snapshot,
}: {
  changes: ReportSnapshot['changes'];
  snapshot: Pick<ReportSnapshot, 'currencies'>;
}) {
  const { previousFrom, previousTo, corrections } = changes;
  if (previousFrom === null || previousTo === null) return <p className="t-ink3">{t('changes.first')}</p>;
  const days = { from: dayOf(previousFrom), to: dayOf(previousTo) };
  if (corrections.length === 0) return <p className="t-ink3">{t('changes.none', days)}</p>;
  return (
    <>
      <p className="t-ink2">{t('changes.lead', days)}</p>
      <ul className="report-changes">
        {corrections.map((change) => (
          <Correction key={`${change.formula} ${change.currency}`} change={change} snapshot={snapshot} />
        ))}
      </ul>
    </>
  );
}

function Correction({
  change,
  snapshot,
}: {
  change: ReportChange;
  snapshot: Pick<ReportSnapshot, 'currencies'>;
}) {
  return (
    <li>
      <p>
        <strong>{figureName(snapshot, change)}</strong>{' '}
        {t('changes.fromTo', {
          before: changedText(change.before, change),
          after: changedText(change.after, change),
        })}
      </p>
      {change.reasons.map(({ reason, count, items }) => (
        <details key={reason}>
          <summary>{reasonText(reason, count)}</summary>
          <ul>
            {items.map((item) => (
              <li key={item.id} dir="auto">
                {itemName(item)}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </li>
  );
}
