import { createHash } from 'node:crypto';
import * as contract from '@troupe/contract/listening/safety-rule';
import { type FigureDay, suddenChanges } from '@troupe/domain/discovery/insight/figure-history';
import type { SafetyCategory } from '@troupe/domain/discovery/safety-flag';
import {
  type FoundEvidence,
  isDisclosed,
  SafetyMatcher,
  withinDays,
} from '@troupe/domain/listening/safety/check-creator';
import {
  MAX_REHEARSED,
  type SafetyRehearsal,
  type SafetyRule,
  type SafetyRuleForm,
} from '@troupe/domain/listening/safety/safety-rule';
import { SAFETY_WORDS_VERSION } from '@troupe/domain/listening/safety/safety-words';
import { problem } from '@troupe/domain/problem';
import { createLimiter } from '@troupe/server/rate-counters';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import {
  type CheckedCreator,
  keepFigureDays,
  readBrandCreators,
  readCheckedCreators,
  readDueCreators,
  readFigureDays,
  saveCheck,
} from '../discovery/safety-flag/safety-check.queries.ts';
import { clearFlags, coverageSince, raiseFlag } from '../discovery/safety-flag/safety-flag.queries.ts';
import { readCreatorSafety } from '../discovery/safety-flag/safety-flag.routes.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import { t } from './messages/messages.gen.ts';
import { safetyCategoryName } from './safety-rule/safety-category-name.ts';
import {
  addRuleVersion,
  type CampaignPost,
  isSameRule,
  readCampaignPosts,
  readRules,
  readRuleVersions,
  readSafetyBrands,
} from './safety-rule/safety-rule.queries.ts';

const JOB = 'safety-check';
/** Creators that are read and matched together, so other work isn't held up for long. */
const AT_ONCE = 20;
/** Creators of a brand that one run checks; the next run continues. */
const PER_RUN = 5000;
const EXAMPLES = 8;
/** How often a brand can rehearse in ten minutes: 1,000 creators take seconds. */
const REHEARSALS = 30;
const REHEARSALS_MS = 10 * 60_000;

/** Registers the calls about rules, and the jobs that check creators against them. */
export function creatorSafety(api: Api): void {
  const { implement, implementChange, pool, jobs, log, clock } = api;
  implement(contract.listSafetyRules, async ({ brandId }) => ({ rules: await readRules(pool, brandId) }));
  implementChange(contract.changeSafetyRule, (context) => changeRule(api, context));
  implement(contract.listSafetyRuleVersions, async ({ brandId, params: { category } }) => ({
    versions: await readRuleVersions(pool, brandId, category),
  }));
  const limit = createLimiter(api.rates, 'rehearse-safety', REHEARSALS, REHEARSALS_MS);
  implement(contract.rehearseSafetyRule, async ({ brandId, params: { category }, body }) => {
    await limit(brandId);
    return { rehearsal: await rehearse(api, brandId, category, body) };
  });
  implement(contract.checkCreatorSafety, async ({ brandId, params: { creatorId } }) => {
    await checkCreators(api, brandId, [creatorId]);
    return readCreatorSafety(api, brandId, creatorId);
  });
  jobs.define<{ brandId: string }>(
    JOB,
    async ({ brandId }) => {
      await checkBrand(api, brandId);
    },
    { policy: 'short' },
  );
  jobs.every(
    '*/5 * * * *',
    'safety-check-schedule',
    async () =>
      oneByOne(log, 'failed to check creators of a brand', await readSafetyBrands(pool), (brandId) =>
        checkBrand(api, brandId, clock.now()),
      ),
    { policy: 'short' },
  );
}

async function changeRule(
  { pool, clock, jobs }: Api,
  { brandId, caller, params: { category }, body, commit }: ChangeContext<typeof contract.changeSafetyRule>,
): Promise<{ rule: SafetyRule }> {
  const { version } = body;
  const rule = ruleOf(body);
  await commit(async (tx, connection) => {
    if (!(await addRuleVersion(tx, brandId, category, { rule, version, userId: caller.userId }, clock.now())))
      throw problem('conflict');
    await jobs.send(JOB, { brandId }, { key: brandId, transaction: connection });
  });
  const saved = (await readRules(pool, brandId)).find((one) => one.category === category);
  if (!saved) throw problem('not_found');
  return { rule: saved };
}

const ruleOf = ({ state, items, days, query, names }: SafetyRuleForm): SafetyRuleForm => ({
  state,
  items,
  days,
  query,
  names,
});

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);

const rulesHashOf = (rules: readonly SafetyRule[]): string =>
  hashOf([SAFETY_WORDS_VERSION, rules.map(({ category, version }) => [category, version])]);

/** The input of a creator's check. */
interface Known {
  creator: CheckedCreator;
  campaignPosts: CampaignPost[];
  history: FigureDay[];
}

