import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { html } from '../page/page.ts';
import {
  type Calls,
  flag,
  listOf,
  name,
  needed,
  number,
  registerControl,
  text,
  whole,
} from '../platform/control.ts';
import { type Answer, answerCall, type Faults, ok, Refusal } from '../platform/faults.ts';
import { KeptState } from '../platform/state.ts';
import { BlueskyNetwork, freshNetwork, type NetworkPost, type NetworkState } from './bluesky-network.ts';
import { startChatter } from './chatter.ts';
import { registerJetstream } from './jetstream.ts';

const TOKEN = 'sandbox-bluesky-session';
const PASSWORD = 'sandbox-app-password';
const LIMIT = 3000;
const MOST_ASKED = 25;
const MOST_FOUND = 100;
const MAX_TEXT = 70_000;
/** How often the network is saved: events come every second. */
const SAVE_MS = 5000;

export interface BlueskyConfig {
  /** Posts per minute that accounts of the network write automatically. */
  postsPerMinute: number;
}

/**
 * Bluesky: the streams of Jetstream, and the calls of its API that Troupe makes. The control API is at /api/bluesky.
 */
export async function registerBluesky(
  app: FastifyInstance,
  { dataDir, faults, config }: { dataDir: string; faults: Faults; config: BlueskyConfig },
): Promise<void> {
  const kept = new KeptState<NetworkState>(join(dataDir, 'bluesky'), freshNetwork);
  await kept.open();
  const network = new BlueskyNetwork(kept);
  const saving = setInterval(() => void kept.save(), SAVE_MS).unref();
  const drop = registerJetstream(app, network, faults);
  registerApi(app, network, faults);
  const chatter = startChatter(network, config.postsPerMinute);
  app.addHook('preClose', async () => {
    clearInterval(saving);
    chatter.stop();
    await kept.save();
  });
  await registerControl(
    app,
    {
      provider: 'bluesky',
      faults,
      intro: () => html`Public posts, streamed by both versions of Jetstream.`,
      state: () => ({
        posts: [...network.state.posts.values()].slice(-200),
        accounts: [...network.state.actors.values()],
      }),
    },
    (on) => registerActions(on, { network, chatter, drop }),
  );
}

/** What the network's accounts and the stream can be made to do. */
function registerActions(
  on: Calls,
  {
    network,
    chatter,
    drop,
  }: { network: BlueskyNetwork; chatter: ReturnType<typeof startChatter>; drop: () => void },
): void {
  const handle = name(250);
  on(
    'POST',
    '/posts',
    {
      text: needed(text(MAX_TEXT)),
      handle,
      displayName: text(640),
      followers: whole(0, 1_000_000_000),
      langs: listOf(text(20), 3),
      createdAt: text(40),
      link: text(2000),
      replyTo: text(300),
      tags: listOf(text(640), 8),
    },
    (input) => ({ post: network.post(input) }),
  );
  on(
    'PUT',
    '/posts',
    { uri: needed(text(400)), text: text(MAX_TEXT), likes: whole(0, 1_000_000) },
    (input) => {
      if (input.text !== undefined) network.edit(input.uri, input.text);
      if (input.likes !== undefined) network.count(input.uri, input.likes);
      return {};
    },
  );
  on('DELETE', '/posts', { uri: needed(text(400)) }, ({ uri }) => {
    network.delete(uri);
    return {};
  });
  on('PUT', '/accounts', { handle: needed(handle), active: flag, newHandle: handle }, (input) => {
    if (input.active !== undefined) network.setActive(input.handle, input.active);
    if (input.newHandle !== undefined) network.rename(input.handle, input.newHandle);
    return {};
  });
  on(
    'POST',
    '/floods',
    { text: needed(text(MAX_TEXT)), handle, count: needed(whole(1, 20_000)) },
    (input) => {
      for (let at = 0; at < input.count; at += 1)
        network.post({ handle: input.handle, text: input.text.replaceAll('{n}', String(at)) });
      return {};
    },
  );
  on('POST', '/other', { collection: needed(name(300)) }, ({ collection }) => {
    network.other(collection);
    return {};
  });
  on('POST', '/frames', { text: needed(text(5_000_000)) }, (input) => {
    network.raw(input.text);
    return {};
  });
  on('POST', '/disconnect', {}, () => {
    drop();
    return {};
  });
  on('PUT', '/chatter', { postsPerMinute: needed(number(6000)) }, ({ postsPerMinute }) => {
    chatter.setRate(postsPerMinute);
    return {};
  });
  on('GET', '/log', {}, () => ({
    events: network.state.events.map(({ seq, time_us, kind, did, commit }) => ({
      seq,
      time_us,
      kind,
      uri: commit && `at://${did}/${commit.collection}/${commit.rkey}`,
      operation: commit?.operation,
    })),
  }));
}

const wrong = (status: number, error: string, message: string) =>
  new Refusal(status, message, { error, message });

