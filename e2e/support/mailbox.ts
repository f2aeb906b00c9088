import { hosts } from './hosts.ts';

/** Waits for the newest mail to an address in the sandbox's mailbox and gives the links in it. */
export async function mailLinks(to: string): Promise<string[]> {
  const found = await fetch(`${hosts.sandbox}/api/mail?to=${encodeURIComponent(to)}&limit=1&wait=10000`);
  const { mails } = (await found.json()) as { mails: { id: string }[] };
  if (!mails[0]) throw new Error(`No mail came for ${to}.`);
  const mail = await fetch(`${hosts.sandbox}/api/mail/${mails[0].id}`);
  const { links } = (await mail.json()) as { links: (string | { url: string })[] };
  return links.map((link) => (typeof link === 'string' ? link : link.url));
}
