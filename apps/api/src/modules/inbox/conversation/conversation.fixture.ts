import { newId } from '../../../platform/id.ts';
import type { TestApi, TestPerson } from '../../../testing/test-api.ts';
import { campaignTable } from '../../campaigns/campaign/campaign.table.ts';
import { optInTable } from '../../campaigns/opt-in/opt-in.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';

/** Inserts a campaign for conversations. */
export async function createTestCampaign(
  t: TestApi,
  brandId: string,
  title = 'Autumn Trail Kit',
): Promise<string> {
  const id = newId();
  await t.api.db.insert(campaignTable).values({ id, brandId, title, slug: id, status: 'publish' });
  return id;
}

/** A creator with an account who opted in. */
export interface TestCreator {
  person: TestPerson;
  creatorId: string;
  optInId: string;
}

/** Adds a creator who opted in to a campaign. */
export async function createTestOptIn(
  t: TestApi,
  {
    brandId,
    campaignId,
    fullname = 'Nadia Okafor',
    email,
  }: {
    brandId: string;
    campaignId: string;
    fullname?: string;
    email?: string;
  },
): Promise<TestCreator> {
  const person = await t.person({ role: 'creator', ...(email ? { email } : {}) });
  const [creatorId, optInId] = [newId(), newId()];
  await t.api.db.insert(creatorTable).values({
    id: creatorId,
    platform: 'tiktok',
    username: `c${creatorId.slice(-10)}`,
    fullname,
    profileUrl: 'https://www.tiktok.com/@someone',
    userId: person.userId,
  });
  await t.api.db.insert(optInTable).values({
    id: optInId,
    brandId,
    campaignId,
    creatorId,
    userId: person.userId,
    agreement: {
      fee: null,
      currency: 'USD',
      deliverables: [],
      draftDue: null,
      liveDue: null,
      usageRights: null,
    },
    shipment: { state: 'none', address: null, carrier: null, tracking: null, shipped: null, received: null },
    termsVersion: 1,
    termsAcceptedAt: new Date().toISOString(),
  });
  return { person, creatorId, optInId };
}

/** A received server-sent event. */
export interface ReceivedEvent {
  id: string;
  type: string;
  optInId: string | null;
  data: Record<string, unknown>;
}

/** Listens to an event stream and records its events. */
export async function listen(
  url: string,
  token: string,
  after?: string,
  more: Record<string, string> = {},
): Promise<{
  heard: ReceivedEvent[];
  last(): string;
  stop(): void;
  ended: Promise<void>;
  status: number;
  raw(): string;
}> {
  const aborter = new AbortController();
  const response = await fetch(url, {
    headers: {
      ...more,
      authorization: `Bearer ${token}`,
      ...(after === undefined ? {} : { 'last-event-id': after }),
    },
    signal: aborter.signal,
  });
  const heard: ReceivedEvent[] = [];
  let last = after ?? '';
  let text = '';
  let raw = '';
  const reading = async () => {
    if (response.status !== 200 || !response.body) return;
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      raw += chunk;
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const lines = text.slice(0, end).split('\n');
        text = text.slice(end + 2);
        const field = (name: string) =>
          lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        last = field('id') ?? last;
        const data = field('data');
        if (data) heard.push(JSON.parse(data) as ReceivedEvent);
      }
    }
  };
  const ended = reading().catch(() => {});
  return {
    heard,
    last: () => last,
    stop: () => aborter.abort(),
    ended,
    status: response.status,
    raw: () => raw,
  };
}
