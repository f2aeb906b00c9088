import { formulaName, formulaText, unknownText } from '@troupe/domain/analytics/formula-text';
import type { ReportChange, ReportPart, ReportRow, ReportSnapshot } from '@troupe/domain/analytics/report';
import {
  itemName,
  reasonText,
  rowName,
  ruleName,
  usualTitle,
  whyText,
} from '@troupe/domain/analytics/report-text';
import { CSV_BOM, type CsvCell, csvLine } from '@troupe/domain/csv';
import type { Figure, FormulaId } from '@troupe/domain/figure';
import { FORMULAS } from '@troupe/domain/figure-formula';
import { columnMoney, minorDigits, money } from '@troupe/domain/money';
import { formats } from '@troupe/i18n/language';
import { roundHalfUp } from '@troupe/i18n/number-text';
import { t } from './messages/messages.gen.ts';

/** A frozen report to write as a file. */
export interface ReportFile {
  /** Null for a live report. */
  runId: string | null;
  sha256: string;
  snapshot: ReportSnapshot;
}

type Part<Kind extends ReportPart['kind']> = Extract<ReportPart, { kind: Kind }>;

/** Returns the name of a report's file without its extension: a slug of its name, and its last day. */
export function reportFileName({ name, period }: Pick<ReportSnapshot, 'name' | 'period'>): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase();
  return `${plain || 'report'}-${period.to}`;
}

const numberFormats = new Map<string, Intl.NumberFormat>();

