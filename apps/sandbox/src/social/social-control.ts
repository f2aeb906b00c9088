import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { issueInstagramToken, storyAddress } from './instagram-stories.ts';
import { type SocialPlatform, socialPlatforms } from './social-account.ts';
import type { SocialParts } from './social-answer.ts';
import { type SocialFailureKind, socialFailures } from './social-quota.ts';
import { type Account, type AccountOrder, accountStates } from './social-world.ts';
import { issueTokens } from './tiktok-token.ts';

/** What the JSON calls show of an account. */
export function accountView({ posts, ...account }: Account): object {
  return { ...account, posts: posts.length, lastPost: posts[0]?.publishedAt ?? null };
}

const platform = { type: 'string', enum: [...socialPlatforms] };
const username = { type: 'string', minLength: 1, maxLength: 100 };
const name = { type: 'object', properties: { platform, username } };

type ByName = { Params: { platform: SocialPlatform; username: string } };

/**
 * The social platforms for tests, below /api/social: state and quotas, accounts (`PUT` makes one private, restricted,
 * gone, revoked or public again, renames it, sets its followers, full name or bio), failures to order, the tokens of a
 * consent, and stories to post on Instagram.
 */
export function registerSocialControl(app: FastifyInstance, { world, quota, now }: SocialParts): void {
  app.get('/api/social', async () => ({
    quotas: quota.states(),
    failures: quota.orders(),
    accounts: world.orders(),
    seen: world.seen,
  }));

  app.get<ByName>(
    '/api/social/accounts/:platform/:username',
    { schema: { params: name } },
    async (request) => {
      const account = world.named(request.params.platform, request.params.username);
      if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
      return accountView(account);
    },
  );

  app.put<ByName & { Body: Partial<Omit<AccountOrder, 'platform' | 'origin'>> }>(
    '/api/social/accounts/:platform/:username',
    {
      schema: {
        params: name,
        body: {
          type: 'object',
          additionalProperties: false,
          properties: {
            state: { type: 'string', enum: [...accountStates] },
            username,
            followers: { type: ['integer', 'null'], minimum: 0 },
            fullname: { type: ['string', 'null'], maxLength: 200 },
            bio: { type: ['string', 'null'], maxLength: 2000 },
          },
        },
      },
    },
    async (request) => {
      const account = world.order(request.params.platform, request.params.username, request.body);
      if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
      return accountView(account);
    },
  );

  app.post<{ Body: { username: string } }>(
    '/api/social/tiktok/consent',
    { schema: { body: { type: 'object', required: ['username'], properties: { username } } } },
    async (request) => {
      const account = world.named('tiktok', request.body.username);
      if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
      return issueTokens(account, now());
    },
  );

  app.post<{ Body: { username: string } }>(
    '/api/social/instagram/consent',
    { schema: { body: { type: 'object', required: ['username'], properties: { username } } } },
    async (request) => {
      const account = world.named('instagram', request.body.username);
      if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
      return issueInstagramToken(account, now());
    },
  );

  app.post<{ Body: { username: string; hoursAgo?: number } }>(
    '/api/social/instagram/stories',
    {
      schema: {
        body: {
          type: 'object',
          required: ['username'],
          properties: { username, hoursAgo: { type: 'number', minimum: 0, maximum: 72 } },
        },
      },
    },
    async (request) => {
      const account = world.named('instagram', request.body.username);
      if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
      const at = new Date(now().getTime() - (request.body.hoursAgo ?? 0) * 3_600_000);
      const story = world.postStory(account.origin, at);
      return { ...story, url: storyAddress(account, story) };
    },
  );

  app.put<{ Params: { platform: SocialPlatform }; Body: { limit: number | null } }>(
    '/api/social/quotas/:platform',
    {
      schema: {
        params: { type: 'object', properties: { platform } },
        body: {
          type: 'object',
          required: ['limit'],
          properties: { limit: { type: ['integer', 'null'], minimum: 0 } },
        },
      },
    },
    async (request) => {
      quota.setLimit(request.params.platform, request.body.limit);
      return { quotas: quota.states() };
    },
  );

  app.post<{ Body: { platform: SocialPlatform; failure: SocialFailureKind; times?: number } }>(
    '/api/social/failures',
    {
      schema: {
        body: {
          type: 'object',
          required: ['platform', 'failure'],
          properties: {
            platform,
            failure: { type: 'string', enum: [...socialFailures] },
            times: { type: 'integer', minimum: 1, maximum: 10_000 },
          },
        },
      },
    },
    async (request) => {
      const { times, ...order } = request.body;
      quota.order({ ...order, times: times ?? null });
      return { failures: quota.orders() };
    },
  );

  app.delete('/api/social/failures', async () => {
    for (const one of socialPlatforms) quota.cancel(one);
    return { failures: quota.orders() };
  });

  app.delete('/api/social/quotas', async () => {
    quota.reset();
    return { quotas: quota.states() };
  });
}
