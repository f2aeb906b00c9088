import PDFDocument from 'pdfkit';

type Share = { code: string; name?: string; weight: number };
type Subset = { success: boolean; data?: Record<string, unknown> };

/** The vendor's PDF of a report. */
export function reportPdf(report: Record<string, unknown>): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 48, info: { Title: 'Audience report' } });
  const parts: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part));
    document.on('end', () => resolve(Buffer.concat(parts)));
    document.on('error', reject);
  });
  const profile = report.user_profile as Record<string, unknown>;
  const info = report.report_info as Record<string, unknown>;
  const name = String(profile.username ?? profile.custom_name ?? profile.user_id);
  document.fontSize(20).text(`Audience of ${plain(name)}`);
  document
    .fontSize(10)
    .fillColor('#666')
    .text(
      `${String(profile.type)} - report ${String(info.report_id)} of ${String(info.created).slice(0, 10)}`,
    );
  for (const subset of ['followers', 'likers', 'commenters']) {
    const { success, data } = report[`audience_${subset}`] as Subset;
    document.moveDown().fillColor('#000').fontSize(14).text(`Audience: ${subset}`);
    if (!success || !data) {
      document.fontSize(10).fillColor('#666').text('Not enough data.');
      continue;
    }
    const geo = data.audience_geo as { countries?: Share[] } | undefined;
    line(document, 'Gender', data.audience_genders as Share[] | undefined);
    line(document, 'Age', data.audience_ages as Share[] | undefined);
    line(document, 'Countries', geo?.countries);
    line(document, 'Languages', data.audience_languages as Share[] | undefined);
    line(document, 'Reachability', data.audience_reachability as Share[] | undefined);
  }
  document.end();
  return whole;
}

/** The fonts of every PDF reader know these signs alone. */
const plain = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?');

function line(document: PDFKit.PDFDocument, label: string, shares: Share[] | undefined): void {
  if (!shares || shares.length === 0) return;
  const text = shares
    .slice(0, 6)
    .map(({ code, name, weight }) => `${plain(name ?? code)} ${(weight * 100).toFixed(1)}%`)
    .join(', ');
  document.fontSize(10).fillColor('#333').text(`${label}: ${text}`);
}
