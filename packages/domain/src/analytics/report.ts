import { z } from 'zod';
import { Platform } from '../discovery/creator.ts';
import { Figure, FormulaId } from '../figure.ts';
import { Day, Id, Instant, text, Version } from '../shape.ts';
import {
  AnalyticsPeriod,
  AnalyticsRowKind,
  AnalyticsSort,
  AnalyticsStep,
  FormulaDescription,
  SensitivityRule,
} from './analytics.ts';

/** The most widgets of a report. */
export const MOST_WIDGETS = 40;
/** The most reports of a brand. */
export const MOST_REPORTS = 200;
/** The most rows of a table. */
export const MOST_TABLE_ROWS = 500;
/** The most figures of a widget. */
export const MOST_WIDGET_FIGURES = 8;

/** A time zone that this runtime knows. */
export const Zone = text({ max: 64, required: 'Choose a time zone' }).refine(
  isZone,
  'Choose a time zone such as Europe/Berlin',
);

/** Tells whether a text names a time zone. Offsets such as +02:00 don't: they have no daylight saving time. */
function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/** What a chart shows over time. */
export const ChartMeasure = z.enum([
  'net-revenue',
  'spend',
  'commission',
  'fees',
  'costs',
  'orders',
  'clicks',
  'posts',
  'views',
  'engagements',
]);
export type ChartMeasure = z.infer<typeof ChartMeasure>;

/** Figures that a widget can show. */
export const REPORT_FIGURES = [
  ...['net-revenue', 'refunds', 'orders', 'spend', 'fees', 'commission', 'costs', 'roas', 'roi'],
  ...['cpa', 'cpm', 'cpe', 'clicks', 'visitors', 'conversion', 'posts', 'creators', 'views', 'reach'],
  ...['likes', 'comments', 'saves', 'shares', 'engagements', 'engagement-rate'],
] as readonly FormulaId[];
const ROW_FIGURES = [
  ...['net-revenue', 'orders', 'spend', 'roas', 'cpa', 'cpm', 'cpe', 'clicks', 'visitors', 'conversion'],
  ...['posts', 'views', 'reach', 'engagements', 'engagement-rate'],
] as readonly FormulaId[];
const POST_FIGURES = [
  ...['views', 'reach', 'likes', 'comments', 'saves', 'shares', 'engagements', 'engagement-rate'],
] as readonly FormulaId[];

/** Returns the figures that a table can show. Sales belong to no single post. */
export const tableFigures = (groupBy: AnalyticsRowKind): readonly FormulaId[] =>
  groupBy === 'content' ? POST_FIGURES : ROW_FIGURES;

const POST_SORTS: readonly AnalyticsSort[] = ['engagement', 'views', 'engagements'];
const ROW_SORTS: readonly AnalyticsSort[] = AnalyticsSort.options;

/** Returns what a table can be sorted by. */
export const tableSorts = (groupBy: AnalyticsRowKind): readonly AnalyticsSort[] =>
  groupBy === 'content' ? POST_SORTS : ROW_SORTS;

const widget = {
  /** Chosen by the client, unique in the report. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/, 'Use a-z, 0-9, _ and -'),
  /** Empty shows the usual title of the widget. */
  title: text({ max: 120 }).default(''),
};
const formulas = z
  .array(FormulaId)
  .min(1, 'Choose at least one metric')
  .max(MOST_WIDGET_FIGURES, `Choose up to ${MOST_WIDGET_FIGURES} metrics`)
  .refine((ids) => new Set(ids).size === ids.length, 'Choose each metric only once');

/** A part of a report. The set is closed: nothing else is rendered. */
export const ReportWidget = z.discriminatedUnion('kind', [
  z.object({
    id: widget.id,
    kind: z.literal('heading'),
    title: text({ max: 120, required: 'Enter a heading' }),
  }),
  z.object({
    id: widget.id,
    kind: z.literal('text'),
    title: widget.title,
    text: text({ max: 4000, required: 'Enter text' }),
  }),
  z.object({
    id: widget.id,
    kind: z.literal('figures'),
    title: widget.title,
    formulas: formulas.refine(
      (ids) => ids.every((id) => REPORT_FIGURES.includes(id)),
      'Choose a metric from the list',
    ),
  }),
  z.object({
    id: widget.id,
    kind: z.literal('chart'),
    title: widget.title,
    measure: ChartMeasure,
    form: z.enum(['line', 'bar']).default('line'),
    every: AnalyticsStep.nullable().default(null),
  }),
  z
    .object({
      id: widget.id,
      kind: z.literal('table'),
      title: widget.title,
      groupBy: AnalyticsRowKind,
      sort: AnalyticsSort,
      formulas,
      rows: z.int().min(1).max(MOST_TABLE_ROWS).default(10),
    })
    .superRefine(({ groupBy, sort, formulas: ids }, context) => {
      if (!tableSorts(groupBy).includes(sort))
        context.addIssue({ code: 'custom', path: ['sort'], message: 'Choose a sort order from the list' });
      if (!ids.every((id) => tableFigures(groupBy).includes(id)))
        context.addIssue({ code: 'custom', path: ['formulas'], message: 'Choose a metric from the list' });
    }),
  z.object({ id: widget.id, kind: z.literal('spend-split'), title: widget.title }),
  z.object({ id: widget.id, kind: z.literal('roas-band'), title: widget.title }),
  z.object({ id: widget.id, kind: z.literal('changes'), title: widget.title }),
]);
export type ReportWidget = z.infer<typeof ReportWidget>;
export const WIDGET_KINDS = [
  'figures',
  'chart',
  'table',
  'spend-split',
  'roas-band',
  'changes',
  'heading',
  'text',
] as const satisfies readonly ReportWidget['kind'][];

