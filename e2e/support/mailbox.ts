import { hosts } from './hosts.ts';

/** An email in the sandbox's mailbox. Header names are lowercase. */
export interface FoundMail {
  id: string;
  subject: string;
  /** Every URL in the email, in order. */
  links: string[];
  headers: Map<string, string>;
}

/** Returns the emails to an address, newest first. Waits up to `wait` milliseconds for the first one. */
export async function emailsTo(to: string, { wait = 10_000, limit = 50 } = {}): Promise<FoundMail[]> {
  const query = new URLSearchParams({ to, wait: String(wait), limit: String(limit) });
  const found = await fetch(`${hosts.sandbox}/api/mail?${query}`);
  const { mails } = (await found.json()) as { mails: { id: string; subject: string }[] };
  return Promise.all(
    mails.map(async ({ id, subject }) => {
      const [mail, raw] = await Promise.all([
        fetch(`${hosts.sandbox}/api/mail/${id}`).then((answer) => answer.json()),
        fetch(`${hosts.sandbox}/mail/${id}/raw`).then((answer) => answer.text()),
      ]);
      const { links } = mail as { links: (string | { url: string })[] };
      return {
        id,
        subject,
        links: links.map((link) => (typeof link === 'string' ? link : link.url)),
        headers: headersOf(raw),
      };
    }),
  );
}

/** Returns the email's header lines, unfolded. */
function headersOf(raw: string): Map<string, string> {
  const [head = ''] = raw.split(/\r?\n\r?\n/, 1);
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Replies to an email like the recipient's mail program, quoting it below. */
export async function replyTo({ id }: FoundMail, text: string): Promise<void> {
  const answered = await fetch(`${hosts.sandbox}/api/mail/${id}/answers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'reply', text }),
  });
  const { failed, result } = (await answered.json()) as { failed: boolean; result: string | null };
  if (!answered.ok || failed) throw new Error(`The reply was not accepted: ${result}`);
}

/** Waits for the newest email to an address and returns its links. */
export async function emailLinks(to: string): Promise<string[]> {
  const [mail] = await emailsTo(to, { limit: 1 });
  if (!mail) throw new Error(`No email arrived for ${to}.`);
  return mail.links;
}
