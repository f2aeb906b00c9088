import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance } from 'fastify';
import { html } from '../page/page.ts';
import { type Calls, name, needed, number, oneOf, orNull, text, whole } from '../platform/calls.ts';
import { registerControl } from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { issueInstagramToken, registerInstagramApi, storyAddress } from './instagram-api.ts';
import { socialPlatforms } from './social-account.ts';
import { registerSocialConsent } from './social-consent.ts';
import { ConsentCodes, type SocialParts, SocialQuota } from './social-platform.ts';
import { type Account, accountStates, SocialWorld } from './social-world.ts';
import { issueTokens, registerTiktokApi } from './tiktok-api.ts';
import { registerYoutubeApi } from './youtube-api.ts';

const HOUR = 3_600_000;
const platform = needed(oneOf(socialPlatforms));
const username = name(100);
const count = orNull(whole(0, Number.MAX_SAFE_INTEGER));

/** Plays YouTube, Instagram and TikTok; their page is /social, their JSON calls are below /api/social. */
export async function registerSocial(
  app: FastifyInstance,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): Promise<void> {
  const world = new SocialWorld(join(dataDir, 'social.jsonl'));
  const quota = new SocialQuota();
  const parts: SocialParts = { faults, world, quota, codes: new ConsentCodes() };
  registerYoutubeApi(app, parts);
  registerInstagramApi(app, parts);
  registerTiktokApi(app, parts);
  registerSocialConsent(app, parts);
  const { stories } = world;
  const state = () => ({ quotas: quota.states(), accounts: world.orders(), stories, seen: world.seen });
  const intro = () =>
    html`YouTube, Instagram and TikTok. Every account name resolves; the same name is always the same account. ${world.seen.toLocaleString('en')} were asked for so far.`;
  await registerControl(app, { provider: 'social', faults, intro, state }, (on) => {
    registerAccounts(on, parts);
    on('PUT', '/quotas/:platform', { platform, limit: needed(count) }, ({ platform, limit }) => {
      quota.setLimit(platform, limit);
      return { quotas: quota.states() };
    });
    on('DELETE', '/quotas', {}, () => {
      quota.reset();
      return { quotas: quota.states() };
    });
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
  on('GET', path, { platform, name: needed(username) }, ({ platform, name }) =>
    view(found(world.named(platform, name))),
  );
  const change = { username, followers: count, fullname: orNull(text(200)), bio: orNull(text(2000)) };
  const named = { platform, name: needed(username), state: oneOf(accountStates) };
  on('PUT', path, { ...named, ...change }, ({ platform, name, ...order }) =>
    view(found(world.order(platform, name, order))),
  );
  on('POST', '/:platform/consent', { platform, username: needed(username) }, ({ platform, username }) => {
    const account = found(world.named(platform, username));
    return platform === 'tiktok' ? issueTokens(account) : issueInstagramToken(account);
  });
  const story = { username: needed(username), hoursAgo: number(72) };
  on('POST', '/instagram/stories', story, ({ username, hoursAgo = 0 }) => {
    const account = found(world.named('instagram', username));
    const posted = world.postStory(account.origin, new Date(Date.now() - hoursAgo * HOUR));
    return { ...posted, url: storyAddress(account, posted) };
  });
}
