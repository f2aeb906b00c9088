import { unknownText } from '@troupe/domain/analytics/formula-text';
import type { ReportPart, ReportSnapshot } from '@troupe/domain/analytics/report';
import type { Figure } from '@troupe/domain/figure';
import { formats, inLanguage, type Language } from '@troupe/i18n/language';
import { t } from './messages/messages.gen.ts';
import { drawChart, SERIES } from './pdf-chart.ts';
import { loadFonts, PdfText, type TextStyle } from './pdf-text.ts';
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
  rowName,
  tableColumns,
  valueText,
} from './report-file.ts';
import type { ReportLogo } from './report-logo.queries.ts';

const INK = '#1d1b23';
const SOFT = '#54515b';
const QUIET = '#6b6871';
const LINE = '#e7e5e0';
const IRIS = '#4f46e5';
const PANEL = '#f8f7f4';
const GREEN = '#1a7a44';
const RED = '#b92a2a';
const MARGIN = 48;
const FOOT = 56;
const GAP = 22;
const CHART_HEIGHT = 170;
const CARD_HEIGHT = 66;
const CARDS_PER_ROW = 4;
const ROW_HEIGHT = 18;
const LOGO = { width: 130, height: 44 };

/** Renders a run as PDF: the brand's logo, vector charts, page numbers, and all formulas at the end. */
export async function reportPdf(
  file: ReportFile,
  { logo, language }: { logo: ReportLogo | null; language: Language },
): Promise<PDFKit.PDFDocument> {
  // Loaded on demand to save memory in processes that never use it.
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await loadFonts();
  return inLanguage(language, () => {
    const { name, brandName, asOf, parts } = file.snapshot;
    const document = new PDFDocument({
      size: 'A4',
      bufferPages: true,
      lang: language,
      margins: { top: MARGIN, bottom: 0, left: MARGIN, right: MARGIN },
      info: {
        Title: name.slice(0, 200),
        Author: brandName.slice(0, 200),
        CreationDate: new Date(asOf),
      },
    });
    const page = new Page(document, new PdfText(document, fonts), file.snapshot);
    page.head(logo);
    for (const part of parts) page.part(part);
    page.appendix(file);
    page.feet(file);
    document.end();
    return document;
  });
}

/** The place on the page where the next part is drawn. */
class Page {
  readonly #document: PDFKit.PDFDocument;
  readonly #text: PdfText;
  readonly #snapshot: ReportSnapshot;
  readonly #width: number;
  #y = MARGIN;

  constructor(document: PDFKit.PDFDocument, text: PdfText, snapshot: ReportSnapshot) {
    this.#document = document;
    this.#text = text;
    this.#snapshot = snapshot;
    this.#width = document.page.width - 2 * MARGIN;
  }

  /** Makes room: on the next page if this one is too full. */
  #need(height: number): boolean {
    if (this.#y + height <= this.#document.page.height - FOOT) return false;
    this.#document.addPage();
    this.#y = MARGIN;
    return true;
  }

