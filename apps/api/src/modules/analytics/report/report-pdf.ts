import { unknownText } from '@troupe/domain/analytics/formula-text';
import type { ReportPart, ReportSnapshot } from '@troupe/domain/analytics/report';
import { rowName, ruleName } from '@troupe/domain/analytics/report-text';
import type { Figure } from '@troupe/domain/figure';
import { formats, inLanguage, type Language } from '@troupe/i18n/language';
import { loadFonts } from '../../../platform/pdf/pdf-fonts.ts';
import { t } from './messages/messages.gen.ts';
import { drawChart, SERIES } from './pdf-chart.ts';
import { INK, IRIS, PANEL, PdfPages, QUIET, SOFT } from './pdf-page.ts';
import {
  changeText,
  columnName,
  correctionText,
  figureIn,
  figureName,
  figureNote,
  formulaIn,
  partTitle,
  type ReportFile,
  reasonsText,
  reportDay,
  tableColumns,
  valueText,
} from './report-file.ts';
import type { ReportLogo } from './report-logo.queries.ts';

const GREEN = '#1a7a44';
const RED = '#b92a2a';
const GAP = 22;
const MARGIN = 48;
const CHART_HEIGHT = 170;
const CARD_HEIGHT = 66;
const CARD_GAP = 10;
const CARDS_PER_ROW = 4;
const ROW_HEIGHT = 18;
const LOGO = { width: 130, height: 44 };

type Part<Kind extends ReportPart['kind']> = Extract<ReportPart, { kind: Kind }>;

/**
 * Renders a run as PDF: the brand's logo, vector charts, page numbers, bookmarks, and all formulas at the end. Tagged for
 * screen readers.
 */
export async function reportPdf(
  file: ReportFile,
  { logo, language }: { logo: ReportLogo | null; language: Language },
): Promise<PDFKit.PDFDocument> {
  // Loaded on demand to save memory in processes that never use it.
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await loadFonts(file.snapshot);
  return inLanguage(language, () => {
    const { name, brandName, asOf, parts } = file.snapshot;
    const document = new PDFDocument({
      size: 'A4',
      bufferPages: true,
      pdfVersion: '1.7',
      tagged: true,
      displayTitle: true,
      lang: language,
      margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN },
      info: {
        Title: name.slice(0, 200),
        Author: brandName.slice(0, 200),
        CreationDate: new Date(asOf),
      },
    });
    const pages = new PdfPages(document, fonts);
    const writer = new ReportWriter(pages, file.snapshot);
    writer.head(logo);
    for (const part of parts) writer.part(part);
    writer.appendix(file);
    pages.end((y, page, count) => {
      const small = { size: 8, color: QUIET };
      pages.text.line(`${brandName} · ${name}`, pages.x, y, pages.width - 100, small);
      const place = t('pdf.page', { page, pages: count });
      pages.text.line(
        place,
        pages.x + pages.width - 100,
        y,
        100,
        Object.assign({ align: 'right' as const }, small),
      );
    });
    return document;
  });
}

/** Writes the parts of a report one below the other. */
class ReportWriter {
  readonly #pages: PdfPages;
  readonly #snapshot: ReportSnapshot;
  /** Titles are below the heading that a person put above them. */
  #titleTag = 'H2';

  constructor(pages: PdfPages, snapshot: ReportSnapshot) {
    this.#pages = pages;
    this.#snapshot = snapshot;
  }

