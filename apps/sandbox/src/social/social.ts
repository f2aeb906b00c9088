import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, registerControl, registerPanel } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { issueInstagramToken, registerInstagramApi, storyAddress } from './instagram-api.ts';
import { type SocialPlatform, socialPlatforms } from './social-account.ts';
import { registerSocialConsent } from './social-consent.ts';
import { ConsentCodes, type SocialParts, SocialQuota } from './social-platform.ts';
import { type Account, type AccountOrder, accountStates, SocialWorld } from './social-world.ts';
import { issueTokens, registerTiktokApi } from './tiktok-api.ts';
import { registerYoutubeApi } from './youtube-api.ts';

const HOUR = 3_600_000;
const platform = { type: 'string', enum: [...socialPlatforms] };
const username = { type: 'string', minLength: 1, maxLength: 100 };
const params = { type: 'object', properties: { platform, username } };
const textOrNull = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const countOrNull = { type: ['integer', 'null'], minimum: 0 };

type ByName = { Params: { platform: SocialPlatform; username: string } };

/** Plays YouTube, Instagram and TikTok; their page is /social, their JSON calls are below /api/social. */
export async function registerSocial(
  app: FastifyInstance,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): Promise<void> {
  const parts: SocialParts = {
    faults,
    world: new SocialWorld(join(dataDir, 'social.jsonl')),
    quota: new SocialQuota(),
    codes: new ConsentCodes(),
  };
  registerYoutubeApi(app, parts);
  registerInstagramApi(app, parts);
  registerTiktokApi(app, parts);
  registerSocialConsent(app, parts);
  await registerControl(
    app,
    '/api/social',
    async () => {},
    (scope) => {
      registerAccounts(scope, parts);
      registerQuotas(scope, parts);
    },
  );
  registerSocialPanel(app, parts);
}

const view = ({ posts, ...account }: Account) => ({
  ...account,
  posts: posts.length,
  lastPost: posts[0]?.publishedAt ?? null,
});

function found(account: Account | null): Account {
  if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
  return account;
}

/**
 * Accounts (`PUT` makes one private, restricted, gone, revoked or public again, renames it, sets its followers, full name
 * or bio), the tokens of a consent, and stories to post on Instagram.
 */
function registerAccounts(scope: FastifyInstance, { world }: SocialParts): void {
  const path = '/accounts/:platform/:username';
  scope.get<ByName>(path, { schema: { params } }, async ({ params: of }) =>
    view(found(world.named(of.platform, of.username))),
  );
  const change = bodyOf({
    state: { enum: [...accountStates] },
    username,
    followers: countOrNull,
    fullname: textOrNull(200),
    bio: textOrNull(2000),
  });
  scope.put<ByName & { Body: Partial<Omit<AccountOrder, 'platform' | 'origin'>> }>(
    path,
    { schema: { params, ...change.schema } },
    async ({ params: of, body }) => view(found(world.order(of.platform, of.username, body))),
  );
  scope.post<ByName & { Body: { username: string } }>(
    '/:platform/consent',
    bodyOf({ username }, ['username']),
    async ({ params: of, body }) => {
      const account = found(world.named(of.platform, body.username));
      return of.platform === 'tiktok' ? issueTokens(account) : issueInstagramToken(account);
    },
  );
  scope.post<{ Body: { username: string; hoursAgo?: number } }>(
    '/instagram/stories',
    bodyOf({ username, hoursAgo: { type: 'number', minimum: 0, maximum: 72 } }, ['username']),
    async ({ body }) => {
      const account = found(world.named('instagram', body.username));
      const story = world.postStory(account.origin, new Date(Date.now() - (body.hoursAgo ?? 0) * HOUR));
      return { ...story, url: storyAddress(account, story) };
    },
  );
}

function registerQuotas(scope: FastifyInstance, { world, quota }: SocialParts): void {
  scope.get('/', async () => ({ quotas: quota.states(), accounts: world.orders(), seen: world.seen }));
  scope.put<ByName & { Body: { limit: number | null } }>(
    '/quotas/:platform',
    { schema: { params, ...bodyOf({ limit: countOrNull }, ['limit']).schema } },
    async ({ params: of, body }) => {
      quota.setLimit(of.platform, body.limit);
      return { quotas: quota.states() };
    },
  );
  scope.delete('/quotas', async () => {
    quota.reset();
    return { quotas: quota.states() };
  });
}

function registerSocialPanel(app: FastifyInstance, { faults, world, quota }: SocialParts): void {
  registerPanel(app, faults, {
    provider: 'social',
    path: '/social',
    prefix: '/api/social',
    title: 'Social platforms',
    intro: () =>
      html`YouTube, Instagram and TikTok. Every account name resolves; the same name is always the same account. ${world.seen.toLocaleString('en')} were asked for so far.`,
    actions: [
      {
        label: 'Change account',
        method: 'PUT',
        path: '/accounts/{platform}/{name}',
        fields: {
          platform: socialPlatforms,
          name: 'Name',
          state: accountStates,
          username: 'New name',
          followers: 'Followers',
          bio: 'Bio',
        },
      },
      { label: 'Post story', path: '/instagram/stories', fields: { username: 'Name', hoursAgo: '0' } },
      {
        label: 'Set quota',
        method: 'PUT',
        path: '/quotas/{platform}',
        fields: { platform: socialPlatforms, limit: '100' },
      },
      { label: 'Reset quotas', method: 'DELETE', path: '/quotas' },
    ],
    tables: () => [
      { title: 'Quotas', rows: quota.states() },
      { title: 'Changed accounts', rows: world.orders() },
      { title: 'Stories on Instagram', rows: world.stories.toReversed() },
    ],
  });
}