  #line(text: string, style: TextStyle, height = style.size * 1.45): void {
    this.#need(height);
    this.#text.line(text, MARGIN, this.#y, this.#width, style);
    this.#y += height;
  }

  #paragraph(text: string, style: TextStyle): void {
    for (const line of this.#text.wrap(text, this.#width, style)) this.#line(line, style);
  }

  #rule(color = LINE): void {
    this.#document
      .moveTo(MARGIN, this.#y)
      .lineTo(MARGIN + this.#width, this.#y)
      .lineWidth(0.75)
      .strokeColor(color)
      .stroke();
  }

  head(logo: ReportLogo | null): void {
    const { name, subtitle, brandName, period, previous, filters, currency } = this.#snapshot;
    if (logo) {
      const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height, 1);
      this.#document.image(logo.png, MARGIN, this.#y, { width: logo.width * scale });
      this.#y += logo.height * scale + 18;
    } else this.#line(brandName, { size: 11, weight: 600, color: IRIS }, 24);
    this.#document.rect(MARGIN, this.#y, 36, 3).fill(IRIS);
    this.#y += 14;
    for (const line of this.#text.wrap(name, this.#width, { size: 26, weight: 700 }).slice(0, 4))
      this.#line(line, { size: 26, weight: 700 }, 33);
    if (subtitle) this.#paragraph(subtitle, { size: 12, color: SOFT });
    this.#y += 4;
    const days = t('pdf.days', { from: reportDay(period.from), to: reportDay(period.to) });
    this.#line(days, { size: 11, weight: 600 }, 17);
    const about = [
      logo ? brandName : null,
      filters.campaign,
      filters.creator,
      filters.platform,
      previous ? t('pdf.compared', { from: reportDay(previous.from), to: reportDay(previous.to) }) : null,
    ];
    this.#line(about.filter((one) => one).join(' · '), { size: 9.5, color: QUIET }, 15);
    if (currency) this.#line(t('pdf.converted', { currency }), { size: 9.5, color: QUIET }, 15);
    this.#y += 8;
    this.#rule();
    this.#y += GAP;
  }

  part(part: ReportPart): void {
    if (part.kind === 'heading') {
      this.#need(60);
      this.#y += 6;
      for (const line of this.#text.wrap(part.title, this.#width, { size: 17, weight: 700 }))
        this.#line(line, { size: 17, weight: 700 }, 23);
      this.#y += 8;
      return;
    }
    const title = partTitle(this.#snapshot, part);
    const needed = { figures: CARD_HEIGHT + 30, chart: CHART_HEIGHT + 44, table: 4 * ROW_HEIGHT + 30 };
    this.#need(part.kind in needed ? needed[part.kind as keyof typeof needed] : 80);
    if (title) this.#line(title, { size: 12, weight: 600 }, 22);
    switch (part.kind) {
      case 'text':
        this.#paragraph(part.text, { size: 10.5, color: SOFT });
        break;
      case 'figures':
        this.#cards(part.figures);
        break;
      case 'chart':
        this.#chart(part);
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
    this.#y += GAP;
  }

  #empty(): void {
    this.#line(t('pdf.empty'), { size: 10, color: QUIET });
  }

  #cards(figures: readonly Figure[]): void {
    if (figures.length === 0) {
      this.#empty();
      return;
    }
    const gap = 10;
    const columns = Math.min(CARDS_PER_ROW, figures.length);
    const width = (this.#width - gap * (columns - 1)) / columns;
    for (let from = 0; from < figures.length; from += columns) {
      this.#need(CARD_HEIGHT);
      for (const [at, figure] of figures.slice(from, from + columns).entries())
        this.#card(figure, MARGIN + at * (width + gap), width);
      this.#y += CARD_HEIGHT + gap;
    }
    this.#y -= gap;
  }

  #card(figure: Figure, x: number, width: number): void {
    const y = this.#y;
    const inner = width - 20;
    this.#document.roundedRect(x, y, width, CARD_HEIGHT, 6).fill(PANEL);
    const name = columnName(this.#snapshot, figure);
    this.#text.line(name, x + 10, y + 10, inner, { size: 8.5, color: QUIET });
    const value = valueText(figure.value, figure);
    let size = 18;
    while (size > 10 && this.#text.width(value, { size, weight: 600 }) > inner) size -= 1;
    this.#text.line(value, x + 10, y + 24 + (18 - size) / 2, inner, { size, weight: 600 });
    const change = changeText(figure);
    const note = figureNote(figure);
    if (note) this.#text.line(note, x + 10, y + 49, inner, { size: 7.5, color: QUIET });
    else if (change) {
      // More spend isn't good or bad.
      const isNeutral = ['spend', 'fees', 'commission', 'costs', 'refunds', 'cpa', 'cpm', 'cpe'].includes(
        figure.formula,
      );
      const color = isNeutral ? SOFT : change.startsWith('+') ? GREEN : /^[-−]/.test(change) ? RED : QUIET;
      this.#text.line(change, x + 10, y + 48, inner, { size: 8.5, weight: 600, color });
    }
  }

  #legend(entries: readonly { name: string; color: string }[]): void {
    let x = MARGIN;
    for (const { name, color } of entries) {
      const width = Math.min(160, this.#text.width(name, { size: 8 }) + 22);
      if (x + width > MARGIN + this.#width) {
        x = MARGIN;
        this.#y += 13;
      }
      this.#document.circle(x + 4, this.#y + 5, 3).fill(color);
      this.#text.line(name, x + 11, this.#y, width - 11, { size: 8, color: SOFT });
      x += width;
    }
    this.#y += 15;
  }

  #chart(part: Extract<ReportPart, { kind: 'chart' }>): void {
    if (part.lines.length === 0) {
      this.#empty();
      return;
    }
    if (part.lines.length > 1)
      this.#legend(
        part.lines.map(({ currency }, at) => ({
          name: currency ?? '',
          color: SERIES[at % SERIES.length] ?? SERIES[0],
        })),
      );
    drawChart(
      this.#document,
      this.#text,
      { x: MARGIN, y: this.#y, width: this.#width, height: CHART_HEIGHT },
      part,
    );
    this.#y += CHART_HEIGHT;
  }

  #table(part: Extract<ReportPart, { kind: 'table' }>): void {
    if (part.rows.length === 0) {
      this.#empty();
      return;
    }
    const columns = tableColumns(part);
    const numbers = Math.min(78, (this.#width * 0.68) / Math.max(1, columns.length));
    const first = this.#width - numbers * columns.length;
    const size = columns.length > 6 ? 7.5 : 8.5;
    const head = () => {
      for (const [at, column] of columns.entries())
        this.#text.line(
          columnName(this.#snapshot, column),
          MARGIN + first + at * numbers + 6,
          this.#y,
          numbers - 6,
          { size: size - 0.5, color: QUIET, align: 'right' },
        );
      this.#y += 13;
      this.#rule('#d8d5ce');
    };
    head();
    for (const row of part.rows) {
      if (this.#need(ROW_HEIGHT)) head();
      const y = this.#y + 4.5;
      this.#text.line(rowName(row), MARGIN, y, first - 6, { size, weight: 600 });
      for (const [at, column] of columns.entries()) {
        const figure = figureIn(row, column);
        const value = figure ? valueText(figure.value, figure, true) : '–';
        this.#text.line(value, MARGIN + first + at * numbers + 4, y, numbers - 4, {
          size,
          color: figure?.value === null ? QUIET : INK,
          align: 'right',
        });
      }
      this.#y += ROW_HEIGHT;
      this.#rule();
    }
    this.#y += 6;
    if (part.total > part.rows.length)
      this.#line(t('moreRows', { shown: part.rows.length, total: part.total }), { size: 8, color: QUIET });
  }

  #split({ split }: Extract<ReportPart, { kind: 'spend-split' }>): void {
    if (split.length === 0) {
      this.#empty();
      return;
    }
    const kinds = ['fees', 'commission', 'costs'] as const;
    this.#legend(
      kinds.map((kind, at) => ({ name: figureName(this.#snapshot, kind), color: SERIES[at] ?? IRIS })),
    );
    for (const one of split) {
      this.#need(40);
      const total = kinds.reduce((sum, kind) => sum + Math.max(0, one[kind]), 0);
      const texts = kinds.map((kind) => valueText(one[kind], { unit: 'money', currency: one.currency }));
      this.#text.line(`${one.currency}  ${texts.join('  +  ')}`, MARGIN, this.#y, this.#width, {
        size: 9,
        color: SOFT,
      });
      this.#y += 14;
      let x = MARGIN;
      for (const [at, kind] of kinds.entries()) {
        const width = total > 0 ? (this.#width * Math.max(0, one[kind])) / total : 0;
        if (width > 0) this.#document.rect(x, this.#y, width, 12).fill(SERIES[at] ?? IRIS);
        x += width;
      }
      this.#y += 22;
    }
  }

  #band({ bands, rules }: Extract<ReportPart, { kind: 'roas-band' }>): void {
    const shown = bands.filter(({ low, high }) => low !== null && high !== null);
    if (shown.length === 0) {
      this.#empty();
      return;
    }
    for (const band of shown) {
      const own = rules.flatMap(({ rule, figures }) =>
        figures
          .filter(({ currency, value }) => currency === band.currency && value !== null)
          .map(({ value }) => ({ rule, value: value ?? 0 })),
      );
      const most = Math.max(band.high ?? 0, ...own.map(({ value }) => value)) * 1.08 || 1;
      this.#need(own.length * 16 + 30);
      const range = `${valueText(band.low, band)} – ${valueText(band.high, band)}`;
      this.#line(band.currency ? `${range} (${band.currency})` : range, { size: 14, weight: 600 }, 22);
      for (const { rule, value } of own) {
        this.#text.line(t(`rule.${rule}`), MARGIN, this.#y, 130, { size: 8.5, color: SOFT });
        const track = this.#width - 190;
        this.#document.roundedRect(MARGIN + 140, this.#y + 1, track, 8, 2).fill('#eeedfd');
        this.#document
          .roundedRect(MARGIN + 140, this.#y + 1, Math.max(1, (track * value) / most), 8, 2)
          .fill(rule === 'current' ? IRIS : '#a5a1f2');
        this.#text.line(valueText(value, band), MARGIN + this.#width - 44, this.#y, 44, {
          size: 8.5,
          weight: 600,
          align: 'right',
        });
        this.#y += 16;
      }
    }
  }

  #changes(): void {
    const { changes } = this.#snapshot;
    if (changes.previousRunId === null) {
      this.#line(t('pdf.firstRun'), { size: 10, color: QUIET });
      return;
    }
    if (changes.corrections.length === 0) {
      this.#line(t('pdf.noChanges'), { size: 10, color: QUIET });
      return;
    }
    for (const change of changes.corrections) {
      this.#need(34);
      this.#line(correctionText(this.#snapshot, change), { size: 10, weight: 600 }, 15);
      const why = reasonsText(change);
      if (why) this.#paragraph(why, { size: 9, color: SOFT });
      this.#y += 5;
    }
  }

  appendix({ runId, sha256 }: ReportFile): void {
    const { formulas, asOf, zone } = this.#snapshot;
    this.#document.addPage();
    this.#y = MARGIN;
    this.#line(t('pdf.appendix'), { size: 17, weight: 700 }, 30);
    this.#paragraph(unknownText(), { size: 9, color: SOFT });
    this.#y += 10;
    for (const { id, version } of formulas) {
      const { name, text } = formulaIn(this.#snapshot, id);
      this.#need(46);
      this.#line(name, { size: 10, weight: 600 }, 15);
      this.#paragraph(text, { size: 9, color: SOFT });
      this.#line(t('pdf.notVersion', { id, version }), { size: 8, color: QUIET }, 18);
    }
    this.#need(60);
    this.#rule();
    this.#y += 10;
    const moment = new Intl.DateTimeFormat(formats().locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: zone,
    }).format(new Date(asOf));
    const run = runId === null ? [] : [t('pdf.run', { run: runId })];
    for (const line of [t('pdf.asOf', { moment, zone }), ...run, `SHA-256 ${sha256}`])
      this.#line(line, { size: 8, color: QUIET }, 12);
  }

  feet({ snapshot }: ReportFile): void {
    const { start, count } = this.#document.bufferedPageRange();
    for (let at = 0; at < count; at += 1) {
      this.#document.switchToPage(start + at);
      const y = this.#document.page.height - 34;
      this.#document
        .moveTo(MARGIN, y - 8)
        .lineTo(MARGIN + this.#width, y - 8)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke();
      const left = `${snapshot.brandName} · ${snapshot.name}`;
      this.#text.line(left, MARGIN, y, this.#width - 100, { size: 8, color: QUIET });
      const place = t('pdf.page', { page: at + 1, pages: count });
      this.#text.line(place, MARGIN + this.#width - 100, y, 100, { size: 8, color: QUIET, align: 'right' });
    }
  }
}
