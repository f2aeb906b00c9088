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

/** Makes sure the brand can send: sets up its domain and publishes the records in the sandbox's DNS. */
export async function readyToSend(
  api: Pick<Api, 'brand' | 'get' | 'send'>,
  [domain, fromName] = ['mail.larkmoor.example', 'Larkmoor'],
): Promise<void> {
  const path = `${api.brand}/email-domain`;
  const now = await api.get<EmailDomainAnswer>(path);
  if (now.emailConfigured) return;
  const form = { domain, fromName, spacingSeconds: 0 };
  const { emailDomain } = now.emailDomain
    ? now
    : await api
        .send<EmailDomainAnswer>('POST', path, { ...form, fromAddress: `hello@${form.domain}` })
        // Another test may have set it up already.
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

/** Creates an email template with a unique label; its subject starts with the label. */
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

/** Returns the name that screens show for a creator. */
export const nameOf = ({ fullname, username }: FoundCreator) => fullname || username;

/**
 * Returns creators with contact info and unique names whom no one has invited. Picks small ones, because
 * other tests use the best-known.
 */
export async function uninvited(api: Api, count: number): Promise<FoundCreator[]> {
  const found: FoundCreator[] = [];
  const { campaigns } = await api.get<{ campaigns: { id: string; title: string }[] }>(
    `${api.brand}/campaigns?status=publish`,
  );
  const campaignId = (campaigns.find(({ title }) => title === 'Autumn Trail Kit') ?? campaigns[0])?.id;
  // Each worker has its own range.
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
    // Others have unsubscribed, or their email bounced.
    const { sample } = await api.send<{ sample: { username: string }[] }>(
      'POST',
      `${api.brand}/campaign-invites/preview`,
      { campaignId, socialProfileIds: page.creators.map(({ id }) => id) },
    );
    const reachable = new Set(sample.map(({ username }) => username));
    const free = page.creators.filter(
      ({ username }) => reachable.has(username) && !invited.includes(username),
    );
    for (const creator of free) {
      if (found.length < count && !found.some((other) => nameOf(other) === nameOf(creator)))
        found.push(creator);
    }
    if (!page.nextCursor) throw new Error('The demo data has no such creators.');
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return found;
}