async function readKnown(
  pool: Api['pool'],
  brandId: string,
  creatorIds: readonly string[],
  now: Date,
): Promise<Known[]> {
  const [creators, posts] = await Promise.all([
    readCheckedCreators(pool, brandId, creatorIds, now),
    readCampaignPosts(pool, brandId, creatorIds),
  ]);
  const known: Known[] = [];
  for (const creator of creators)
    known.push({
      creator,
      campaignPosts: posts.filter(({ creatorId }) => creatorId === creator.id),
      history: await readFigureDays(pool, creator.id),
    });
  return known;
}

type Found = FoundEvidence & { text: string };

/** Returns the matches of each rule within its days, with the text they were found in. */
function evaluate(
  { creator, campaignPosts, history }: Known,
  rules: readonly Pick<SafetyRule, 'category' | 'state' | 'items' | 'days'>[],
  matcher: SafetyMatcher,
  now: Date,
): Map<SafetyCategory, Found[]> {
  const items = [
    ...(creator.bio.trim() === ''
      ? []
      : [{ key: 'bio', kind: 'bio' as const, text: creator.bio, url: null, published: null }]),
    ...creator.posts
      .filter(({ title }) => title.trim() !== '')
      .map(({ url, title, published }) => ({ key: url, kind: 'post' as const, text: title, url, published })),
  ];
  const texts = new Map(items.map(({ key, text }) => [key, text]));
  const matched = matcher.find(items, now);
  const result = new Map<SafetyCategory, Found[]>();
  for (const { category, state, days } of rules) {
    if (state === 'off') continue;
    const found: Found[] =
      category === 'missing-disclosure'
        ? undisclosed(campaignPosts)
        : category === 'audience-change'
          ? suddenChanges(history).map(changed)
          : (matched.get(category) ?? []).map((one) =>
              Object.assign({ text: texts.get(one.key) ?? '' }, one),
            );
    const recent = withinDays(found, days, now) as Found[];
    if (recent.length > 0) result.set(category, recent);
  }
  return result;
}

const undisclosed = (posts: readonly CampaignPost[]): Found[] =>
  posts
    .filter(({ caption, asked }) => isDisclosed(caption, asked) === false)
    .map(({ url, caption, published }) => ({
      key: url,
      kind: 'post',
      url,
      published,
      text: caption,
      parts: [{ text: caption.slice(0, 240), match: false }],
      figures: null,
    }));

const changed = (figures: NonNullable<FoundEvidence['figures']>): Found => ({
  // One change stays one change while its window moves on.
  key: `${figures.figure}:${figures.to > figures.from ? 'up' : 'down'}:${figures.toAt.slice(0, 7)}`,
  kind: 'figures',
  url: null,
  published: figures.toAt,
  text: '',
  parts: [],
  figures,
});

/** Checks the creators of a brand for whom something changed. */
export async function checkBrand(api: SafetyApi, brandId: string, now = api.clock.now()): Promise<number> {
  const rules = await readRules(api.pool, brandId);
  const due = await readDueCreators(api.pool, brandId, rulesHashOf(rules), now, PER_RUN);
  const raised: RaisedFlag[] = [];
  for (let from = 0; from < due.length; from += AT_ONCE)
    raised.push(...(await checkCreators(api, brandId, due.slice(from, from + AT_ONCE), { rules, now })));
  await notifyOnce(api, brandId, raised, now);
  if (due.length > 0) api.log.info({ brandId, creators: due.length }, 'checked creators for brand safety');
  return due.length;
}

/** A flag that is new or opened again. */
interface RaisedFlag {
  id: string;
  category: SafetyCategory;
  username: string;
}

/** Notifies the team once of all flags of a run: the first check of a brand can raise hundreds. */
async function notifyOnce(
  { pool }: SafetyApi,
  brandId: string,
  raised: readonly RaisedFlag[],
  now: Date,
): Promise<void> {
  const [first] = raised;
  if (!first) return;
  const { username } = first;
  const creators = new Set(raised.map((flag) => flag.username)).size;
  const categories = [...new Set(raised.map(({ category }) => category))];
  await withTransaction(pool, (tx) =>
    notify(tx, {
      brandId,
      kind: 'safety',
      write: () => ({
        title:
          creators === 1
            ? t('safety.flagged', { count: raised.length, username })
            : t('safety.flaggedSeveral', { count: raised.length, creators }),
        text: categories.map(safetyCategoryName).join(', '),
      }),
      href: '/creator-search?safety=open',
      reference: `safety:${first.id}:${now.getTime()}`,
      now,
    }),
  );
}

type SafetyApi = Pick<Api, 'pool' | 'clock' | 'log'>;