/** The days a report covers: complete days, weeks, months, quarters or years before the day of a run, or fixed days. */
export const ReportWindow = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('rolling'),
    unit: z.enum(['day', 'week', 'month', 'quarter', 'year']),
    count: z.int().min(1).max(365),
  }),
  z.object({ kind: z.literal('fixed'), from: Day, to: Day }),
]);
export type ReportWindow = z.infer<typeof ReportWindow>;

const DAYS = { day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const;
/** The longest window, in days. */
const MOST_WINDOW_DAYS = 1098;

const checkedWindow = ReportWindow.superRefine((window, context) => {
  if (window.kind === 'rolling') {
    if (window.count * DAYS[window.unit] > MOST_WINDOW_DAYS)
      context.addIssue({ code: 'custom', path: ['count'], message: 'Choose a period of up to three years' });
    return;
  }
  if (window.from > window.to)
    context.addIssue({
      code: 'custom',
      path: ['to'],
      message: 'Choose an end date on or after the start date',
    });
  else if (Date.parse(window.to) - Date.parse(window.from) > MOST_WINDOW_DAYS * 86_400_000)
    context.addIssue({ code: 'custom', path: ['to'], message: 'Choose a period of up to three years' });
});

/** What a report is limited to. */
const ReportFilters = z.object({
  campaignId: Id.nullable().default(null),
  creatorId: Id.nullable().default(null),
  platform: Platform.nullable().default(null),
});
export type ReportFilters = z.infer<typeof ReportFilters>;

const form = {
  name: text({ max: 120, required: 'Enter a name' }),
  /** Shown below the name. */
  subtitle: text({ max: 200 }).default(''),
  widgets: z
    .array(ReportWidget)
    .max(MOST_WIDGETS, `Use up to ${MOST_WIDGETS} widgets`)
    .refine(
      (widgets) => new Set(widgets.map(({ id }) => id)).size === widgets.length,
      'Give each widget its own id',
    ),
  filters: ReportFilters,
  window: checkedWindow,
  zone: Zone,
  /** Converts all amounts; null shows each currency alone. */
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, { error: 'Use an ISO currency code such as EUR' })
    .nullable(),
  compare: z.enum(['previous', 'year', 'none']),
};

/** What a person sets of a report. */
export const ReportForm = z.object(form);
export type ReportForm = z.infer<typeof ReportForm>;

/** A report: what it shows of which days. */
export const Report = ReportForm.extend({
  id: Id,
  /** Counts up with each change. */
  version: Version,
  created: Instant,
  changed: Instant,
  changedBy: z.string().nullable(),
});
export type Report = z.infer<typeof Report>;

/** A report in a list. */
export const ReportSummary = z.object({
  id: Id,
  name: z.string(),
  subtitle: z.string(),
  version: z.int(),
  widgets: z.int(),
  changed: Instant,
  changedBy: z.string().nullable(),
  /** When it is sent next; null without a schedule, or while that is paused. */
  next: Instant.nullable(),
  schedule: z.enum(['none', 'active', 'paused']),
  lastRun: z.object({ id: Id, asOf: Instant }).nullable(),
  runs: z.int(),
  /** Links that work. */
  shares: z.int(),
});
export type ReportSummary = z.infer<typeof ReportSummary>;

/** An earlier version of a report. */
export const ReportVersion = z.object({
  version: z.int(),
  at: Instant,
  by: z.string().nullable(),
  form: ReportForm,
});
export type ReportVersion = z.infer<typeof ReportVersion>;

const part = { id: z.string(), title: z.string() };

/** A point of a chart; null where the figure isn't known. */
const ChartPoint = z.object({ start: Day, value: z.number().nullable() });
export type ChartPoint = z.infer<typeof ChartPoint>;

/** A line of a chart: one for each currency of an amount. */
const ChartLine = z.object({
  currency: z.string().nullable(),
  points: z.array(ChartPoint),
  /** The compared period, in the same order; empty without one. */
  previous: z.array(ChartPoint),
});
export type ChartLine = z.infer<typeof ChartLine>;

