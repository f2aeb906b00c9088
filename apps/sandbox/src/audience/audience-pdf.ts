import PDFDocument from 'pdfkit';

type Share = { code: string; name?: string; weight: number };
type Subset = { success: boolean; data?: Record<string, unknown> };

const INK = '#16324f';
const QUIET = '#667788';
const LINE = '#d8dee6';
const MARGIN = 48;
const ROW = 16;
const MOST_ROWS = 8;

/** The vendor's PDF of a report: who and when, and tables of each audience. */
export function reportPdf(report: Record<string, unknown>): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: MARGIN, info: { Title: 'Audience report' } });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  const profile = report.user_profile as Record<string, unknown>;
  const info = report.report_info as Record<string, unknown>;
  const username = String(profile.username ?? profile.custom_name ?? profile.user_id);
  document.rect(0, 0, document.page.width, 96).fill(INK);
  document.fillColor('#fff').font('Helvetica').fontSize(10).text('AUDIENCE REPORT', MARGIN, 30);
  document
    .font('Helvetica-Bold')
    .fontSize(20)
    .text(plain(String(profile.fullname ?? username)), MARGIN, 46);
  document
    .font('Helvetica')
    .fontSize(10)
    .fillColor(QUIET)
    .text(
      `${plain(username)} - ${String(profile.type)} - made on ${String(info.created).slice(0, 10)} - report ${String(info.report_id)}`,
      MARGIN,
      112,
    );
  document.y = 136;
  for (const subset of ['followers', 'likers', 'commenters'])
    drawSubset(document, subset, report[`audience_${subset}`] as Subset);
  document.end();
  return whole;
}

/** The fonts of every PDF reader know these signs alone. */
const plain = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

function drawSubset(document: PDFKit.PDFDocument, subset: string, { success, data }: Subset): void {
  const geo = data?.audience_geo as { countries?: Share[] } | undefined;
  const columns: [string, Share[] | undefined][][] = [
    [
      ['Gender', data?.audience_genders as Share[] | undefined],
      ['Age', data?.audience_ages as Share[] | undefined],
      ['Reachability', data?.audience_reachability as Share[] | undefined],
    ],
    [
      ['Countries', geo?.countries],
      ['Languages', data?.audience_languages as Share[] | undefined],
    ],
  ];
  const heightOf = (tables: [string, Share[] | undefined][]) =>
    tables.reduce(
      (sum, [, shares]) => sum + (shares?.length ? 2 + Math.min(shares.length, MOST_ROWS) : 0),
      0,
    );
  const height = 28 + ROW * Math.max(1, ...(success ? columns.map(heightOf) : []));
  if (document.y + height > document.page.height - MARGIN) document.addPage();
  const top = document.y + 8;
  document.font('Helvetica-Bold').fontSize(13).fillColor(INK).text(`Audience: ${subset}`, MARGIN, top);
  if (!success || !data) {
    document
      .font('Helvetica')
      .fontSize(10)
      .fillColor(QUIET)
      .text('Not enough data.', MARGIN, top + 20);
  } else {
    const width = (document.page.width - 2 * MARGIN - 24) / 2;
    for (const [place, tables] of columns.entries()) {
      let y = top + 20;
      for (const [title, shares] of tables)
        y = drawTable(document, title, shares ?? [], MARGIN + place * (width + 24), y, width);
    }
  }
  document.x = MARGIN;
  document.y = top + height - 8;
}

/** Answers where the next one begins. */
function drawTable(
  document: PDFKit.PDFDocument,
  title: string,
  shares: Share[],
  x: number,
  y: number,
  width: number,
): number {
  if (shares.length === 0) return y;
  const one = { lineBreak: false, ellipsis: true, height: ROW };
  document
    .font('Helvetica-Bold')
    .fontSize(9)
    .fillColor(QUIET)
    .text(title, x, y + 6, one);
  let at = y + ROW + 4;
  for (const { code, name, weight } of shares.slice(0, MOST_ROWS)) {
    document
      .moveTo(x, at)
      .lineTo(x + width, at)
      .lineWidth(0.5)
      .strokeColor(LINE)
      .stroke();
    document
      .font('Helvetica')
      .fontSize(9)
      .fillColor(INK)
      .text(plain(name ?? code), x, at + 4, { ...one, width: width - 60 })
      .text(`${(weight * 100).toFixed(1)}%`, x + width - 56, at + 4, { ...one, width: 56, align: 'right' });
    at += ROW;
  }
  return at + ROW - 4;
}
