import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, registerControl, registerPanel } from '../platform/control.ts';
import { issueInstagramToken, STORY_MS, storyAddress, storyFigures } from './instagram-stories.ts';
import { type SocialPlatform, socialPlatforms } from './social-account.ts';
import type { SocialParts } from './social-answer.ts';
import { type Account, type AccountOrder, accountStates } from './social-world.ts';
import { issueTokens } from './tiktok-token.ts';

const platform = { type: 'string', enum: [...socialPlatforms] };
const username = { type: 'string', minLength: 1, maxLength: 100 };
const params = { type: 'object', properties: { platform, username } };
const view = ({ posts, ...account }: Account) => ({
  ...account,
  posts: posts.length,
  lastPost: posts[0]?.publishedAt ?? null,
});

function found(account: Account | null): Account {
  if (!account) throw new Problem('not_found', { message: 'Nobody has this name now.' });
  return account;
}

type ByName = { Params: { platform: SocialPlatform; username: string } };

/**
 * The social platforms for tests, below /api/social, and their page: quotas, accounts (`PUT` makes one private,
 * restricted, gone, revoked or public again, renames it, sets its followers, full name or bio), the tokens of a
 * consent, and stories to post on Instagram.
 */
export async function registerSocialControl(app: FastifyInstance, parts: SocialParts): Promise<void> {
  const { world, quota, now, faults } = parts;
  await registerControl(
    app,
    '/api/social',
    async () => {},
    (scope) => {
      scope.get('/', async () => ({
        quotas: quota.states(),
        accounts: world.orders(),
        seen: world.seen,
      }));
      const path = '/accounts/:platform/:username';
      scope.get<ByName>(path, { schema: { params } }, async ({ params: of }) =>
        view(found(world.named(of.platform, of.username))),
      );
      scope.put<ByName & { Body: Partial<Omit<AccountOrder, 'platform' | 'origin'>> }>(
        path,
        {
          schema: {
            params,
            ...bodyOf({
              state: { enum: [...accountStates] },
              username,
              followers: { type: ['integer', 'null'], minimum: 0 },
              fullname: { type: ['string', 'null'], maxLength: 200 },
              bio: { type: ['string', 'null'], maxLength: 2000 },
            }).schema,
          },
        },
        async ({ params: of, body }) => view(found(world.order(of.platform, of.username, body))),
      );
      scope.post<ByName & { Body: { username: string } }>(
        '/:platform/consent',
        bodyOf({ username }, ['username']),
        async ({ params: of, body }) => {
          const account = found(world.named(of.platform, body.username));
          return of.platform === 'tiktok' ? issueTokens(account, now()) : issueInstagramToken(account, now());
        },
      );
      scope.post<{ Body: { username: string; hoursAgo?: number } }>(
        '/instagram/stories',
        bodyOf({ username, hoursAgo: { type: 'number', minimum: 0, maximum: 72 } }, ['username']),
        async ({ body }) => {
          const account = found(world.named('instagram', body.username));
          const at = new Date(now().getTime() - (body.hoursAgo ?? 0) * 3_600_000);
          const story = world.postStory(account.origin, at);
          return { ...story, url: storyAddress(account, story) };
        },
      );
      scope.put<ByName & { Body: { limit: number | null } }>(
        '/quotas/:platform',
        {
          schema: {
            params,
            ...bodyOf({ limit: { type: ['integer', 'null'], minimum: 0 } }, ['limit']).schema,
          },
        },
        async ({ params: of, body }) => {
          quota.setLimit(of.platform, body.limit);
          return { quotas: quota.states() };
        },
      );
      scope.delete('/quotas', async () => {
        quota.reset();
        return { quotas: quota.states() };
      });
    },
  );

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
      { title: 'Quotas', rows: quota.states().map((one) => ({ ...one })) },
      { title: 'Changed accounts', rows: world.orders().map((one) => ({ ...one })) },
      {
        title: 'Stories on Instagram',
        rows: world.allStories().map((story) => {
          const account = world.ofOrigin('instagram', story.origin);
          const isGone = now().getTime() - Date.parse(story.at) >= STORY_MS;
          const figures = isGone ? 'gone' : storyFigures(account, story, now());
          return { url: storyAddress(account, story), posted: story.at, figures };
        }),
      },
    ],
  });
}