/** A row of a table. */
export const ReportRow = z.object({
  id: z.string().nullable(),
  name: z.string(),
  platform: Platform.nullable(),
  username: z.string().nullable(),
  url: z.string().nullable(),
  figures: z.array(Figure),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** Why a figure isn't what the report before said about the same days. */
export const ChangeReason = z.enum([
  'refund',
  'late-order',
  'late-journey',
  'decided-again',
  'edited-order',
  'corrected-views',
  'new-post',
  'removed-post',
  'new-cost',
  'changed-cost',
  'removed-cost',
  'commission',
  'new-click',
  'other',
]);
export type ChangeReason = z.infer<typeof ChangeReason>;

/** An item that changed a figure. */
export const ChangedItem = z.object({
  kind: z.string(),
  id: z.string(),
  name: z.string(),
  /** Null if the item wasn't or isn't counted. */
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type ChangedItem = z.infer<typeof ChangedItem>;

/** How a figure of the report before changed since: the same days, calculated then and now. */
export const ReportChange = z.object({
  formula: FormulaId,
  unit: Figure.shape.unit,
  currency: z.string().nullable(),
  before: z.number().nullable(),
  after: z.number().nullable(),
  reasons: z.array(
    z.object({
      reason: ChangeReason,
      count: z.int(),
      /** What the items changed together, in the figure's unit; null if the figure isn't a sum. */
      by: z.number().nullable(),
      /** At most 20 of them, the largest first. */
      items: z.array(ChangedItem),
    }),
  ),
});
export type ReportChange = z.infer<typeof ReportChange>;

/** A figure of this run beside the run before: other days, unless the window is fixed. */
export const ReportMovement = z.object({
  formula: FormulaId,
  unit: Figure.shape.unit,
  currency: z.string().nullable(),
  before: z.number().nullable(),
  after: z.number().nullable(),
});
export type ReportMovement = z.infer<typeof ReportMovement>;

/** What changed since the run before. */
export const ReportChanges = z.object({
  previousRunId: Id.nullable(),
  previousAsOf: Instant.nullable(),
  /** The days of the run before. */
  previousFrom: Day.nullable(),
  previousTo: Day.nullable(),
  /** Figures of these days that are different now, with reasons. */
  corrections: z.array(ReportChange),
  movements: z.array(ReportMovement),
});
export type ReportChanges = z.infer<typeof ReportChanges>;

/** A widget with its figures. */
export const ReportPart = z.discriminatedUnion('kind', [
  z.object({ id: part.id, kind: z.literal('heading'), title: part.title }),
  z.object({ id: part.id, kind: z.literal('text'), title: part.title, text: z.string() }),
  z.object({ id: part.id, kind: z.literal('figures'), title: part.title, figures: z.array(Figure) }),
  z.object({
    id: part.id,
    kind: z.literal('chart'),
    title: part.title,
    measure: ChartMeasure,
    form: z.enum(['line', 'bar']),
    every: AnalyticsStep,
    unit: Figure.shape.unit,
    lines: z.array(ChartLine),
  }),
  z.object({
    id: part.id,
    kind: z.literal('table'),
    title: part.title,
    groupBy: AnalyticsRowKind,
    formulas: z.array(FormulaId),
    rows: z.array(ReportRow),
    total: z.int(),
  }),
  z.object({
    id: part.id,
    kind: z.literal('spend-split'),
    title: part.title,
    /** Fees, commissions and other costs, per currency in minor units. */
    split: z.array(z.object({ currency: z.string(), fees: z.int(), commission: z.int(), costs: z.int() })),
  }),
  z.object({
    id: part.id,
    kind: z.literal('roas-band'),
    title: part.title,
    bands: z.array(Figure),
    rules: z.array(SensitivityRule),
  }),
  z.object({ id: part.id, kind: z.literal('changes'), title: part.title }),
]);
export type ReportPart = z.infer<typeof ReportPart>;

/** A report with its figures, as it was at one moment. */
export const ReportSnapshot = z.object({
  reportId: Id,
  version: z.int(),
  name: z.string(),
  subtitle: z.string(),
  brandName: z.string(),
  brandLogoUrl: z.string().nullable(),
  zone: z.string(),
  currency: z.string().nullable(),
  currencies: z.array(z.string()),
  rates: z.object({ latest: Day, carried: z.boolean() }).nullable(),
  /** Names of what it is limited to. */
  filters: z.object({
    campaign: z.string().nullable(),
    creator: z.string().nullable(),
    platform: Platform.nullable(),
  }),
  period: AnalyticsPeriod,
  previous: AnalyticsPeriod.nullable(),
  asOf: Instant,
  parts: z.array(ReportPart),
  /** The formulas of all figures, as they were. */
  formulas: z.array(FormulaDescription),
  changes: ReportChanges,
});
export type ReportSnapshot = z.infer<typeof ReportSnapshot>;

/** Tells whether a report found nothing: no orders, clicks, posts or spend. */
export function isEmptySnapshot({ parts }: Pick<ReportSnapshot, 'parts'>): boolean {
  return parts.every((one) => {
    if (one.kind === 'figures') return one.figures.every(({ value }) => !value);
    if (one.kind === 'chart') return one.lines.every(({ points }) => points.every(({ value }) => !value));
    if (one.kind === 'table') return one.rows.every(({ figures }) => figures.every(({ value }) => !value));
    if (one.kind === 'spend-split')
      return one.split.every(({ fees, commission, costs }) => fees === 0 && commission === 0 && costs === 0);
    if (one.kind === 'roas-band') return one.bands.every(({ value, high }) => !value && !high);
    return true;
  });
}
