import { getCreator, listProviderQuotas, refreshCreator } from '@troupe/contract/discovery/creator';
import type { CreatorRefresh } from '@troupe/domain/discovery/creator';
import { asc, eq } from 'drizzle-orm';
import { sealText } from '../../platform/access/secret.ts';
import type { TestPerson } from '../../testing/test-api.ts';
import { startTestSandbox } from '../../testing/test-sandbox.ts';
import { contentTable } from './content/content.table.ts';
import { startCreatorWorld } from './creator/creator.fixture.ts';
import { creatorTable } from './creator/creator.table.ts';
import { creatorConnectionTable } from './creator/creator-refresh.table.ts';

type Platform = 'youtube' | 'instagram' | 'tiktok';
interface Tokens {
  open_id: string;
  access_token: string;
  refresh_token: string;
}

/** Starts the API between a brand and the sandbox platforms. */
export async function startRefreshWorld(environment: Record<string, string> = {}) {
  const sandbox = await startTestSandbox();
  const world = await startCreatorWorld({
    API_ORIGIN: 'http://api.example',
    YOUTUBE_URL: `${sandbox.origin}/youtube/v3/`,
    YOUTUBE_KEY: 'key',
    INSTAGRAM_URL: `${sandbox.origin}/instagram/v25.0/`,
    INSTAGRAM_ACCOUNT: '17841400000000000',
    INSTAGRAM_TOKEN: 'token',
    TIKTOK_URL: `${sandbox.origin}/tiktok/v2/`,
    TIKTOK_CLIENT_KEY: 'key',
    TIKTOK_CLIENT_SECRET: 'secret',
    PICTURES_FROM_LOOPBACK: 'true',
    // Tests run the schedule themselves.
    REFRESH_PER_RUN: '0',
    ...environment,
  });
  const { t, brandId, person } = world;
  const { db, config } = t.api;
  const administrator = await t.person({ role: 'administrator' });
  const details = (profileId: string, by: TestPerson = person, of = brandId) =>
    by.call(getCreator, { params: { brandId: of, profileId } });
  const ask = (profileId: string, by: TestPerson = person, of = brandId) =>
    by.call(refreshCreator, { params: { brandId: of, profileId } });

  return {
    ...world,
    sandbox,
    administrator,
    details,
    ask,
    row: async (id: string) => {
      const [row] = await db.select().from(creatorTable).where(eq(creatorTable.id, id));
      if (!row) throw new Error('no such creator');
      return row;
    },
    contentOf: (id: string) =>
      db.select().from(contentTable).where(eq(contentTable.creatorId, id)).orderBy(asc(contentTable.url)),
    /** Requests a refresh and returns its result. */
    async read(id: string, by: TestPerson = person, of = brandId): Promise<CreatorRefresh> {
      const before = (await details(id, by, of)).extraData.refresh;
      const answer = await ask(id, by, of);
      if (!answer.started) throw new Error(answer.reason ?? 'not started');
      for (let turn = 0; turn < 400; turn++) {
        const now = (await details(id, by, of)).extraData.refresh;
        const news = now && (now.readAt !== before?.readAt || now.message !== before?.message);
        if (now && news && (now.readAt || now.message)) return now;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error('the refresh had no result');
    },
    account: <T>(platform: Platform, username: string, change?: object) =>
      sandbox.call<T>(change ? 'PUT' : 'GET', `/api/social/accounts/${platform}/${username}`, change),
    fail: (platform: Platform, failure: string, times?: number) =>
      sandbox.call('POST', '/api/faults', {
        provider: 'social',
        target: platform,
        failure,
        ...(times ? { times } : {}),
      }),
    async provider(name: string) {
      const { providers } = await administrator.call(listProviderQuotas, {});
      const found = providers.find((one) => one.name === name);
      if (!found) throw new Error('no such provider');
      return found;
    },
    /** Connects an account with a creator's consent. */
    async connect(creatorId: string, username: string, { expired = false } = {}): Promise<Tokens> {
      const tokens = await sandbox.call<Tokens>('POST', '/api/social/tiktok/consent', { username });
      const hours = (count: number) =>
        new Date(t.api.clock.now().getTime() + count * 3_600_000).toISOString();
      await db.insert(creatorConnectionTable).values({
        creatorId,
        openId: tokens.open_id,
        accessToken: sealText(config.SECRET_KEY, expired ? 'act.old.1' : tokens.access_token),
        accessExpiresAt: hours(expired ? -1 : 24),
        refreshToken: sealText(config.SECRET_KEY, tokens.refresh_token),
        refreshExpiresAt: hours(24 * 365),
      });
      return tokens;
    },
    connection: async (creatorId: string) => {
      const [row] = await db
        .select()
        .from(creatorConnectionTable)
        .where(eq(creatorConnectionTable.creatorId, creatorId));
      return row;
    },
    async stop() {
      await t.stop();
      await sandbox.stop();
    },
  };
}

export type RefreshWorld = Awaited<ReturnType<typeof startRefreshWorld>>;
