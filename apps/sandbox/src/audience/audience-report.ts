import { createHmac, timingSafeEqual } from 'node:crypto';
import { profileOf } from './audience-account.ts';
import { audiencesOf } from './audience-data.ts';
import type { MadeReport } from './audience-store.ts';

const PDF_ADDRESS_MS = 3_600_000;

/** A report as the vendor sends it. */
export function reportJson(made: MadeReport): Record<string, unknown> {
  return {
    success: true,
    version: '2',
    report_info: {
      report_id: made.id,
      created: made.created.replace('Z', '+00:00'),
      profile_updated: new Date(Date.parse(made.created) - 2 * 86_400_000)
        .toISOString()
        .replace('Z', '+00:00'),
    },
    user_profile: { ...profileOf(made, made.number), contacts: [] },
    ...audiencesOf(made, made.number),
  };
}

/** A report in the list of earlier ones. */
export function reportEntry(made: MadeReport, origin: string, secret: string): Record<string, unknown> {
  const { user_id, username, fullname, picture } = profileOf(made, made.number);
  return {
    id: made.id,
    created_at: made.created.replace('Z', '+00:00'),
    pdf_url: pdfAddress(made.id, origin, secret),
    user_profile: { user_id, username, fullname, picture: `${origin}${picture}` },
  };
}

const signatureOf = (id: string, expires: number, secret: string) =>
  createHmac('sha256', secret).update(`${id} ${expires}`).digest('hex');

/** Where the PDF of a report lies for an hour, without a key. */
function pdfAddress(id: string, origin: string, secret: string): string {
  const expires = Date.now() + PDF_ADDRESS_MS;
  return `${origin}/socapi/pdf/${id}.pdf?expires=${expires}&signature=${signatureOf(id, expires, secret)}`;
}

/** Whether such an address still counts. */
export function pdfAddressCounts(id: string, expires: number, signature: string, secret: string): boolean {
  const wanted = Buffer.from(signatureOf(id, expires, secret));
  const given = Buffer.from(signature);
  return expires > Date.now() && given.length === wanted.length && timingSafeEqual(given, wanted);
}
