import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/html.ts';
import { bodyOf, type Calls, type Control, registerControl } from '../platform/control.ts';
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
const params = { type: 'object', properties: { platform, name: username } };
const textOrNull = (maxLength: number) => ({ type: ['string', 'null'], maxLength });
const countOrNull = { type: ['integer', 'null'], minimum: 0 };

type ByName = { platform: SocialPlatform; username: string };

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
  const { world, quota } = parts;
  const panel: Control = {
    provider: 'social',
    prefix: '/api/social',
    path: '/social',
    title: 'Social platforms',
    intro: () =>
      html`YouTube, Instagram and TikTok. Every account name resolves; the same name is always the same account. ${world.seen.toLocaleString('en')} were asked for so far.`,
    faults,
    state: () => ({
      quotas: quota.states(),
      accounts: world.orders(),
      stories: world.stories,
      seen: world.seen,
    }),
  };
  await registerControl(app, panel, (on) => {
    registerAccounts(on, parts);
    registerQuotas(on, parts);
  });
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
function registerAccounts(on: Calls, { world }: SocialParts): void {
  const path = '/accounts/:platform/:name';
  const change = { username, followers: countOrNull, fullname: textOrNull(200), bio: textOrNull(2000) };
  const { schema } = bodyOf({ state: { enum: [...accountStates] }, ...change });
  type Named = { platform: SocialPlatform; name: string };
  on<Named>('GET', path, { schema: { params } }, ({ platform, name }) =>
    view(found(world.named(platform, name))),
  );
  on<Named & Partial<AccountOrder>>('PUT', path, { schema: { params, ...schema } }, (input) => {
    const { platform, name, ...order } = input;
    return view(found(world.order(platform, name, order)));
  });
  on<ByName>('POST', '/:platform/consent', bodyOf({ username }, ['username']), (input) => {
    const account = found(world.named(input.platform, input.username));
    return input.platform === 'tiktok' ? issueTokens(account) : issueInstagramToken(account);
  });
  const hours = { type: 'number', minimum: 0, maximum: 72 };
  const story = bodyOf({ username, hoursAgo: hours }, ['username']);
  on<{ username: string; hoursAgo?: number }>('POST', '/instagram/stories', story, (input) => {
    const account = found(world.named('instagram', input.username));
    const posted = world.postStory(account.origin, new Date(Date.now() - (input.hoursAgo ?? 0) * HOUR));
    return { ...posted, url: storyAddress(account, posted) };
  });
}

function registerQuotas(on: Calls, { quota }: SocialParts): void {
  const { schema } = bodyOf({ limit: countOrNull }, ['limit']);
  type Limit = { platform: SocialPlatform; limit: number | null };
  on<Limit>('PUT', '/quotas/:platform', { schema: { params, ...schema } }, ({ platform, limit }) => {
    quota.setLimit(platform, limit);
    return { quotas: quota.states() };
  });
  on('DELETE', '/quotas', {}, () => {
    quota.reset();
    return { quotas: quota.states() };
  });
}
