import { createHash } from 'node:crypto';
import { canonicalJson } from '@troupe/domain/affiliate/commission-statement';
import { type Analytics, type AnalyticsStep, MOST_POINTS } from '@troupe/domain/analytics/analytics';
import { describeFormulas } from '@troupe/domain/analytics/formula-text';
import type {
  ChartMeasure,
  ReportChanges,
  ReportForm,
  ReportPart,
  ReportRow,
  ReportSnapshot,
  ReportWidget,
} from '@troupe/domain/analytics/report';
import type { Figure, FormulaId } from '@troupe/domain/figure';
import { FORMULAS } from '@troupe/domain/figure-formula';
import type { Api } from '../../platform/api.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { type AnalyticsQuery, filterOf, readAnalytics } from './analytics.ts';
import { rowsOf } from './analytics-rows.ts';
import { readFilterNames } from './report/report.queries.ts';
import { logoUrl } from './report/report-logo.queries.ts';
import { windowDays } from './report/report-slots.ts';
import { readSensitivity } from './sensitivity.ts';

/** A report to calculate. */
export interface SnapshotInput {
  brandId: string;
  reportId: string;
  version: number;
  form: ReportForm;
  /** Decides the days of a rolling window. */
  at: Date;
}

/** Nothing to compare with. */
const NO_CHANGES: ReportChanges = {
  previousRunId: null,
  previousAsOf: null,
  previousFrom: null,
  previousTo: null,
  corrections: [],
  movements: [],
};

/** Returns what analytics are asked for a report over some days. */
export function queryOf(form: ReportForm, { from, to }: { from: string; to: string }): AnalyticsQuery {
  const { campaignId, creatorId, platform } = form.filters;
  return {
    from,
    to,
    campaignId: campaignId ?? undefined,
    creatorId: creatorId ?? undefined,
    platform: platform ?? undefined,
    currency: form.currency ?? 'each',
    zone: form.zone,
    compare: form.compare,
  };
}

/** Calculates a report as it is now, without what changed since the run before. */
export async function takeSnapshot(api: Api, input: SnapshotInput): Promise<ReportSnapshot> {
  const { brandId, form } = input;
  const days = windowDays(form.window, form.zone, input.at);
  const query = queryOf(form, days);
  const base = await readAnalytics(api, brandId, query);
  const [names, brandName, brandLogoUrl] = await Promise.all([
    readFilterNames(api.pool, brandId, form.filters),
    readBrandName(api.db, brandId),
    logoUrl(api, brandId),
  ]);
  const parts = await partsOf(api, { brandId, query, base, widgets: form.widgets });
  return {
    reportId: input.reportId,
    version: input.version,
    name: form.name,
    subtitle: form.subtitle,
    brandName: brandName ?? '',
    brandLogoUrl,
    zone: base.zone,
    currency: base.currency,
    currencies: base.currencies,
    rates: base.rates,
    filters: { campaign: names.campaign, creator: names.creator, platform: form.filters.platform },
    period: base.current,
    previous: base.previous,
    asOf: base.asOf,
    parts,
    formulas: formulasOf(parts),
    changes: NO_CHANGES,
  };
}

interface PartsInput {
  brandId: string;
  query: AnalyticsQuery;
  base: Analytics;
  widgets: readonly ReportWidget[];
}

/** In sequence: a report with forty tables must not use up the pool. */
async function partsOf(api: Api, input: PartsInput): Promise<ReportPart[]> {
  const sources = new Sources(api, input);
  const parts: ReportPart[] = [];
  for (const widget of input.widgets) parts.push(await partOf(widget, input.base, sources));
  return parts;
}

async function partOf(widget: ReportWidget, base: Analytics, sources: Sources): Promise<ReportPart> {
  const { id, title } = widget;
  switch (widget.kind) {
    case 'heading':
      return { id, kind: 'heading', title };
    case 'text':
      return { id, kind: 'text', title, text: widget.text };
    case 'changes':
      return { id, kind: 'changes', title };
    case 'figures':
      return { id, kind: 'figures', title, figures: inOrder(base.figures, widget.formulas) };
    case 'chart':
      return chartPart(widget, await sources.series(widget.every));
    case 'table': {
      const { groupBy, formulas } = widget;
      const all = await sources.rows(groupBy, widget.sort);
      const rows: ReportRow[] = all.slice(0, widget.rows).map((row) => ({
        id: row.id,
        name: row.name,
        platform: row.platform,
        username: row.username,
        url: row.url,
        figures: inOrder(row.figures, formulas),
      }));
      return { id, kind: 'table', title, groupBy, formulas, rows, total: all.length };
    }
    case 'spend-split': {
      const split = base.currencies.flatMap((currency) => {
        const amount = (formula: FormulaId) =>
          base.figures.find((one) => one.formula === formula && one.currency === currency)?.value ?? 0;
        const one = {
          currency,
          fees: amount('fees'),
          commission: amount('commission'),
          costs: amount('costs'),
        };
        return one.fees === 0 && one.commission === 0 && one.costs === 0 ? [] : [one];
      });
      return { id, kind: 'spend-split', title, split };
    }
    case 'roas-band': {
      const { bands, rules } = await sources.band();
      return { id, kind: 'roas-band', title, bands, rules };
    }
  }
}