  /** Draws one line of text at a place. */
  #line(...args: Parameters<PdfPages['text']['line']>): void {
    this.#pages.text.line(...args);
  }

  #bookmark(title: string): void {
    this.#pages.document.outline.addItem(title.slice(0, 120));
  }

  head(logo: ReportLogo | null): void {
    const pages = this.#pages;
    const { name, subtitle, brandName, period, previous, filters, currency } = this.#snapshot;
    if (logo) {
      const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1);
      pages.tag(
        'Figure',
        () => pages.document.image(logo.png, pages.x, pages.y, { width: logo.width * scale }),
        { alt: brandName },
      );
      pages.y += logo.height * scale + 18;
    } else pages.write(brandName, { size: 11, weight: 600, color: IRIS }, { height: 24, most: 1 });
    pages.decorate(() => pages.document.rect(pages.x, pages.y, 36, 3).fill(IRIS));
    pages.y += 14;
    pages.write(name, { size: 26, weight: 700 }, { tag: 'H1', height: 33, most: 4 });
    if (subtitle) pages.write(subtitle, { size: 12, color: SOFT });
    pages.y += 4;
    const days = t('pdf.days', { from: reportDay(period.from), to: reportDay(period.to) });
    pages.write(days, { size: 11, weight: 600 }, { height: 17 });
    const about = [
      logo ? brandName : null,
      filters.campaign,
      filters.creator,
      filters.platform,
      previous ? t('pdf.compared', { from: reportDay(previous.from), to: reportDay(previous.to) }) : null,
    ].filter((one) => one);
    const quiet = { size: 9.5, color: QUIET };
    if (about.length > 0) pages.write(about.join(' · '), quiet, { height: 15 });
    if (currency) pages.write(t('pdf.converted', { currency }), quiet, { height: 15 });
    pages.y += 8;
    pages.rule();
    pages.y += GAP;
  }

  part(part: ReportPart): void {
    const pages = this.#pages;
    if (part.kind === 'heading') {
      pages.need(90);
      pages.y += 6;
      this.#bookmark(part.title);
      pages.write(part.title, { size: 17, weight: 700 }, { tag: 'H2', height: 23 });
      this.#titleTag = 'H3';
      pages.y += 8;
      return;
    }
    const title = partTitle(part);
    const needed = { figures: CARD_HEIGHT + 30, chart: CHART_HEIGHT + 44, table: 4 * ROW_HEIGHT + 30 };
    pages.need(part.kind in needed ? needed[part.kind as keyof typeof needed] : 80);
    if (title) {
      this.#bookmark(title);
      pages.write(title, { size: 12, weight: 600 }, { tag: this.#titleTag, height: 22, most: 2 });
    }
    switch (part.kind) {
      case 'text':
        for (const paragraph of part.text.split(/\n{2,}/)) {
          pages.write(paragraph, { size: 10.5, color: SOFT });
          pages.y += 4;
        }
        break;
      case 'figures':
        this.#cards(part.figures);
        break;
      case 'chart':
        this.#chart(part, title);
        break;
      case 'table':
        this.#table(part);
        break;
      case 'spend-split':
        this.#split(part);
        break;
      case 'roas-band':
        this.#band(part);
        break;
      case 'changes':
        this.#changes();
    }
    pages.y += GAP;
  }

  #quiet(text: string): void {
    this.#pages.write(text, { size: 10, color: QUIET });
  }

  #cards(figures: readonly Figure[]): void {
    if (figures.length === 0) {
      this.#quiet(t('pdf.empty'));
      return;
    }
    const pages = this.#pages;
    const columns = Math.min(CARDS_PER_ROW, figures.length);
    const width = (pages.width - CARD_GAP * (columns - 1)) / columns;
    pages.group('L', () => {
      for (let from = 0; from < figures.length; from += columns) {
        pages.need(CARD_HEIGHT);
        for (const [at, figure] of figures.slice(from, from + columns).entries())
          this.#card(figure, pages.x + at * (width + CARD_GAP), width);
        pages.y += CARD_HEIGHT + CARD_GAP;
      }
    });
    pages.y -= CARD_GAP;
  }

  #card(figure: Figure, x: number, width: number): void {
    const pages = this.#pages;
    const { y } = pages;
    const inner = width - 20;
    pages.decorate(() => pages.document.roundedRect(x, y, width, CARD_HEIGHT, 6).fill(PANEL));
    const value = valueText(figure.value, figure);
    let size = 18;
    while (size > 10 && pages.text.width(value, { size, weight: 600 }) > inner) size -= 1;
    const change = changeText(figure);
    const note = figureNote(figure);
    pages.group('LI', () =>
      pages.tag('LBody', () => {
        const name = columnName(this.#snapshot, figure);
        this.#line(name, x + 10, y + 10, inner, { size: 8.5, color: QUIET });
        this.#line(value, x + 10, y + 24 + (18 - size) / 2, inner, { size, weight: 600 });
        if (note) this.#line(note, x + 10, y + 49, inner, { size: 7.5, color: QUIET });
        else if (change)
          this.#line(change, x + 10, y + 48, inner, {
            size: 8.5,
            weight: 600,
            color: changeColor(figure, change),
          });
      }),
    );
  }

  #legend(entries: readonly { name: string; color: string }[]): void {
    const pages = this.#pages;
    let x = pages.x;
    for (const { name, color } of entries) {
      const width = Math.min(160, pages.text.width(name, { size: 8 }) + 22);
      if (x + width > pages.x + pages.width) {
        x = pages.x;
        pages.y += 13;
      }
      const place = x;
      pages.decorate(() => pages.document.circle(place + 4, pages.y + 5, 3).fill(color));
      pages.tag('P', () => this.#line(name, place + 11, pages.y, width - 11, { size: 8, color: SOFT }));
      x += width;
    }
    pages.y += 15;
  }

  #chart(part: Part<'chart'>, title: string): void {
    const pages = this.#pages;
    if (part.lines.length === 0) {
      this.#quiet(t('pdf.empty'));
      return;
    }
    if (part.lines.length > 1)
      this.#legend(
        part.lines.map(({ currency }, at) => ({
          name: currency ?? '',
          color: SERIES[at % SERIES.length] ?? SERIES[0],
        })),
      );
    const box = { x: pages.x, y: pages.y, width: pages.width, height: CHART_HEIGHT };
    pages.tag('Figure', () => drawChart(pages.document, pages.text, box, part), {
      alt: [title, ...chartTexts(part)].join('. '),
    });
    pages.y += CHART_HEIGHT;
  }

  #table(part: Part<'table'>): void {
    const pages = this.#pages;
    if (part.rows.length === 0) {
      this.#quiet(t('pdf.empty'));
      return;
    }
    const columns = tableColumns(part);
    const numbers = Math.min(78, (pages.width * 0.68) / Math.max(1, columns.length));
    const first = pages.width - numbers * columns.length;
    const size = columns.length > 6 ? 7.5 : 8.5;
    const names = columns.map((column) => columnName(this.#snapshot, column));
    const quiet = { size: size - 0.5, color: QUIET };
    const right = Object.assign({ align: 'right' as const }, quiet);
    const drawName = (name: string, at: number) =>
      this.#line(name, pages.x + first + at * numbers + 6, pages.y, numbers - 6, right);
    const drawFirst = () => this.#line(t('head.name'), pages.x, pages.y, first - 6, quiet);
    const closeHead = () => {
      pages.y += 13;
      pages.rule('#d8d5ce');
    };
    pages.group('Table', () => {
      pages.group('THead', () =>
        pages.group('TR', () => {
          pages.tag('TH', drawFirst, { scope: 'Column' });
          for (const [at, name] of names.entries())
            pages.tag('TH', () => drawName(name, at), { scope: 'Column' });
        }),
      );
      closeHead();
      pages.group('TBody', () => {
        for (const row of part.rows) {
          if (pages.need(ROW_HEIGHT)) {
            // Headings are on each page, but said once.
            pages.decorate(() => {
              drawFirst();
              for (const [at, name] of names.entries()) drawName(name, at);
            }, 'Pagination');
            closeHead();
          }
          const y = pages.y + 4.5;
          pages.group('TR', () => {
            pages.tag('TH', () => this.#line(rowName(row), pages.x, y, first - 6, { size, weight: 600 }), {
              scope: 'Row',
            });
            for (const [at, column] of columns.entries()) {
              const figure = figureIn(row, column);
              const value = figure ? valueText(figure.value, figure, true) : '–';
              const color = figure?.value === null ? QUIET : INK;
              const x = pages.x + first + at * numbers + 4;
              pages.tag('TD', () => this.#line(value, x, y, numbers - 4, { size, color, align: 'right' }));
            }
          });
          pages.y += ROW_HEIGHT;
          pages.rule();
        }
      });
    });
    pages.y += 6;
    if (part.total > part.rows.length)
      pages.write(t('moreRows', { shown: part.rows.length, total: part.total }), { size: 8, color: QUIET });
  }

  #split({ split }: Part<'spend-split'>): void {
    const pages = this.#pages;
    if (split.length === 0) {
      this.#quiet(t('pdf.empty'));
      return;
    }
    const kinds = ['fees', 'commission', 'costs'] as const;
    for (const one of split) {
      pages.need(48);
      const { currency } = one;
      this.#legend(
        kinds.map((kind, at) => ({
          name: `${figureName(this.#snapshot, kind)} ${valueText(one[kind], { unit: 'money', currency })}`,
          color: SERIES[at] ?? IRIS,
        })),
      );
      const total = kinds.reduce((sum, kind) => sum + Math.max(0, one[kind]), 0);
      pages.decorate(() => {
        let { x } = pages;
        for (const [at, kind] of kinds.entries()) {
          const width = total > 0 ? (pages.width * Math.max(0, one[kind])) / total : 0;
          if (width > 0) pages.document.rect(x, pages.y, width, 12).fill(SERIES[at] ?? IRIS);
          x += width;
        }
      });
      pages.y += 24;
    }
  }

  #band({ bands, rules }: Part<'roas-band'>): void {
    const pages = this.#pages;
    const shown = bands.filter(({ low, high }) => low !== null && high !== null);
    if (shown.length === 0) {
      this.#quiet(t('pdf.empty'));
      return;
    }
    for (const band of shown) {
      const own = rules.flatMap(({ rule, figures }) =>
        figures
          .filter(({ currency, value }) => currency === band.currency && value !== null)
          .map(({ value }) => ({ rule, value: value ?? 0 })),
      );
      const most = Math.max(band.high ?? 0, ...own.map(({ value }) => value)) * 1.08 || 1;
      pages.need(own.length * 16 + 30);
      const range = `${valueText(band.low, band)} – ${valueText(band.high, band)}`;
      const said = band.currency ? `${range} (${band.currency})` : range;
      pages.write(said, { size: 14, weight: 600 }, { height: 22 });
      for (const { rule, value } of own) {
        const { x, y, width } = pages;
        const track = width - 190;
        pages.decorate(() => {
          pages.document.roundedRect(x + 140, y + 1, track, 8, 2).fill('#eeedfd');
          pages.document
            .roundedRect(x + 140, y + 1, Math.max(1, (track * value) / most), 8, 2)
            .fill(rule === 'current' ? IRIS : '#a5a1f2');
        });
        pages.tag('P', () => {
          this.#line(ruleName(rule), x, y, 130, { size: 8.5, color: SOFT });
          const text = valueText(value, band);
          this.#line(text, x + width - 44, y, 44, { size: 8.5, weight: 600, align: 'right' });
        });
        pages.y += 16;
      }
    }
  }

  #changes(): void {
    const pages = this.#pages;
    const { changes } = this.#snapshot;
    if (changes.previousRunId === null || changes.corrections.length === 0) {
      this.#quiet(changes.previousRunId === null ? t('pdf.firstRun') : t('pdf.noChanges'));
      return;
    }
    for (const change of changes.corrections) {
      pages.need(34);
      pages.write(correctionText(this.#snapshot, change), { size: 10, weight: 600 }, { height: 15 });
      const why = reasonsText(change);
      if (why) pages.write(why, { size: 9, color: SOFT });
      pages.y += 5;
    }
  }

  appendix({ runId, sha256 }: ReportFile): void {
    const pages = this.#pages;
    const { formulas, asOf, zone } = this.#snapshot;
    pages.newPage();
    this.#bookmark(t('pdf.appendix'));
    pages.write(t('pdf.appendix'), { size: 17, weight: 700 }, { tag: 'H2', height: 30 });
    pages.write(unknownText(), { size: 9, color: SOFT });
    pages.y += 10;
    for (const { id, version } of formulas) {
      const { name, text } = formulaIn(this.#snapshot, id);
      pages.need(46);
      pages.write(name, { size: 10, weight: 600 }, { tag: 'H3', height: 15 });
      pages.write(text, { size: 9, color: SOFT });
      pages.write(t('pdf.notVersion', { id, version }), { size: 8, color: QUIET }, { height: 18 });
    }
    pages.need(60);
    pages.rule();
    pages.y += 10;
    const moment = new Intl.DateTimeFormat(formats().locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    }).format(new Date(asOf));
    const run = runId === null ? [] : [t('pdf.run', { run: runId })];
    for (const line of [t('pdf.asOf', { moment, zone }), ...run, `SHA-256 ${sha256}`])
      pages.write(line, { size: 8, color: QUIET }, { height: 12 });
  }
}

/** More spend isn't good or bad. */
const NEUTRAL = new Set(['spend', 'fees', 'commission', 'costs', 'refunds', 'cpa', 'cpm', 'cpe']);

function changeColor({ formula }: Figure, change: string): string {
  if (NEUTRAL.has(formula)) return SOFT;
  if (change.startsWith('+')) return GREEN;
  return /^[-−]/.test(change) ? RED : QUIET;
}

/** Describes each line of a chart in words. */
function chartTexts({ lines, unit }: Part<'chart'>): string[] {
  return lines.flatMap(({ currency, points }) => {
    const known = points.flatMap(({ start, value }) => (value === null ? [] : [{ start, value }]));
    const [first] = known;
    if (!first) return [];
    const high = known.reduce((most, one) => (one.value > most.value ? one : most), first);
    const low = known.reduce((least, one) => (one.value < least.value ? one : least), first);
    const text = (value: number) => valueText(value, { unit, currency });
    return t('pdf.chart', {
      count: known.length,
      high: text(high.value),
      highDay: reportDay(high.start),
      low: text(low.value),
      lowDay: reportDay(low.start),
    });
  });
}
