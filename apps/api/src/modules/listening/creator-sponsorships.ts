import { getCreatorSponsorships } from '@troupe/contract/discovery/creator';
import {
  isLabeledAd,
  mentionsIn,
  type NamedPost,
  SPONSORSHIP_DAYS,
  type Sponsor,
  sponsorsOf,
} from '@troupe/domain/discovery/insight/sponsorship';
import { MonitorIndex } from '@troupe/domain/listening/matching/monitor-index';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { quoteOf } from '@troupe/domain/listening/safety/check-creator';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { readBrandName } from '../account/brand/brand.queries.ts';
import { readCreator } from '../discovery/creator/creator.queries.ts';
import { readRefresh } from '../discovery/creator/creator-refresh.queries.ts';
import { readCheckedCreators, readKnownHandles } from '../discovery/safety-flag/safety-check.queries.ts';
import { readRules } from './safety-rule/safety-rule.queries.ts';

const DAY_MS = 86_400_000;
/** Longer captions are cut; no platform allows them. */
const MAX_TEXT = 20_000;

/** Registers the call that lists the brands a creator named lately. */
export function creatorSponsorships(api: Api): void {
  api.implement(getCreatorSponsorships, (context) => getSponsorships(api, context));
}

async function getSponsorships(
  { db, pool, clock }: Api,
  { brandId, params: { profileId } }: CallContext<typeof getCreatorSponsorships>,
) {
  const creator = await readCreator(db, brandId, profileId);
  if (!creator) throw problem('not_found');
  const now = clock.now();
  const [[known], rules, ownName, refresh] = await Promise.all([
    readCheckedCreators(pool, brandId, [profileId], now),
    readRules(pool, brandId),
    readBrandName(db, brandId),
    readRefresh(db, profileId),
  ]);
  const since = new Date(now.getTime() - SPONSORSHIP_DAYS * DAY_MS).toISOString();
  const recent = (known?.posts ?? []).filter(({ published }) => published >= since);
  const posts = recent
    .filter(({ title }) => title.trim() !== '')
    .map(({ url, title, published }) => ({
      url,
      published,
      text: title.slice(0, MAX_TEXT),
      labeled: isLabeledAd(title.slice(0, MAX_TEXT)),
    }));
  const names: { name: string; kind: Sponsor['kind'] }[] = [
    ...(ownName ? [{ name: ownName, kind: 'own' as const }] : []),
    ...(rules.find(({ category }) => category === 'competitor')?.names ?? []).map((name) => ({
      name,
      kind: 'competitor' as const,
    })),
  ];
  const named = [...namedBrands(posts, names), ...mentionedAccounts(posts, creator.username)];
  const handles = new Set(named.flatMap(({ name, kind }) => (kind === 'account' ? [name.slice(1)] : [])));
  const creators = await readKnownHandles(pool, {
    brandId,
    platform: creator.platform,
    handles: [...handles],
  });
  const isCreatorsMention = ({ name, kind, labeled }: NamedPost) =>
    kind === 'account' && !labeled && creators.has(name.slice(1));
  return {
    sponsors: sponsorsOf(named.filter((post) => !isCreatorsMention(post))),
    posts: posts.length,
    withoutText: recent.length - posts.length,
    creators: named.filter(isCreatorsMention).length,
    read: refresh?.readAt ?? null,
  };
}

interface Post {
  url: string;
  published: string;
  text: string;
  labeled: boolean;
}

const toNamed = ({ url, published, labeled, text }: Post, spans: { start: number; end: number }[]) => ({
  url,
  published,
  labeled,
  parts: quoteOf(text, spans),
});

/** Returns posts that name the brand or a competitor, matched like the queries of monitors. */
function namedBrands(
  posts: readonly Post[],
  names: readonly { name: string; kind: Sponsor['kind'] }[],
): NamedPost[] {
  const index = new MonitorIndex();
  for (const [at, { name }] of names.entries()) {
    const { tree } = parseQuery(`"${name.replaceAll(/["“”„]/g, ' ')}"`);
    if (tree) index.add(String(at), tree);
  }
  return posts.flatMap((post) =>
    index
      .match({
        title: null,
        text: post.text,
        author: null,
        authorName: null,
        url: post.url,
        links: [],
        tags: [],
        language: null,
        source: 'creator',
        kind: 'post',
        followers: null,
        likes: null,
        publishedAt: Date.parse(post.published),
      })
      .found.flatMap(({ monitorId, match }) => {
        const brand = names[Number(monitorId)];
        return brand ? [Object.assign(toNamed(post, match.spans), brand)] : [];
      }),
  );
}

/** Returns posts by the accounts they mention, except the creator's own. */
const mentionedAccounts = (posts: readonly Post[], own: string): NamedPost[] =>
  posts.flatMap((post) =>
    [...Map.groupBy(mentionsIn(post.text), ({ handle }) => handle)]
      .filter(([handle]) => handle !== own.toLowerCase())
      .map(([handle, spans]) =>
        Object.assign(toNamed(post, spans), { name: `@${handle}`, kind: 'account' as const }),
      ),
  );
