import type { ReportPart } from '@troupe/domain/analytics/report';
import { formats } from '@troupe/i18n/language';
import type { PdfText } from '../../../platform/pdf/pdf-text.ts';
import { reportDay, valueText } from './report-file.ts';

/** Colors of lines and parts, readable side by side in print. */
export const SERIES = ['#4f46e5', '#e4570a', '#1a7a44', '#b92a2a', '#0e7490', '#8a8780'] as const;
const LINE = '#e7e5e0';
const QUIET = '#6b6871';
const TICKS = 4;
const AXIS = 54;
const FOOT = 16;

/** Where something is drawn. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns steps of an axis that people read easily: 1, 2, 2.5 or 5 times a power of ten. */
function niceTicks(low: number, high: number): number[] {
  const span = high - low || Math.abs(high) || 1;
  const rough = span / TICKS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5].find((factor) => factor * power >= rough) ?? 10) * power;
  const ticks: number[] = [];
  for (let at = Math.floor(low / step); at * step < high + step / 2; at += 1) ticks.push(at * step);
  if ((ticks.at(-1) ?? 0) < high) ticks.push((ticks.at(-1) ?? 0) + step);
  return ticks.length > 1 ? ticks : [low, low + step];
}

/** Draws a chart over time as vectors: axes, the compared period dashed, one line or group of bars for each currency. */
export function drawChart(
  document: PDFKit.PDFDocument,
  text: PdfText,
  box: Box,
  part: Extract<ReportPart, { kind: 'chart' }>,
): void {
  const values = part.lines.flatMap(({ points, previous }) =>
    [...points, ...previous].map(({ value }) => value ?? 0),
  );
  const ticks = niceTicks(Math.min(0, ...values), Math.max(0, ...values));
  const [bottom, top] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const plot: Box = { x: box.x + AXIS, y: box.y + 4, width: box.width - AXIS, height: box.height - FOOT - 4 };
  const yOf = (value: number) => plot.y + plot.height * (1 - (value - bottom) / (top - bottom));
  for (const tick of ticks) {
    const y = yOf(tick);
    document
      .moveTo(plot.x, y)
      .lineTo(plot.x + plot.width, y)
      .lineWidth(tick === 0 ? 0.75 : 0.5)
      .strokeColor(tick === 0 ? '#d8d5ce' : LINE)
      .stroke();
    text.line(axisText(tick, part), box.x, y - 4, AXIS - 6, { size: 7, color: QUIET, align: 'right' });
  }
  const count = Math.max(1, ...part.lines.map(({ points }) => points.length));
  drawDays(text, plot, part.lines[0]?.points.map(({ start }) => start) ?? []);
  if (part.form === 'bar') drawBars(document, plot, part, count, yOf);
  else drawLines(document, plot, part, count, yOf);
}

function axisText(tick: number, { unit, lines }: Extract<ReportPart, { kind: 'chart' }>): string {
  if (unit === 'money' && lines.length === 1)
    return valueText(tick, { unit, currency: lines[0]?.currency ?? null });
  const value = unit === 'money' ? tick / 100 : tick;
  return new Intl.NumberFormat(formats().locale, { notation: 'compact', maximumFractionDigits: 1 }).format(
    value,
  );
}

const MOST_DAYS_SHOWN = 6;

function drawDays(text: PdfText, plot: Box, days: readonly string[]): void {
  if (days.length === 0) return;
  const every = Math.max(1, Math.ceil(days.length / MOST_DAYS_SHOWN));
  const slot = plot.width / days.length;
  for (let at = 0; at < days.length; at += every) {
    const width = Math.min(80, slot * every);
    const x = Math.min(plot.x + slot * (at + 0.5) - width / 2, plot.x + plot.width - width);
    text.line(reportDay(days[at] ?? ''), Math.max(plot.x - 8, x), plot.y + plot.height + 5, width, {
      size: 7,
      color: QUIET,
      align: 'center',
    });
  }
}

type ChartPart = Extract<ReportPart, { kind: 'chart' }>;

function drawLines(
  document: PDFKit.PDFDocument,
  plot: Box,
  { lines }: ChartPart,
  count: number,
  yOf: (value: number) => number,
): void {
  const slot = plot.width / count;
  const path = (points: ChartPart['lines'][number]['points']) => {
    let isDrawing = false;
    for (const [at, { value }] of points.slice(0, count).entries()) {
      const x = plot.x + slot * (at + 0.5);
      // An unknown value is a gap, not 0.
      if (value === null) isDrawing = false;
      else if (isDrawing) document.lineTo(x, yOf(value));
      else {
        document.moveTo(x, yOf(value));
        isDrawing = true;
      }
    }
  };
  for (const [at, { points, previous }] of lines.entries()) {
    const color = SERIES[at % SERIES.length] ?? SERIES[0];
    if (previous.length > 0) {
      path(previous);
      document.lineWidth(1).dash(2, { space: 2 }).strokeColor('#b3b0aa').stroke().undash();
    }
    path(points);
    document.lineWidth(1.5).lineJoin('round').strokeColor(color).stroke();
    if (points.length === 1 && points[0]?.value !== null)
      document.circle(plot.x + slot / 2, yOf(points[0]?.value ?? 0), 2).fill(color);
  }
}

function drawBars(
  document: PDFKit.PDFDocument,
  plot: Box,
  { lines }: ChartPart,
  count: number,
  yOf: (value: number) => number,
): void {
  const slot = plot.width / count;
  const width = Math.max(0.5, Math.min(28, (slot * 0.7) / Math.max(1, lines.length)));
  for (const [at, { points, previous }] of lines.entries()) {
    const color = SERIES[at % SERIES.length] ?? SERIES[0];
    for (const [place, { value }] of points.entries()) {
      if (value === null) continue;
      const x = plot.x + slot * (place + 0.5) - (width * lines.length) / 2 + at * width;
      const [y, zero] = [yOf(value), yOf(0)];
      document.rect(x, Math.min(y, zero), width, Math.abs(zero - y)).fill(color);
      const before = previous[place]?.value;
      if (before !== undefined && before !== null)
        document
          .moveTo(x, yOf(before))
          .lineTo(x + width, yOf(before))
          .lineWidth(1)
          .strokeColor('#8a8780')
          .stroke();
    }
  }
}
