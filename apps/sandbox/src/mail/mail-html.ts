import type { MailDetail } from './mail.ts';

/**
 * What a browser may do with the HTML of a mail: show it. No scripts, no forms, no frames, nothing from
 * outside; pictures only from the mail itself. Links open in a new tab.
 */
export const MAIL_HTML_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox',
  "default-src 'none'",
  "img-src 'self' data:",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The HTML of a mail as it is framed: pictures of the mail by address, links to a new tab. */
export function framedHtml(mail: MailDetail): string {
  const pictures = new Map(
    mail.attachments.flatMap((one) => (one.contentId ? [[one.contentId, one.index] as const] : [])),
  );
  const body = (mail.html ?? '').replace(/(["'(])cid:([^"')\s<>]{1,300})/gi, (whole, quote, id) => {
    let name: string = id;
    try {
      name = decodeURIComponent(id);
    } catch {
      // Not an encoded name: it is looked up as written.
    }
    const index = pictures.get(name) ?? pictures.get(id);
    return index === undefined ? whole : `${quote}/mail/${mail.id}/attachments/${index}`;
  });
  const base = '<base target="_blank">';
  return /<head[^<>]{0,500}>/i.test(body)
    ? body.replace(/<head[^<>]{0,500}>/i, (head) => head + base)
    : `<!doctype html>${base}${body}`;
}