/** The calls of the API, on the public host and the account's server alike. */
function registerApi(app: FastifyInstance, network: BlueskyNetwork, faults: Faults): void {
  const reset = () => Math.floor(Date.now() / 1000) + 300;
  const limited: Answer = {
    status: 429,
    body: { error: 'RateLimitExceeded', message: 'Rate Limit Exceeded' },
    headers: {
      'ratelimit-limit': String(LIMIT),
      'ratelimit-remaining': '0',
      'ratelimit-reset': String(reset()),
    },
  };
  const answers: Record<string, Answer> = {
    error_500: { status: 500, body: { error: 'InternalServerError', message: 'Internal Server Error' } },
    rate_limit: limited,
    wrong_key: {
      status: 401,
      body: { error: 'AuthenticationRequired', message: 'Invalid identifier or password' },
    },
  };
  const add = (
    method: 'GET' | 'POST',
    call: string,
    work: (query: URLSearchParams, request: FastifyRequest, isSignedIn: boolean) => Answer,
  ) =>
    app.route({
      method,
      url: `/bluesky/xrpc/${call}`,
      handler: (request, reply) =>
        answerCall(reply, { faults, answers }, () => ({
          fault: faults.take(
            'bluesky',
            [call, 'api', '*'],
            (failure) => failure in answers || HTTP_FAULTS.has(failure),
          ),
          work: () => {
            const query = new URL(request.url, 'http://sandbox').searchParams;
            return work(query, request, request.headers.authorization === `Bearer ${TOKEN}`);
          },
        })),
    });

  add('POST', 'com.atproto.server.createSession', (_query, request) => {
    const { identifier, password } = (request.body ?? {}) as { identifier?: string; password?: string };
    if (!identifier || password !== PASSWORD)
      throw wrong(401, 'AuthenticationRequired', 'Invalid identifier or password');
    return ok({
      did: network.actor(identifier).did,
      handle: identifier,
      accessJwt: TOKEN,
      refreshJwt: `${TOKEN}-refresh`,
    });
  });
  add('GET', 'app.bsky.actor.getProfiles', (query) => {
    const asked = query.getAll('actors');
    if (asked.length > MOST_ASKED)
      throw wrong(400, 'InvalidRequest', 'actors must not have more than 25 elements');
    const found = asked.flatMap((did) => network.state.actors.get(did) ?? []);
    return ok({ profiles: found.filter(({ active }) => active).map(profileOf) });
  });
  add('GET', 'app.bsky.feed.getPosts', (query) => {
    const asked = query.getAll('uris');
    if (asked.length > MOST_ASKED)
      throw wrong(400, 'InvalidRequest', 'uris must not have more than 25 elements');
    const found = asked.flatMap((uri) => network.state.posts.get(uri) ?? []);
    return ok({ posts: found.map((post) => viewOf(post, network)) });
  });
  add('GET', 'app.bsky.feed.searchPosts', (query, _request, isSignedIn) => {
    // The public host answers 403 without an account.
    if (!isSignedIn) throw wrong(403, 'Forbidden', 'Forbidden');
    const words = (query.get('q') ?? '').toLowerCase().replaceAll('"', '').split(/\s+/).filter(Boolean);
    if (words.length === 0) throw wrong(400, 'InvalidRequest', 'q must not be empty');
    const [since, until] = [query.get('since') ?? '', query.get('until') ?? '9'];
    const limit = Math.min(MOST_FOUND, Number(query.get('limit') ?? 25));
    const from = Number(query.get('cursor') ?? 0);
    const found = [...network.state.posts.values()]
      .filter(({ record }) => words.every((word) => record.text.toLowerCase().includes(word)))
      .filter(({ record }) => record.createdAt >= since && record.createdAt < until)
      .toSorted((a, b) => (a.record.createdAt < b.record.createdAt ? 1 : -1));
    const page = found.slice(from, from + limit).map((post) => viewOf(post, network));
    const more = from + limit < found.length ? { cursor: String(from + limit) } : {};
    return ok(Object.assign({ posts: page, hitsTotal: found.length }, more));
  });
}

const HTTP_FAULTS: ReadonlySet<string> = new Set(['slow', 'hang', 'garbage', 'lost']);

const profileOf = ({
  did,
  handle,
  displayName,
  followersCount,
}: NonNullable<ReturnType<NetworkState['actors']['get']>>) => ({
  did,
  handle,
  displayName,
  followersCount,
  followsCount: 12,
  postsCount: 34,
});

function viewOf(post: NetworkPost, network: BlueskyNetwork) {
  const { did, handle, displayName } = network.state.actors.get(post.did) ?? {
    did: post.did,
    handle: 'handle.invalid',
    displayName: '',
  };
  const { uri, cid, record, likeCount, replyCount, repostCount, quoteCount, indexedAt } = post;
  return {
    uri,
    cid,
    author: { did, handle, displayName },
    record,
    likeCount,
    replyCount,
    repostCount,
    quoteCount,
    indexedAt,
  };
}
