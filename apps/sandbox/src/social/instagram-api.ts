import type { FastifyInstance } from 'fastify';
import { type Answer, ok } from '../platform/faults.ts';
import { randomOf } from '../platform/random.ts';
import {
  type FailureAnswers,
  holderOf,
  type PlatformRequest,
  pictureUrl,
  platformCalls,
  type SocialParts,
  tokenOf,
} from './social-platform.ts';
import type { Account, Post, SocialWorld, Story } from './social-world.ts';

const BASE = '/instagram/v25.0';
const HOUR = 3_600_000;
const STORY_MS = 24 * HOUR;
/** Delay of metrics. */
const LATE_MS = 2 * 60_000;
/** Minimum number of viewers for metrics. */
const FEW = 5;
const TOKEN_SECONDS = 60 * 24 * 3600;
const SHORT_SECONDS = 5183;
const PERMISSIONS = [
  'instagram_basic',
  'instagram_manage_insights',
  'pages_show_list',
  'pages_read_engagement',
];

const failure = (
  status: number,
  code: number,
  message: string,
  more: object = {},
  type = 'OAuthException',
): Answer => ({
  status,
  body: { error: { message, type, code, ...more, fbtrace_id: 'AsandboxTrace' } },
});

const failures: FailureAnswers = {
  down: failure(503, 2, 'Service temporarily unavailable', { is_transient: true }),
  quota: failure(403, 4, '(#4) Application request limit reached', { is_transient: true }),
  rate_limit: failure(403, 80002, '(#80002) There have been too many calls to this Instagram account.'),
  wrong_key: failure(401, 190, 'Error validating access token: Session has expired.', { error_subcode: 463 }),
};

const TYPES = { video: 'VIDEO', image: 'IMAGE', carousel: 'CAROUSEL_ALBUM' };

/** Tokens of the owner's consent, valid for 60 days. */
export const issueInstagramToken = (account: Account) => ({
  user_id: account.id,
  access_token: tokenOf('IGAA', account, TOKEN_SECONDS),
  token_type: 'bearer',
  expires_in: TOKEN_SECONDS,
});

export const storyAddress = ({ username }: Account, { id }: Story) =>
  `https://www.instagram.com/stories/${username}/${id}/`;

/** Returns an account's stories of the last 24 hours, newest first. */
const shownStories = ({ stories }: SocialWorld, account: Account): Story[] =>
  stories
    .filter(({ origin, at }) => origin === account.origin && Date.now() - Date.parse(at) < STORY_MS)
    .reverse();

/** Returns a story's metrics so far; none at first. Most views are in the first hours. */
function storyFigures({ followers }: Account, { id, at }: Story): Record<string, number> | 'few' {
  const age = Date.now() - Date.parse(at);
  if (age < LATE_MS) return {};
  const random = randomOf(`instagram/story/${id}`);
  const views = Math.round(followers * (0.04 + random.next() * 0.12) * (1 - Math.exp(-age / (6 * HOUR))));
  if (views < FEW) return 'few';
  const part = (share: number) => Math.round(views * share * (0.6 + random.next() * 0.8));
  return {
    views,
    reach: Math.round(views * 0.93),
    likes: part(0.03),
    replies: part(0.004),
    shares: part(0.006),
  };
}

/**
 * Instagram's Graph API: Business Discovery by name, and an owner's accounts, stories and tokens.
 */
