import {
  AUDIENCE_CHARTS,
  type AudienceBar,
  audienceCharts,
  percentOf,
  shareName,
} from '@troupe/domain/discovery/audience-chart';
import {
  AUDIENCE_SUBSETS,
  type AudienceData,
  type AudienceReport,
  type AudienceShare,
  type AudienceSubsetName,
} from '@troupe/domain/discovery/audience-report';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';

const INK = '#1d1b23';
const QUIET = '#6b6871';
const LINE = '#e7e5e0';
const BAR = '#4f46e5';
const TRACK = '#eeedfd';
const MARGIN = 48;
const FOOT = 40;
const GAP = 27;
const ROW = 17;
const TITLE = 24;
const BAR_WIDTH = 72;
const PERCENT_WIDTH = 34;
/** Number of entries listed by name in long lists. */
const NAMED = 8;

/** The creator a report is about. */
export interface ReportedCreator {
  platform: Platform;
  username: string;
  fullname: string;
}

/** Replaces characters that the standard PDF fonts don't support. */
const plain = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');
const isPlain = (text: string) => text !== '' && plain(text) === text;

/** Renders a report as PDF, for reports without a PDF from the provider. */
export async function reportPdf(
  report: AudienceReport,
  creator: ReportedCreator,
): Promise<PDFKit.PDFDocument> {
  // Loaded on demand to save memory in processes that never use it.
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    bufferPages: true,
    margins: { top: MARGIN, bottom: MARGIN, left: MARGIN, right: MARGIN },
    info: { Title: `Deep insights: ${creator.username}`, Author: 'Troupe' },
  });
  drawHead(document, report, creator);
  for (const [name, title] of Object.entries(AUDIENCE_SUBSETS))
    drawSubset(document, title, report[name as AudienceSubsetName].data);
  drawFeet(document, report);
  document.end();
  return document;
}

const day = (moment: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(moment));

function drawHead(document: PDFKit.PDFDocument, { report_info }: AudienceReport, creator: ReportedCreator) {
  const { platform, username, fullname } = creator;
  document.font('Helvetica-Bold').fontSize(10).fillColor(BAR).text('DEEP INSIGHTS', { characterSpacing: 1 });
  document
    .moveDown(0.4)
    .fontSize(22)
    .fillColor(INK)
    .text(isPlain(fullname) ? fullname : plain(username));
  document
    .font('Helvetica')
    .fontSize(11)
    .fillColor(QUIET)
    .text(`@${plain(username)} on ${PLATFORM_NAMES[platform]}, report of ${day(report_info.created)}`);
  line(document, document.y + 12);
  document.y += 12;
}

function line(document: PDFKit.PDFDocument, y: number): void {
  document
    .moveTo(MARGIN, y)
    .lineTo(document.page.width - MARGIN, y)
    .lineWidth(0.75)
    .strokeColor(LINE)
    .stroke();
}

type TableOf = [title: string, bars: readonly AudienceBar[]];

/** Draws one audience: tables in two columns, never split across pages. */
function drawSubset(document: PDFKit.PDFDocument, title: string, data: AudienceData | null): void {
  const columns = data ? columnsOf(data) : [];
  const height = 34 + Math.max(20, ...columns.map(heightOf));
  if (document.y + height > document.page.height - MARGIN - FOOT) document.addPage();
  const top = document.y + 14;
  document.font('Helvetica-Bold').fontSize(14).fillColor(INK).text(title, MARGIN, top);
  if (!data) {
    document
      .font('Helvetica')
      .fontSize(10)
      .fillColor(QUIET)
      .text('No data yet.', MARGIN, top + 20);
    document.y = top + 40;
    return;
  }
  const width = (document.page.width - 2 * MARGIN - GAP) / 2;
  for (const [place, tables] of columns.entries()) {
    let y = top + 20;
    for (const table of tables) y = drawTable(document, table, MARGIN + place * (width + GAP), y, width);
  }
  document.x = MARGIN;
  document.y = top + height - 14;
}

function columnsOf(data: AudienceData): TableOf[][] {
  const { ages, genders, reachability } = audienceCharts(data);
  const columns: TableOf[][] = [
    [
      [AUDIENCE_CHARTS.ages, ages],
      [AUDIENCE_CHARTS.genders, genders],
      [AUDIENCE_CHARTS.reachability, reachability],
    ],
    [
      [AUDIENCE_CHARTS.countries, longBars(data.audience_geo.countries, 'region')],
      [AUDIENCE_CHARTS.languages, longBars(data.audience_languages, 'language')],
    ],
  ];
  return columns.map((tables) => tables.filter(([, bars]) => bars.length > 0));
}

/** Returns the largest entries by name, and the rest combined. */
function longBars(shares: readonly AudienceShare[] | null, type: 'region' | 'language'): AudienceBar[] {
  const ordered = (shares ?? []).toSorted((one, other) => other.weight - one.weight);
  const rest = ordered.slice(NAMED).reduce((sum, { weight }) => sum + weight, 0);
  return [
    ...ordered.slice(0, NAMED).map((share) => barOf(shareName(share, type), share.weight)),
    ...(rest > 0 ? [barOf('Other', rest)] : []),
  ];
}

const barOf = (label: string, weight: number): AudienceBar => ({ label, weight, percent: percentOf(weight) });

const heightOf = (tables: readonly TableOf[]): number =>
  tables.reduce((sum, [, bars]) => sum + TITLE + bars.length * ROW, 0);

/** Returns the position of the next table. */
function drawTable(
  document: PDFKit.PDFDocument,
  [title, bars]: TableOf,
  x: number,
  y: number,
  width: number,
): number {
  const one = { lineBreak: false, ellipsis: true, height: ROW };
  document
    .font('Helvetica-Bold')
    .fontSize(9)
    .fillColor(QUIET)
    .text(title, x, y + 8, one);
  let at = y + TITLE;
  for (const { label, weight, percent } of bars) {
    const track = x + width - PERCENT_WIDTH - BAR_WIDTH;
    document
      .moveTo(x, at)
      .lineTo(x + width, at)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    document
      .font('Helvetica')
      .fontSize(10)
      .fillColor(INK)
      .text(plain(label), x, at + 4, { ...one, width: track - x - 8 })
      .text(`${percent}%`, x + width - PERCENT_WIDTH, at + 4, {
        ...one,
        width: PERCENT_WIDTH,
        align: 'right',
      });
    document.rect(track, at + 6, BAR_WIDTH, 5).fill(TRACK);
    const filled = BAR_WIDTH * Math.min(1, Math.max(0, weight));
    if (filled > 0) document.rect(track, at + 6, filled, 5).fill(BAR);
    at += ROW;
  }
  return at;
}

function drawFeet(document: PDFKit.PDFDocument, { report_info }: AudienceReport): void {
  const { start, count } = document.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    document.switchToPage(page);
    // Text below the margin would start a new page.
    document.page.margins.bottom = 0;
    const y = document.page.height - FOOT;
    document
      .font('Helvetica')
      .fontSize(8)
      .fillColor(QUIET)
      .text(`Data from the audience provider, report ${plain(report_info.report_id)}`, MARGIN, y, {
        lineBreak: false,
      })
      .text(`Page ${page - start + 1} of ${count}`, MARGIN, y, {
        width: document.page.width - 2 * MARGIN,
        align: 'right',
        lineBreak: false,
      });
  }
}
