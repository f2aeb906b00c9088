import { type Browser, expect, type Page } from '@playwright/test';
import { hosts, PASSWORD, people } from './hosts.ts';
import type { apiOf } from './lists.ts';
import { fillLogin, tokenOf } from './login.ts';

type Api = Awaited<ReturnType<typeof apiOf>>;

/** Opens the creators' app on a phone, logged in as the demo creator. Close its context afterwards. */
export async function openPhone(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    storageState: { cookies: [], origins: [] },
  });
  const phone = await context.newPage();
  await phone.goto(`${hosts.portal}/login`);
  await fillLogin(phone, people.creator, PASSWORD);
  await expect(phone.getByRole('link', { name: 'Autumn Trail Kit' })).toBeVisible();
  return phone;
}

/** Returns the API client of the demo creator. */
export async function creatorApiOf(phone: Page) {
  const headers = { authorization: `Bearer ${await tokenOf(phone)}` };
  return async <Answer>(method: 'GET' | 'POST', path: string, data?: object): Promise<Answer> => {
    const answer = await phone.request.fetch(hosts.api + path, { method, headers, ...(data && { data }) });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
}
type CreatorApi = Awaited<ReturnType<typeof creatorApiOf>>;

/** A collaboration with the demo creator that no other test changes. */
export interface Collaboration {
  campaignId: string;
  optInId: string;
}

/** Publishes a campaign with 60 days of usage rights, lets the demo creator opt in, and approves them. */
export async function collaborate(api: Api, creator: CreatorApi, name: string): Promise<Collaboration> {
  const { id: campaignId } = await api.send<{ id: string }>('POST', `${api.brand}/campaigns`, {
    title: `${name} ${crypto.randomUUID().slice(0, 8)}`,
    description: 'Show the pack on a run you already do.',
    categories: ['Running'],
    socialChannels: ['instagram'],
    maxPaidAmount: 70_000,
    deliverables: [{ kind: 'reel', count: 1 }],
    liveDue: new Date(Date.now() + 60 * 86_400_000).toISOString(),
    disclosure: 'Label the posts as advertising',
    usageRights: { termDays: 60, channels: ['organic'], territory: 'EU' },
  });
  await api.send('PUT', `${api.brand}/campaign/${campaignId}/status`, { status: 'publish' });
  const { profiles } = await creator<{ profiles: { socialProfileId: string | null; username: string }[] }>(
    'GET',
    '/creator/profiles',
  );
  const { optIn } = await creator<{ optIn: { id: string } }>(
    'POST',
    `/creator/campaigns/${campaignId}/opt-in`,
    {
      socialProfileId: profiles.find(({ username }) => username === 'cleo.runs')?.socialProfileId,
      pitch: '',
      askedFee: 40_000,
      answers: [],
      accepted: true,
    },
  );
  const path = `${api.brand}/opt-ins/${optIn.id}`;
  const found = await api.get<{ optIn: { version: number } }>(path);
  await api.send('PUT', path, { version: found.optIn.version, status: 'approved' });
  return { campaignId, optInId: optIn.id };
}

/** Uploads a picture under this name and submits it for approval; returns the content's ID. */
export async function submitPicture(
  phone: Page,
  creator: CreatorApi,
  { optInId }: Collaboration,
  name: string,
): Promise<string> {
  const bytes = await phone.screenshot({ type: 'jpeg', quality: 40 });
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const headers = { authorization: `Bearer ${await tokenOf(phone)}`, 'tus-resumable': '1.0.0' };
  const created = await phone.request.post(`${hosts.api}/uploads`, {
    headers: {
      ...headers,
      'upload-length': String(bytes.length),
      'upload-metadata': `optInId ${base64(optInId)},filename ${base64(name)}`,
    },
  });
  const sent = await phone.request.patch(created.headers().location ?? '', {
    headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    data: bytes,
  });
  const { uploadId } = (await sent.json()) as { uploadId: string };
  const { contentPreview } = await creator<{ contentPreview: { id: string } }>(
    'POST',
    `/creator/opt-ins/${optInId}/content`,
    { kind: 'reel', caption: 'On the ridge', uploadIds: [uploadId] },
  );
  return contentPreview.id;
}
