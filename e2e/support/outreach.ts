import { test } from '@playwright/test';
import { hosts } from './hosts.ts';
import type { apiOf, FoundCreator } from './lists.ts';

type Api = Awaited<ReturnType<typeof apiOf>>;

interface EmailDomainAnswer {
  emailDomain: {
    records: { name: string; type: string; value: string; priority: number | null }[];
  } | null;
  emailConfigured: boolean;
}

/** Makes sure that the brand can send: sets its domain up and publishes the records in the sandbox's DNS. */
export async function readyToSend(api: Api): Promise<void> {
  const path = `${api.brand}/email-domain`;
  const now = await api.get<EmailDomainAnswer>(path);
  if (now.emailConfigured) return;
  const form = { domain: 'mail.larkmoor.example', fromName: 'Larkmoor', spacingSeconds: 0 };
  const { emailDomain } = now.emailDomain
    ? now
    : await api
        .send<EmailDomainAnswer>('POST', path, { ...form, fromAddress: `hello@${form.domain}` })
        // Another journey of the brand may have set it up just now.
        .catch(() => api.get<EmailDomainAnswer>(path));
  for (const { name, type, value, priority } of emailDomain?.records ?? []) {
    await fetch(`${hosts.sandbox}/api/dns/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, type, value, ...(priority === null ? {} : { priority }) }),
    });
  }
  const verified = await api.send<EmailDomainAnswer>('POST', `${path}/verify`);
  if (!verified.emailConfigured) throw new Error('The domain could not be verified.');
}

/** A letter of the brand under a name of its own; its subject begins with that name. */
export async function writeTemplate(api: Api, label: string): Promise<string> {
  const { emailTemplate } = await api.send<{ emailTemplate: { id: string } }>(
    'POST',
    `${api.brand}/emailTemplate/NEW`,
    {
      label,
      subject: `${label}: {{Campaign Name}}`,
      template: '<p>Hello {{Name}},</p><p>{{Brand Name}} would like you for {{Campaign Name}}.</p>',
    },
  );
  return emailTemplate.id;
}

export const brandIdOf = (api: Api) => api.brand.split('/')[2];

/** What screens call a creator. */
export const nameOf = ({ fullname, username }: FoundCreator) => fullname || username;

/**
 * Creators with contact info whom nobody has invited, each under a name of their own. Small ones from anywhere, since
 * other journeys take the best known.
 */
export async function uninvited(api: Api, count: number): Promise<FoundCreator[]> {
  const found: FoundCreator[] = [];
  // Each worker takes from a range of its own.
  const least = 2000 + (test.info().parallelIndex % 4) * 15_000;
  const most = least + 5000 + Math.floor(Math.random() * 10_000);
  const query = `&hasEmail=true&followersMin=${least}&followersMax=${most}`;
  let cursor = '';
  while (found.length < count) {
    const page = await api.get<{ creators: FoundCreator[]; nextCursor: string | null }>(
      `${api.brand}/creators?sort=followers${query}${cursor}`,
    );
    const { invited } = await api.send<{ invited: string[] }>(
      'POST',
      `/campaign-invites/${brandIdOf(api)}/invited`,
      { usernames: page.creators.map(({ username }) => username) },
    );
    const free = page.creators.filter(({ username }) => !invited.includes(username));
    for (const creator of free) {
      if (found.length < count && !found.some((other) => nameOf(other) === nameOf(creator)))
        found.push(creator);
    }
    if (!page.nextCursor) throw new Error('The demo world has no such creators.');
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return found;
}