/** A formatter of the current language, kept: creating one for each cell of a long table takes seconds. */
function numberFormat(least: number, most: number): Intl.NumberFormat {
  const { locale } = formats();
  const key = `${locale} ${least} ${most}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most });
  numberFormats.set(key, format);
  return format;
}

/** Writes a count in the current language. */
const countText = (value: number): string => numberFormat(0, 0).format(value);

/** Writes the value of a figure; a dash if it has none. */
export function valueText(
  value: number | null,
  { unit, currency }: Pick<Figure, 'unit' | 'currency'>,
  inColumn = false,
): string {
  if (value === null) return '–';
  if (unit === 'money') {
    const minor = Math.round(value);
    return (inColumn ? columnMoney : money)(minor, currency ?? 'EUR');
  }
  if (unit === 'count') return countText(value);
  // As many decimals as on screens.
  return unit === 'percent'
    ? `${numberFormat(1, 1).format(roundHalfUp(value, 1))}%`
    : numberFormat(2, 2).format(value);
}

/** Writes a value that changed, with decimals that show small changes. */
function changedText(value: number | null, figure: Pick<Figure, 'unit' | 'currency'>): string {
  if (value === null || figure.unit === 'money' || figure.unit === 'count') return valueText(value, figure);
  return figure.unit === 'percent'
    ? `${numberFormat(1, 3).format(value)}%`
    : numberFormat(2, 4).format(value);
}

/** Returns a formula of a report in the current language; as it was frozen, if it changed since. */
export function formulaIn({ formulas }: ReportSnapshot, id: FormulaId): { name: string; text: string } {
  const frozen = formulas.find((one) => one.id === id);
  if (!frozen || frozen.version === FORMULAS[id].version)
    return { name: formulaName(id), text: formulaText(id) };
  return { name: frozen.name, text: frozen.text };
}

/** Returns the name of a figure in a report. */
export const figureName = (snapshot: ReportSnapshot, id: FormulaId): string => formulaIn(snapshot, id).name;

/** Returns the title of a part: the one that a person gave it, or what it shows. */
export const partTitle = (part: ReportPart): string => part.title.trim() || usualTitle(part);

/** Returns a day of a report in the current language. */
export const reportDay = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(formats().locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Returns the change since the compared period: a rate with its sign; null if there is nothing to compare with. */
export function changeText({ value, previous }: Pick<Figure, 'value' | 'previous'>): string | null {
  if (value === null || !previous || previous.value === null || previous.value === 0) return null;
  const rate = (value - previous.value) / Math.abs(previous.value);
  return new Intl.NumberFormat(formats().locale, {
    style: 'percent',
    maximumFractionDigits: Math.abs(rate) < 0.1 ? 1 : 0,
    signDisplay: 'exceptZero',
  }).format(rate);
}

/** Returns why a figure has no value or isn't complete; null if it is. */
export function figureNote({
  value,
  why,
  unknown,
}: Pick<Figure, 'value' | 'why' | 'unknown'>): string | null {
  if (value === null) return why ? whyText(why) : null;
  return unknown > 0 ? t('unknownItems', { count: unknown }) : null;
}

/** Returns what a correction is about, in one line. */
export function correctionText(snapshot: ReportSnapshot, change: ReportChange): string {
  return t('correction', {
    figure: figureName(snapshot, change.formula),
    before: changedText(change.before, change),
    after: changedText(change.after, change),
  });
}

/** Returns the reasons of a correction, in one line; empty without any. */
export const reasonsText = ({ reasons }: Pick<ReportChange, 'reasons'>): string =>
  reasons.map(({ reason, count }) => reasonText(reason, count)).join(', ');

/** A cell of a table file: text, or a number with its decimals. */
export type FileCell = string | null | { value: number; digits: number; percent?: true };

/** Returns the value of a figure as a plain number: amounts in major units. */
function fileValue(value: number | null, { unit, currency }: Pick<Figure, 'unit' | 'currency'>): FileCell {
  if (value === null) return null;
  if (unit === 'count') return { value, digits: 0 };
  if (unit === 'money') {
    const digits = minorDigits(currency ?? 'EUR');
    return { value: Math.round(value) / 10 ** digits, digits };
  }
  return { value, digits: unit === 'ratio' ? 4 : 3 };
}

/** A sheet: a widget, or what the report is about. */
export interface FileSheet {
  title: string;
  head: string[];
  rows: FileCell[][];
}

/** Returns a report as tables: what it is about, one for each widget with figures, formulas, what changed. */
export function sheetsOf(file: ReportFile): FileSheet[] {
  const { snapshot } = file;
  const sheets = [aboutSheet(file)];
  for (const part of snapshot.parts) {
    const sheet = partSheet(snapshot, part);
    if (sheet) sheets.push(sheet);
  }
  sheets.push(changesSheet(snapshot), formulaSheet(snapshot));
  return sheets;
}

function aboutSheet({ runId, sha256, snapshot }: ReportFile): FileSheet {
  const { period, previous, filters } = snapshot;
  const rows: [string, string | null][] = [
    [t('about.report'), snapshot.name],
    [t('about.brand'), snapshot.brandName],
    [t('about.days'), `${period.from} – ${period.to}`],
    [t('about.compared'), previous ? `${previous.from} – ${previous.to}` : null],
    [t('about.zone'), snapshot.zone],
    [t('about.currency'), snapshot.currency ?? snapshot.currencies.join(', ')],
    [t('about.rates'), snapshot.rates?.latest ?? null],
    [t('about.campaign'), filters.campaign],
    [t('about.creator'), filters.creator],
    [t('about.platform'), filters.platform],
    [t('about.asOf'), snapshot.asOf],
    [t('about.version'), String(snapshot.version)],
    [t('about.run'), runId],
    ['SHA-256', sha256],
  ];
  return {
    title: t('sheet.about'),
    head: [],
    rows: rows.filter(([, value]) => value !== null && value !== ''),
  };
}

function partSheet(snapshot: ReportSnapshot, part: ReportPart): FileSheet | null {
  const title = partTitle(part);
  if (part.kind === 'figures') return { title, ...figureSheet(snapshot, part.figures) };
  if (part.kind === 'chart') return chartSheet(title, part);
  if (part.kind === 'table') return tableSheet(snapshot, title, part);
  if (part.kind === 'spend-split')
    return {
      title,
      head: [
        t('head.currency'),
        ...(['fees', 'commission', 'costs'] as const).map((id) => figureName(snapshot, id)),
      ],
      rows: part.split.map(({ currency, fees, commission, costs }) => [
        currency,
        ...[fees, commission, costs].map((value) => fileValue(value, { unit: 'money', currency })),
      ]),
    };
  if (part.kind === 'roas-band')
    return {
      title,
      head: [t('head.rule'), t('head.currency'), t('head.value')],
      rows: part.rules.flatMap(({ rule, figures }) =>
        figures.map((one): FileCell[] => [ruleName(rule), one.currency, fileValue(one.value, one)]),
      ),
    };
  return null;
}

function figureSheet(snapshot: ReportSnapshot, figures: readonly Figure[]): Omit<FileSheet, 'title'> {
  const head = [
    'figure',
    'value',
    'currency',
    'low',
    'high',
    'previous',
    'known',
    'unknown',
    'note',
    'formula',
  ] as const;
  return {
    head: head.map((name) => t(`head.${name}`)),
    rows: figures.map((one) => [
      figureName(snapshot, one.formula),
      fileValue(one.value, one),
      one.currency,
      fileValue(one.low, one),
      fileValue(one.high, one),
      fileValue(one.previous?.value ?? null, one),
      { value: one.known, digits: 0 },
      { value: one.unknown, digits: 0 },
      one.value === null && one.why ? whyText(one.why) : null,
      `${one.formula} v${one.version}`,
    ]),
  };
}

function chartSheet(title: string, { lines, unit }: Part<'chart'>): FileSheet {
  const head = [t('head.day')];
  for (const { currency, previous } of lines) {
    head.push(currency ?? t('head.value'));
    if (previous.length > 0) head.push(`${currency ?? t('head.value')} (${t('head.previous')})`);
  }
  const longest = Math.max(0, ...lines.map(({ points }) => points.length));
  const rows = Array.from({ length: longest }, (_, at): FileCell[] => [
    lines[0]?.points[at]?.start ?? null,
    ...lines.flatMap(({ currency, points, previous }) => {
      const of = { unit, currency };
      const now = fileValue(points[at]?.value ?? null, of);
      return previous.length > 0 ? [now, fileValue(previous[at]?.value ?? null, of)] : [now];
    }),
  ]);
  return { title, head, rows };
}

/** Columns of a table: each figure, once per currency. */
export function tableColumns({
  rows,
  formulas,
}: Part<'table'>): { formula: Figure['formula']; currency: string | null }[] {
  return formulas.flatMap((formula) => {
    const currencies = new Set<string | null>();
    for (const { figures } of rows)
      for (const one of figures) if (one.formula === formula) currencies.add(one.currency);
    return [...(currencies.size > 0 ? currencies : [null])].map((currency) => ({ formula, currency }));
  });
}

/** Returns the figure of a row in a column. */
export const figureIn = (
  row: ReportRow,
  column: { formula: Figure['formula']; currency: string | null },
): Figure | undefined =>
  row.figures.find((one) => one.formula === column.formula && one.currency === column.currency);

/** Returns the heading of a column. */
export const columnName = (
  snapshot: ReportSnapshot,
  { formula, currency }: { formula: FormulaId; currency: string | null },
): string => {
  const name = figureName(snapshot, formula);
  return currency && snapshot.currencies.length > 1 ? `${name} (${currency})` : name;
};

function tableSheet(snapshot: ReportSnapshot, title: string, part: Part<'table'>): FileSheet {
  const columns = tableColumns(part);
  return {
    title,
    head: [
      t('head.name'),
      t('head.platform'),
      t('head.url'),
      ...columns.map(
        ({ formula, currency }) => `${figureName(snapshot, formula)}${currency ? ` (${currency})` : ''}`,
      ),
    ],
    rows: part.rows.map((row) => [
      rowName(row),
      row.platform,
      row.url,
      ...columns.map((column) => {
        const figure = figureIn(row, column);
        return figure ? fileValue(figure.value, figure) : null;
      }),
    ]),
  };
}

function changesSheet(snapshot: ReportSnapshot): FileSheet {
  const head = [
    'figure',
    'currency',
    'before',
    'after',
    'reason',
    'item',
    'id',
    'itemBefore',
    'itemAfter',
  ] as const;
  return {
    title: t('sheet.changes'),
    head: head.map((name) => t(`head.${name}`)),
    rows: snapshot.changes.corrections.flatMap((change) => {
      const start: FileCell[] = [
        figureName(snapshot, change.formula),
        change.currency,
        fileValue(change.before, change),
        fileValue(change.after, change),
      ];
      if (change.reasons.length === 0) return [[...start, null, null, null, null, null]];
      return change.reasons.flatMap(({ reason, count, items }) =>
        items.map((item): FileCell[] => [
          ...start,
          reasonText(reason, count),
          itemName(item),
          item.id,
          fileValue(item.before, change),
          fileValue(item.after, change),
        ]),
      );
    }),
  };
}

const formulaSheet = (snapshot: ReportSnapshot): FileSheet => ({
  title: t('sheet.formulas'),
  head: [t('head.figure'), t('head.formula'), t('head.version'), t('head.text'), t('head.unknown')],
  rows: snapshot.formulas.map(({ id, version }) => {
    const { name, text } = formulaIn(snapshot, id);
    return [name, id, { value: version, digits: 0 }, text, unknownText()];
  }),
});

const csvCellOf = (cell: FileCell): CsvCell =>
  cell === null || typeof cell === 'string' ? cell : Number(cell.value.toFixed(cell.digits));

/** Returns all figures of a run as CSV: the tables one below the other, each with its title. */
export function reportCsv(file: ReportFile): string {
  const lines: string[] = [CSV_BOM];
  for (const [at, { title, head, rows }] of sheetsOf(file).entries()) {
    if (at > 0) lines.push(csvLine([]));
    lines.push(csvLine([title]));
    if (head.length > 0) lines.push(csvLine(head));
    for (const row of rows) lines.push(csvLine(row.map(csvCellOf)));
  }
  return lines.join('');
}
