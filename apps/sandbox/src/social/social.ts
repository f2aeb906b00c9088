import { join } from 'node:path';
import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere, type Html, html, sendVendorPage } from '../page/page.ts';
import {
  type Calls,
  name,
  needed,
  number,
  oneOf,
  orNull,
  registerControl,
  text,
  whole,
} from '../platform/control.ts';
import type { Faults } from '../platform/faults.ts';
import { issueInstagramToken, registerInstagramApi, storyAddress } from './instagram-api.ts';
import { ConsentCodes, type SocialParts, SocialQuota } from './social-platform.ts';
import { type Account, accountStates, SocialWorld, socialPlatforms } from './social-world.ts';
import { issueTokens, registerTiktokApi } from './tiktok-api.ts';
import { registerYoutubeApi } from './youtube-api.ts';

const PLAYED = {
  tiktok: {
    name: 'TikTok',
    path: '/tiktok/v2/auth/authorize/',
    client: 'client_key',
    declined: { error: 'access_denied', error_description: 'The user denied the request.' },
    asks: ['Your profile and its figures', 'Your public videos and their figures'],
  },
  instagram: {
    name: 'Instagram',
    path: '/instagram/v25.0/dialog/oauth',
    client: 'client_id',
    declined: { error: 'access_denied', error_reason: 'user_denied', error_code: '200' },
    asks: ['Your business or creator account and its posts', 'Insights of your posts and stories'],
  },
} as const;

type Body = { Body: URLSearchParams | null };

/** Consent pages on which owners grant access; any name can be signed in as. */
function registerSocialConsent(app: FastifyInstance, { world, codes }: SocialParts): void {
  for (const platform of ['tiktok', 'instagram'] as const) {
    const { name, path, client, declined, asks } = PLAYED[platform];
    const show = (reply: FastifyReply, status: number, content: Html) => {
      const page = { vendor: `Sandbox ${name}`, title: `Connect ${name}`, note: 'No account is touched.' };
      return sendVendorPage(reply, { ...page, status, content });
    };
    const form = (search: string, wrong: string) =>
      html`<h1>Let this app read your ${name} account?</h1>
<p>It asks for:</p><ul>${asks.map((one) => html`<li>${one}</li>`)}</ul>
<form method="post" action="${path}${search}"><label>You are logged in as<input name="username" required maxlength="100" autocomplete="off" autocapitalize="none"></label>
${wrong && html`<p role="alert">${wrong}</p>`}
<p class="row"><button class="main" name="decision" value="allow">Allow</button>${platform === 'instagram' && html`<button name="decision" value="without-insights">Allow without insights</button>`}<button name="decision" value="cancel" formnovalidate>Cancel</button></p></form>`;

    const answer = async (request: FastifyRequest<Body>, reply: FastifyReply) => {
      const query = new URL(request.url, 'http://sandbox').searchParams;
      const redirectUri = query.get('redirect_uri') ?? '';
      const isAsked = query.get(client) && query.get('response_type') === 'code' && URL.canParse(redirectUri);
      if (!isAsked)
        return show(
          reply,
          400,
          html`<h1>This cannot be asked</h1><p>The ${client}, the response_type or the redirect_uri is wrong.</p>`,
        );
      const back = (more: object) => {
        const address = new URL(redirectUri);
        for (const [key, value] of Object.entries({ ...more, state: query.get('state') ?? '' }))
          address.searchParams.set(key, value);
        return reply.redirect(address.href, 303);
      };
      const decision = request.body?.get('decision');
      if (request.method === 'GET') return show(reply, 200, form(`?${query}`, ''));
      if (decision !== 'allow' && decision !== 'without-insights') return back(declined);
      const username = (request.body?.get('username') ?? '').trim().replace(/^@/, '');
      const account = username ? world.named(platform, username) : null;
      if (!account || account.state === 'gone')
        return show(reply, 422, form(`?${query}`, 'No account has this name.'));
      const refused = decision === 'without-insights' ? ['instagram_manage_insights'] : [];
      // Granting access again clears an earlier revocation.
      if (account.state === 'revoked') world.order(platform, username, { state: 'public' });
      return back({ code: codes.give(account, redirectUri, refused) });
    };
    app.get<Body>(path, answer);
    app.post<Body>(path, { preHandler: fromHere }, answer);
  }
}

const HOUR = 3_600_000;
const platform = needed(oneOf(socialPlatforms));
const username = name(100);
const count = orNull(whole(0, Number.MAX_SAFE_INTEGER));

/**
 * Simulates YouTube, Instagram and TikTok; their page is /social, their API is below /api/social.
 */
export async function registerSocial(
  app: FastifyInstance,
  {
    dataDir,
    faults,
    otherVideo,
  }: { dataDir: string; faults: Faults; otherVideo: (id: string) => object | null },
): Promise<void> {
  const world = new SocialWorld(join(dataDir, 'social.jsonl'));
  const quota = new SocialQuota();
  const parts: SocialParts = { faults, world, quota, codes: new ConsentCodes() };
  registerYoutubeApi(app, parts, otherVideo);
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
  if (!account) throw new Problem('not_found', { message: 'This name is free now.' });
  return account;
}

/**
 * Accounts (`PUT` makes one private, restricted, gone, revoked or public again, renames it, sets
 * its followers, full name or bio), tokens of a consent, and Instagram stories.
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
