import { AUDIENCE_CHARTS, type AudienceBar, audienceCharts } from '@troupe/domain/audience-chart';
import {
  AUDIENCE_SUBSETS,
  type AudienceReport,
  type AudienceSubsetName,
} from '@troupe/domain/audience-report';

const INK = '#1d1b23';
const QUIET = '#6b6871';
const BAR = '#4f46e5';
const TRACK = '#e7e5e0';
const LEFT = 56;
const LABEL = 130;
const TRACK_WIDTH = 280;
const ROW = 18;

/** The fonts that every PDF reader has know these signs alone. */
const plain = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

/** A report as PDF, drawn by ourselves: for reports of which the provider has no file (any more). */
export async function reportPdf(report: AudienceReport): Promise<PDFKit.PDFDocument> {
  // Loaded where it is needed: it takes memory that most processes never use.
  const { default: PDFDocument } = await import('pdfkit');
  const { username } = report.user_profile;
  const document = new PDFDocument({
    size: 'A4',
    margins: { top: LEFT, bottom: LEFT, left: LEFT, right: LEFT },
    info: { Title: `Deep insights: ${username}`, Author: 'Troupe' },
  });
  document.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(plain(username));
  document
    .font('Helvetica')
    .fontSize(10)
    .fillColor(QUIET)
    .text(
      `Deep insights of ${report.report_info.created.slice(0, 10)}, report ${report.report_info.report_id}`,
    );
  for (const [name, title] of Object.entries(AUDIENCE_SUBSETS)) {
    const { data } = report[name as AudienceSubsetName];
    room(document, 60);
    document.moveDown(1.5).font('Helvetica-Bold').fontSize(14).fillColor(INK).text(title, LEFT);
    if (!data) {
      document.font('Helvetica').fontSize(10).fillColor(QUIET).text('No data yet.');
      continue;
    }
    for (const [chart, bars] of Object.entries(audienceCharts(data)))
      drawChart(document, AUDIENCE_CHARTS[chart as keyof typeof AUDIENCE_CHARTS], bars);
  }
  document.end();
  return document;
}

function room(document: PDFKit.PDFDocument, height: number): void {
  if (document.y + height > document.page.height - LEFT) document.addPage();
}

function drawChart(document: PDFKit.PDFDocument, title: string, bars: readonly AudienceBar[]): void {
  if (bars.length === 0) return;
  room(document, 24 + bars.length * ROW);
  document.moveDown(0.6).font('Helvetica-Bold').fontSize(10).fillColor(QUIET).text(title, LEFT);
  let y = document.y + 4;
  for (const { label, weight, percent } of bars) {
    const filled = TRACK_WIDTH * Math.min(1, Math.max(0, weight));
    document
      .font('Helvetica')
      .fontSize(10)
      .fillColor(INK)
      .text(plain(label), LEFT, y, { width: LABEL - 8, height: ROW, ellipsis: true, lineBreak: false });
    document.rect(LEFT + LABEL, y + 2, TRACK_WIDTH, 7).fill(TRACK);
    if (filled > 0) document.rect(LEFT + LABEL, y + 2, filled, 7).fill(BAR);
    document.fillColor(INK).text(`${percent}%`, LEFT + LABEL + TRACK_WIDTH + 10, y, { lineBreak: false });
    y += ROW;
  }
  document.x = LEFT;
  document.y = y;
}