export function registerInstagramApi(app: FastifyInstance, parts: SocialParts): void {
  const { world, quota, codes } = parts;
  const add = platformCalls(app, parts, 'instagram', failures);
  const get = (path: string, answer: (asked: PlatformRequest) => Answer) =>
    add('GET', `${BASE}${path}`, answer);
  const ofOwner = (path: string, answer: (owner: Account, asked: PlatformRequest) => Answer) =>
    get(path, (asked) => {
      const owner = holderOf(world, 'instagram', 'IGAA', asked.token);
      return owner ? answer(owner, asked) : failures.wrong_key;
    });
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith(`${BASE}/`)) return;
    const percent = quota.percent('instagram');
    const usage = { call_count: percent, total_cputime: percent, total_time: percent };
    const regain = percent >= 100 ? 30 : 0;
    const business = { type: 'instagram', ...usage, estimated_time_to_regain_access: regain };
    reply.header('x-app-usage', JSON.stringify(usage));
    reply.header('x-business-use-case-usage', JSON.stringify({ 1: [business] }));
  });

  ofOwner('/:id/stories', (owner, { params, origin }) => {
    if (owner.id !== params.id) return failures.wrong_key;
    const data = shownStories(world, owner).map((story) => ({
      id: story.id,
      permalink: storyAddress(owner, story),
      timestamp: story.at.replace(/\.\d+Z$/, '+0000'),
      media_type: 'VIDEO',
      thumbnail_url: pictureUrl(origin, owner, 'cover', `story-${story.id}`),
    }));
    return ok({ data });
  });
  ofOwner('/:id/insights', (owner, { params, query }) => {
    const story = shownStories(world, owner).find(({ id }) => id === params.id);
    if (!story)
      return failure(400, 100, 'Unsupported get request. Object does not exist.', {}, 'GraphMethodException');
    const figures = storyFigures(owner, story);
    if (figures === 'few') return failure(400, 10, '(#10) Not enough viewers for the media to show insights');
    const asked = (query.metric ?? '').split(',');
    const shown = Object.entries(figures).filter(([name]) => asked.includes(name));
    return ok({ data: shown.map(([name, value]) => ({ name, period: 'lifetime', values: [{ value }] })) });
  });
  ofOwner('/me/accounts', ({ id, username, state }) => {
    // A page without an Instagram account comes before the one with it; personal accounts have no
    // page.
    const page = { instagram_business_account: { id, username }, id: `1${id}` };
    return ok({ data: [{ id: '100000000000001' }, ...(state === 'private' ? [] : [page])] });
  });
  ofOwner('/me/permissions', ({ origin }) => {
    const declined = new Set(codes.declinedBy(origin));
    const data = PERMISSIONS.map((permission) => ({
      permission,
      status: declined.has(permission) ? 'declined' : 'granted',
    }));
    return ok({ data });
  });
  get('/oauth/access_token', ({ query }) => {
    const { client_id, client_secret, grant_type, code, redirect_uri, fb_exchange_token } = query;
    const wrong = (text: string) => failure(400, 100, text, { error_subcode: 36009 });
    if (!client_id || !client_secret) return wrong('Missing client_id or client_secret parameter.');
    const owner =
      grant_type === 'fb_exchange_token'
        ? holderOf(world, 'instagram', 'IGAA', fb_exchange_token)
        : codes.take(code, redirect_uri);
    if (!owner) return wrong('This authorization code has been used.');
    const { access_token, token_type, expires_in } = issueInstagramToken(owner);
    return ok({ access_token, token_type, expires_in: grant_type ? expires_in : SHORT_SECONDS });
  });
  get('/:own', ({ params: { own }, query, token, origin }) => {
    if (!token) return failures.wrong_key;
    const fields = query.fields ?? '';
    const username = /business_discovery\.username\(([^)]+)\)/.exec(fields)?.[1];
    const account = username ? world.named('instagram', username) : null;
    // Age-restricted accounts are omitted silently.
    if (!username || account?.state === 'restricted') return ok({ id: own });
    if (account?.state !== 'public')
      return failure(400, 110, 'Invalid user id', {
        error_subcode: 2207013,
        error_user_title: 'Cannot find User',
        error_user_msg: `The user with username: ${username} cannot be found.`,
      });
    return ok({ business_discovery: discoveryOf(account, fields, origin), id: own });
  });
}

/** The profile of an account, with a page of its media if requested. */
function discoveryOf(account: Account, fields: string, origin: string): object {
  const size = Math.min(100, Number(/\.limit\((\d+)\)/.exec(fields)?.[1] ?? 25));
  const after = /\.after\(([^)]+)\)/.exec(fields)?.[1];
  const from = after ? Number(Buffer.from(after, 'base64url').toString()) || 0 : 0;
  const posts = account.posts.slice(from, from + size);
  const next = Buffer.from(String(from + posts.length)).toString('base64url');
  const media = {
    data: posts.map((post) => mediaOf(account, post, origin)),
    ...(posts.length > 0 && { paging: { cursors: { after: next } } }),
  };
  return {
    id: account.id,
    username: account.username,
    // Both are omitted if empty.
    ...(account.fullname !== null && { name: account.fullname }),
    ...(account.bio !== null && { biography: account.bio }),
    profile_picture_url: pictureUrl(origin, account, 'avatar'),
    followers_count: account.followers,
    media_count: account.posts.length,
    ...(fields.includes('media') && { media }),
  };
}

function mediaOf(account: Account, post: Post, origin: string): object {
  const isVideo = post.form === 'video';
  const picture = pictureUrl(origin, account, 'cover', `${account.origin}-${post.number}`);
  const code = Buffer.from(post.id).toString('base64url').slice(0, 11);
  return {
    id: post.id,
    caption: post.title,
    media_type: TYPES[post.form],
    media_product_type: isVideo ? 'REELS' : 'FEED',
    permalink: `https://www.instagram.com/${isVideo ? 'reel' : 'p'}/${code}${post.number}/`,
    timestamp: post.publishedAt.toISOString().replace('.000Z', '+0000'),
    ...(post.likes !== null && { like_count: post.likes }),
    ...(post.comments !== null && { comments_count: post.comments }),
    ...(isVideo && { thumbnail_url: picture }),
    media_url: picture,
  };
}