const inOrder = (figures: readonly Figure[], formulas: readonly FormulaId[]): Figure[] =>
  formulas.flatMap((formula) => figures.filter((one) => one.formula === formula));

type Rows = Awaited<ReturnType<typeof rowsOf>>;
type Band = Pick<Extract<ReportPart, { kind: 'roas-band' }>, 'bands' | 'rules'>;

/** What widgets are made from; each is read once, however many widgets use it. */
class Sources {
  readonly #api: Api;
  readonly #input: PartsInput;
  readonly #series = new Map<AnalyticsStep, Promise<Analytics>>();
  readonly #rows = new Map<string, Promise<Rows>>();
  #band: Promise<Band> | undefined;

  constructor(api: Api, input: PartsInput) {
    this.#api = api;
    this.#input = input;
    this.#series.set(input.base.every, Promise.resolve(input.base));
  }

  series(asked: AnalyticsStep | null): Promise<Analytics> {
    const { base, brandId, query } = this.#input;
    const every = asked === null || (asked === 'day' && base.current.days > MOST_POINTS) ? base.every : asked;
    const known =
      this.#series.get(every) ?? readAnalytics(this.#api, brandId, Object.assign({}, query, { every }));
    this.#series.set(every, known);
    return known;
  }

  rows(groupBy: NonNullable<Analytics['groupBy']>, sort: Analytics['sort']): Promise<Rows> {
    const key = `${groupBy} ${sort}`;
    const known = this.#rows.get(key) ?? this.#readRows(groupBy, sort);
    this.#rows.set(key, known);
    return known;
  }

  async #readRows(groupBy: NonNullable<Analytics['groupBy']>, sort: Analytics['sort']): Promise<Rows> {
    const { base, brandId, query } = this.#input;
    const { filter, margin } = await filterOf(this.#api, brandId, query);
    const { asOf, currencies } = base;
    return rowsOf(this.#api, { filter, before: null, groupBy, sort, margin, asOf, currencies });
  }

  band(): Promise<Band> {
    this.#band ??= readBand(this.#api, this.#input);
    return this.#band;
  }
}

async function readBand(api: Api, { brandId, query }: PartsInput): Promise<Band> {
  const { bands, rules } = await readSensitivity(api, brandId, query);
  return { bands, rules };
}

const POINT_FIELDS = {
  'net-revenue': 'net',
  spend: 'spend',
  commission: 'commission',
  fees: 'fees',
  costs: 'costs',
} as const;

function chartPart(
  { id, title, measure, form }: Extract<ReportWidget, { kind: 'chart' }>,
  { series, previousSeries, currencies, every }: Analytics,
): ReportPart {
  const field = measure in POINT_FIELDS ? POINT_FIELDS[measure as keyof typeof POINT_FIELDS] : null;
  const pointsOf = (points: Analytics['series'], currency: string | null) =>
    points.map((point) => ({
      start: point.start,
      value: field
        ? (point.amounts.find((one) => one.currency === currency)?.[field] ?? 0)
        : point[measure as Exclude<ChartMeasure, keyof typeof POINT_FIELDS>],
    }));
  const lines = (field ? currencies : [null]).map((currency) => ({
    currency,
    points: pointsOf(series, currency),
    previous: pointsOf(previousSeries, currency),
  }));
  // A line of zeros says less than the sentence in its place.
  if (lines.every(({ points, previous }) => [...points, ...previous].every(({ value }) => !value)))
    lines.length = 0;
  return { id, kind: 'chart', title, measure, form, every, unit: FORMULAS[measure].unit, lines };
}

/** Returns the formulas of all figures of a report, each once. */
function formulasOf(parts: readonly ReportPart[]): ReportSnapshot['formulas'] {
  const ids = new Set<FormulaId>();
  const add = (figures: readonly Figure[]) => {
    for (const { formula } of figures) ids.add(formula);
  };
  for (const one of parts) {
    if (one.kind === 'figures') add(one.figures);
    if (one.kind === 'table') for (const row of one.rows) add(row.figures);
    if (one.kind === 'chart') ids.add(one.measure);
    if (one.kind === 'spend-split') for (const id of ['fees', 'commission', 'costs'] as const) ids.add(id);
    if (one.kind === 'roas-band') for (const id of ['roas', 'roas-band'] as const) ids.add(id);
  }
  return describeFormulas().filter(({ id }) => ids.has(id));
}

/** Returns all figures of a report that stand for themselves, each once: by formula and currency. */
export function figuresOfSnapshot({ parts }: Pick<ReportSnapshot, 'parts'>): Figure[] {
  const found = new Map<string, Figure>();
  for (const one of parts)
    if (one.kind === 'figures')
      for (const figure of one.figures) found.set(`${figure.formula} ${figure.currency ?? ''}`, figure);
  return [...found.values()];
}

/** Returns the hash of a frozen report: SHA-256 of its canonical JSON, in hex. */
export const snapshotHash = (snapshot: ReportSnapshot): string =>
  createHash('sha256').update(canonicalJson(snapshot)).digest('hex');
