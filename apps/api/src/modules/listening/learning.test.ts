import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  changeMention,
  changeMentions,
  getSentimentModels,
  listMentions,
} from '@troupe/contract/listening/mention';
import { createMonitor } from '@troupe/contract/listening/monitor';
import { generatedTexts, LEXICON } from '@troupe/domain/listening/sentiment/generated-texts.fixture';
import { modelCard } from '@troupe/domain/listening/sentiment/model-card';
import { serializeModel } from '@troupe/domain/listening/sentiment/model-file';
import { trainModel } from '@troupe/domain/listening/sentiment/train-model';
import type { SourcePost } from '@troupe/domain/listening/source-event';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Listener } from '../../platform/listen.ts';
import { startTestApi, type TestApi, type TestPerson } from '../../testing/test-api.ts';
import { forget } from './keep-mentions.ts';
import { learnAll, RelevanceModels } from './learn-relevance.ts';
import { ensureSource } from './listening-source/source-cursor.queries.ts';
import { LiveMentions } from './mention/live-mentions.ts';
import { MonitorMatcher } from './monitor/monitor-matcher.ts';
import { MentionIntake } from './receive-mentions.ts';
import { SentimentModels } from './sentiment-model/sentiment-models.ts';
import { teachSentiment } from './teach-sentiment.ts';

let t: TestApi;
let brandId: string;
let member: TestPerson;
let folder: string;
let sourceId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'troupe-sentiment-'));
  const trained = trainModel({ language: 'en', version: 1, lexicon: LEXICON, texts: generatedTexts(150) });
  writeFileSync(join(folder, 'en.model'), serializeModel(trained.model));
  const card = modelCard(trained.model, trained.crossValidated, {
    trainedOn: '2026-11-28',
    trainingTexts: 150,
    corrections: 0,
    measuredBy: 'cross-validation',
    source: 'generated',
    license: 'CC0',
  });
  writeFileSync(join(folder, 'model-cards.json'), JSON.stringify([card]));
  t = await startTestApi({ SENTIMENT_DIR: folder });
  brandId = await t.brand();
  member = await t.person({ brandId });
  sourceId = (await ensureSource(t.api.pool, 'hacker-news', new Date())).id;
});