/** Checks creators against a brand's rules; those whose texts and rules are the same as before aren't matched again. */
export async function checkCreators(
  { pool, clock }: Pick<SafetyApi, 'pool' | 'clock'>,
  brandId: string,
  creatorIds: readonly string[],
  known: { rules?: SafetyRule[]; now?: Date } = {},
): Promise<RaisedFlag[]> {
  const now = known.now ?? clock.now();
  const rules = known.rules ?? (await readRules(pool, brandId));
  const rulesHash = rulesHashOf(rules);
  await keepFigureDays(pool, creatorIds);
  let matcher: SafetyMatcher | null = null;
  const raised: RaisedFlag[] = [];
  for (const one of await readKnown(pool, brandId, creatorIds, now)) {
    const { creator } = one;
    const contentHash = hashOf([creator.bio, creator.posts, one.campaignPosts, one.history.at(-1)]);
    const isKnown = creator.contentHash === contentHash && creator.rulesHash === rulesHash;
    matcher ??= isKnown ? null : new SafetyMatcher(rules.map((rule) => [rule.category, rule]));
    const found = isKnown || !matcher ? null : evaluate(one, rules, matcher, now);
    const hashes = { contentHash, rulesHash };
    raised.push(...(await store({ pool, brandId, rules, now }, creator, found, hashes)));
  }
  return raised;
}

/** Stores the result of a check, and announces new flags, in one transaction. */
async function store(
  { pool, brandId, rules, now }: { pool: Api['pool']; brandId: string; rules: SafetyRule[]; now: Date },
  creator: CheckedCreator,
  found: Map<SafetyCategory, Found[]> | null,
  hashes: { contentHash: string; rulesHash: string },
): Promise<RaisedFlag[]> {
  const all: RaisedFlag[] = [];
  const since = coverageSince(now).toISOString();
  const recent = creator.posts.filter(({ published }) => published >= since);
  const withText = recent.filter(({ title }) => title.trim() !== '').length;
  await withTransaction(pool, async (tx, connection) => {
    const raised: { id: string; category: SafetyCategory; reopened: boolean }[] = [];
    if (found) {
      const enough = (rule: SafetyRule) => (found.get(rule.category)?.length ?? 0) >= rule.items;
      for (const rule of rules) {
        const { category, version: ruleVersion } = rule;
        if (!enough(rule)) continue;
        const of = { brandId, creatorId: creator.id, category, ruleVersion };
        const flag = await raiseFlag(tx, of, found.get(category) ?? [], now);
        if (flag) raised.push({ id: flag.id, category, reopened: flag.reopened });
      }
      const of = { brandId, creatorId: creator.id };
      await clearFlags(
        tx,
        of,
        rules.filter((rule) => !enough(rule)),
        now,
      );
    }
    const counts = {
      posts: withText,
      withoutText: recent.length - withText,
      hasBio: creator.bio.trim() !== '',
    };
    const { contentHash, rulesHash } = hashes;
    const { posts, withoutText, hasBio } = counts;
    const check = { brandId, creatorId: creator.id, contentHash, rulesHash, posts, withoutText, hasBio };
    await saveCheck(connection, check, now);
    if (raised.length === 0) return;
    await publish(
      tx,
      raised.map(({ id, category, reopened }) => ({
        type: 'safety_flag.raised' as const,
        brandId,
        data: { flagId: id, creatorId: creator.id, category, reopened },
      })),
      now,
    );
    all.push(...raised.map(({ id, category }) => ({ id, category, username: creator.username })));
  });
  return all;
}

/** Runs a rule over the brand's creators without saving anything. */
async function rehearse(
  { pool, clock }: Api,
  brandId: string,
  category: SafetyCategory,
  form: SafetyRuleForm,
): Promise<SafetyRehearsal> {
  const now = clock.now();
  const saved = (await readRules(pool, brandId)).find((rule) => rule.category === category);
  if (!saved) throw problem('not_found');
  const draft = Object.assign({ category }, ruleOf(form));
  const draftMatcher = new SafetyMatcher([[category, draft]]);
  const savedMatcher = isSameRule(ruleOf(saved), ruleOf(form))
    ? null
    : new SafetyMatcher([[category, saved]]);
  const all = await readBrandCreators(pool, brandId, MAX_REHEARSED);
  const ids = all.slice(0, MAX_REHEARSED);
  const result: SafetyRehearsal = {
    creators: ids.length,
    more: all.length > ids.length,
    posts: 0,
    flagged: 0,
    flaggedNow: 0,
    examples: [],
  };
  for (let from = 0; from < ids.length; from += AT_ONCE)
    for (const one of await readKnown(pool, brandId, ids.slice(from, from + AT_ONCE), now)) {
      const { id: creatorId, username, posts } = one.creator;
      result.posts += posts.length;
      const found = evaluate(one, [draft], draftMatcher, now).get(category) ?? [];
      const flagged = found.length >= draft.items;
      const before = savedMatcher ? (evaluate(one, [saved], savedMatcher, now).get(category) ?? []) : found;
      if (before.length >= saved.items) result.flaggedNow += 1;
      if (!flagged) continue;
      result.flagged += 1;
      if (result.examples.length < EXAMPLES)
        result.examples.push({ creatorId, username, items: found.length, parts: found[0]?.parts ?? [] });
    }
  return result;
}
