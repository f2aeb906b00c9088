import * as contract from '@troupe/contract/listening/listening-source';
import { MAX_BRAND_SOURCES, type NewListeningSource } from '@troupe/domain/listening/listening-source';
import { SearchFailure } from '@troupe/domain/listening/mention-search';
import { problem } from '@troupe/domain/problem';
import { sealText } from '../../platform/access/secret.ts';
import type { Api, Caller, ChangeContext } from '../../platform/api.ts';
import { newId } from '../../platform/id.ts';
import { findFeed } from '../../providers/mention-search/feed.ts';
import {
  changeSource,
  lockSources,
  type NewSource,
  readSources,
  removeSource,
  upsertSource,
} from './listening-source/listening-source.queries.ts';
import { addGap } from './listening-source/source-cursor.queries.ts';
import { type SourceCredentials, searchOf, sourceParts } from './source-searches.ts';

/** Attempts to connect sources, per brand and hour: each one calls a server that a person typed. */
const MOST_ATTEMPTS = 60;
const HOUR_MS = 3_600_000;
/** A video that exists, to try a key with. */
const KNOWN_VIDEO = 'jNQXAC9IVRw';

/** Registers the board of sources. */
export function listeningSources(api: Api): void {
  const { implement, implementChange } = api;
  implement(contract.listListeningSources, async ({ brandId, caller }) => ({
    sources: await readBoard(api, brandId, caller),
  }));
  implementChange(contract.connectListeningSource, (context) => connect(api, context));
  implementChange(contract.changeListeningSource, (context) => change(api, context));
  implementChange(contract.disconnectListeningSource, async ({ brandId, params: { sourceId }, commit }) => {
    await commit(async (_tx, connection) => {
      if (!(await removeSource(connection, brandId, sourceId))) throw problem('not_found');
    });
    return { success: true };
  });
}

const isOwner = (brandId: string, { administrator, memberships }: Caller): boolean =>
  administrator || memberships.get(brandId) === 'owner';

const readBoard = ({ pool, clock, config }: Api, brandId: string, caller: Caller, sourceId?: string) =>
  readSources(pool, brandId, {
    isOwner: isOwner(brandId, caller),
    centsPerPost: config.X_CENTS_PER_POST,
    now: clock.now(),
    sourceId: sourceId ?? null,
  });

async function readOne(api: Api, brandId: string, caller: Caller, sourceId: string) {
  const [source] = await readBoard(api, brandId, caller, sourceId);
  if (!source) throw problem('not_found');
  return { source };
}

async function connect(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.connectListeningSource>,
) {
  const { rates, clock, config } = api;
  const { count } = rates.add(`connect-source:${brandId}`, HOUR_MS, MOST_ATTEMPTS);
  if (count > MOST_ATTEMPTS) throw problem('rate_limited');
  const found = await tryOut(api, body);
  const secrets = secretsOf(body);
  const source: NewSource = {
    brandId,
    kind: body.kind,
    host: found.host,
    name: found.name,
    credentials: secrets && sealText(config.SECRET_KEY, JSON.stringify(secrets)),
    settings: body.kind === 'x' ? { monthlyLimit: body.monthlyLimit } : {},
  };
  const sourceId = await commit(async (_tx, connection) => {
    const { others } = await lockSources(connection, brandId, source);
    const most = MAX_BRAND_SOURCES[body.kind];
    if (others >= most)
      throw problem('too_many', {
        message: `A brand can connect up to ${most} sources of this type. Disconnect one first.`,
      });
    return upsertSource(connection, source, clock.now());
  });
  return readOne(api, brandId, caller, sourceId);
}

function secretsOf(body: NewListeningSource): SourceCredentials | null {
  switch (body.kind) {
    case 'feed':
      return null;
    case 'mastodon':
      return body.token === null ? null : { token: body.token };
    case 'reddit':
      return { clientId: body.clientId, clientSecret: body.clientSecret };
    case 'youtube':
      return { apiKey: body.apiKey };
    case 'x':
      return { token: body.token };
  }
}

/** Reads a new source once, so that mistakes show at once. X isn't read: that costs money. */
async function tryOut(api: Api, body: NewListeningSource): Promise<{ host: string; name: string }> {
  try {
    if (body.kind === 'feed') {
      const feed = await findFeed(sourceParts(api), body.url);
      const site = new URL(feed.url).hostname;
      // Feeds of the same address in other spellings are one.
      return { host: feed.url, name: (body.name.trim() || feed.title || site).slice(0, 120) };
    }
    const host = body.kind === 'mastodon' ? body.host : '';
    if (body.kind === 'x') return { host, name: '' };
    const sealed = secretsOf(body);
    const search = searchOf(api, {
      id: newId(),
      kind: body.kind,
      host,
      credentials: sealed && sealText(api.config.SECRET_KEY, JSON.stringify(sealed)),
    });
    if (body.kind === 'youtube') await search?.review?.([KNOWN_VIDEO]);
    else await search?.search({ ask: 'news', since: api.clock.now().getTime(), cursor: null });
    return { host, name: host };
  } catch (error) {
    if (!(error instanceof SearchFailure)) throw error;
    // A used-up quota says that the credentials are good.
    if (error.reason === 'quota') return { host: body.kind === 'mastodon' ? body.host : '', name: '' };
    const isTheirs = error.reason === 'unavailable' || error.reason === 'held';
    throw problem(isTheirs ? 'unavailable' : 'source_refused', { message: error.message });
  }
}

async function change(
  api: Api,
  {
    brandId,
    caller,
    params: { sourceId },
    body,
    commit,
  }: ChangeContext<typeof contract.changeListeningSource>,
) {
  const { clock } = api;
  const { state = null, monthlyLimit = null } = body;
  await commit(async (_tx, connection) => {
    const now = clock.now();
    const isOurs = await changeSource(connection, { brandId, sourceId, state, monthlyLimit }, now);
    if (!isOurs) throw problem('not_found');
    if (state === 'paused') await addGap(connection, sourceId, { from: now, to: null, reason: 'paused' });
  });
  return readOne(api, brandId, caller, sourceId);
}