afterAll(async () => {
  await t?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A separate process: it learns of changes only from the notifications passed to it. */
function intakeNow() {
  const silent = { on() {} } as unknown as Listener;
  const models = new SentimentModels(t.api, silent);
  const relevance = new RelevanceModels(t.api, silent);
  const matcher = new MonitorMatcher(t.api, silent);
  const intake = new MentionIntake({ api: t.api, matcher, models, relevance, live: new LiveMentions(t.api) });
  return { intake, models };
}

let made = 0;
const post = (text: string): SourcePost => {
  made += 1;
  return postNumber(made, text);
};
const postNumber = (n: number, text: string): SourcePost => ({
  externalId: `item-${n}`,
  kind: 'post',
  title: null,
  text,
  url: null,
  author: { externalId: `a${n}`, handle: `a${n}`, name: null, url: null, followers: null },
  language: 'en',
  publishedAt: Date.now(),
  editedAt: null,
  replyTo: null,
  links: [],
  tags: [],
  names: [],
  figures: null,
});

const receive = (texts: readonly string[]) =>
  intakeNow().intake.receive(
    { sourceId, kind: 'hacker-news', brandId: null },
    texts.map((text) => ({ type: 'post', post: post(text) })),
  );

const create = async (query: string) =>
  (await member.call(createMonitor, { params: { brandId }, body: { name: query, kind: 'brand', query } }))
    .monitor.id;

const list = async (monitorId: string, query: object = {}) =>
  (
    await member.call(listMentions, {
      params: { brandId },
      query: Object.assign({ monitorId: [monitorId], folded: 'false' as const, limit: 100 }, query),
    })
  ).mentions;

test('judges sentiment, learns from corrections overnight, and keeps the model if it is better', async () => {
  const monitorId = await create(
    'zipper OR jacket OR store OR parcel OR pocket OR shell OR color OR support',
  );
  // In this brand's posts, "sick" is praise.
  const texts = generatedTexts(60).map(({ text, label }) => ({
    text: label === 2 ? text.replace(/are \w+ \w+/, 'are sick insane') : text,
    label,
  }));
  await receive(texts.map(({ text }) => text));
  const mentions = await list(monitorId);
  expect(mentions).toHaveLength(60);
  expect(mentions.filter(({ sentiment }) => sentiment.probabilities !== null)).toHaveLength(60);
  expect(mentions.some(({ sentiment }) => sentiment.value === -1)).toBe(true);
  for (const label of [0, 1, 2]) {
    const of = new Set(texts.filter((one) => one.label === label).map(({ text }) => text));
    const mentionIds = mentions.filter(({ text }) => of.has(text)).map(({ id }) => id);
    const sentiment = (label - 1) as -1 | 0 | 1;
    await member.call(changeMentions, { params: { brandId }, body: { mentionIds, sentiment } });
  }
  const before = await member.call(getSentimentModels, { params: { brandId } });
  expect(before.models).toMatchObject([
    { language: 'en', scope: 'installation', corrections: 60, learned: 0, lastAttempt: null },
  ]);
  await teachSentiment(t.api, intakeNow().models);
  const after = await member.call(getSentimentModels, { params: { brandId } });
  expect(after.models).toMatchObject([
    {
      scope: 'brand',
      learned: 60,
      card: { corrections: 60, measuredBy: 'cross-validation' },
      lastAttempt: { kept: true, reason: 'better', corrections: 60 },
    },
  ]);
  const attempt = after.models[0]?.lastAttempt;
  expect(attempt?.after).toBeGreaterThan(attempt?.before ?? 1);
  // The next attempt needs 20 more.
  await teachSentiment(t.api, intakeNow().models);
  const { rows } = await t.api.pool.query('select from sentiment_model where brand_id = $1', [brandId]);
  expect(rows).toHaveLength(1);
  await receive(['the pocket and the store are sick insane today pocket']);
  const [latest] = await list(monitorId, { state: ['new'], text: 'insane today pocket' });
  expect(latest?.sentiment).toMatchObject({ modelVersion: 2 });
  expect(latest?.sentiment.probabilities?.[2]).toBeGreaterThan(0.5);
  // As after an update that changes the features.
  await t.api.pool.query(`update sentiment_model set weights = '\\x00' where brand_id = $1`, [brandId]);
  await receive(['the pocket arrives later than the store']);
  const [fallback] = await list(monitorId, { state: ['new'], text: 'arrives later' });
  expect(fallback?.sentiment).toMatchObject({ modelVersion: 1 });
});

test('learns what is not about the brand', async () => {
  const monitorId = await create('kestrelby');
  const things = ['jacket', 'shell', 'vest', 'anorak', 'pack', 'tent', 'gloves', 'socks', 'boots', 'hat'];
  const ends = ['north', 'south', 'east', 'west', 'upper', 'lower', 'old', 'new', 'long', 'short'];
  const ours = Array.from({ length: 20 }, (_, n) => `my kestrelby ${things[n % 10]} survived rain ${n}`);
  const street = Array.from(
    { length: 20 },
    (_, n) => `traffic on kestrelby street ${ends[n % 10]} end for ${n} minutes`,
  );
  await receive([...ours, ...street]);
  for (const mention of await list(monitorId))
    await member.call(changeMention, {
      params: { brandId, mentionId: mention.id },
      body: { relevant: mention.text.startsWith('my') },
    });
  expect((await list(monitorId)).every(({ relevance }) => relevance === null)).toBe(true);
  await learnAll(t.api);
  await receive(['traffic on kestrelby street is bad tonight', 'my kestrelby jacket survived again']);
  const fresh = await list(monitorId, { relevant: ['unknown'] });
  const of = (start: string) => fresh.find(({ text }) => text.startsWith(start))?.relevance;
  expect(of('traffic')).toBeLessThan(0.5);
  expect(of('my')).toBeGreaterThan(0.7);
  const sorted = await list(monitorId, { sort: 'relevance', relevant: ['yes', 'no', 'unknown'] });
  expect(sorted.map(({ relevance }) => relevance)).toEqual(
    sorted.map(({ relevance }) => relevance).toSorted((a, b) => (b ?? 0) - (a ?? 0)),
  );
});

test('forgets mentions when their time is over, and keeps their counts', async () => {
  const monitorId = await create('forgettable');
  await receive(['forgettable one', 'a forgettable other thing entirely']);
  const [mention] = await list(monitorId);
  const later = new Date(Date.parse(mention?.forgets ?? '') + 3_600_000);
  await forget(t.api, later);
  expect(await list(monitorId)).toEqual([]);
  const { rows } = await t.api.pool.query("select from mention where text like '%forgettable%'");
  expect(rows).toEqual([]);
  const { rows: counts } = await t.api.pool.query<{ n: number }>(
    'select sum(n)::int as n from listening_quarter where monitor_id = $1',
    [monitorId],
  );
  expect(counts[0]?.n).toBe(2);
});

test('a source of one brand is seen by its monitors only', async () => {
  const mine = await create('privatefeed');
  const stranger = await t.person({ brandId: await t.brand('Stranger') });
  const { rows } = await t.api.pool.query<{ id: string }>(
    'select brand_id as id from brand_member where user_id = $1',
    [stranger.userId],
  );
  const theirs = rows[0]?.id ?? '';
  const { monitor } = await stranger.call(createMonitor, {
    params: { brandId: theirs },
    body: { name: 'x', kind: 'brand', query: 'privatefeed' },
  });
  await intakeNow().intake.receive({ sourceId, kind: 'feed', brandId: theirs }, [
    { type: 'post', post: post('privatefeed item') },
  ]);
  expect(await list(mine)).toEqual([]);
  const found = await stranger.call(listMentions, {
    params: { brandId: theirs },
    query: { monitorId: [monitor.id] },
  });
  expect(found.mentions).toHaveLength(1);
});
