import * as flags from '@troupe/contract/discovery/safety-flag';
import { listNotifications } from '@troupe/contract/inbox/notification';
import * as rules from '@troupe/contract/listening/safety-rule';
import type { SafetyFlag } from '@troupe/domain/discovery/safety-flag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestStatements } from '../../testing/statements.ts';
import { type CreatorWorld, startCreatorWorld } from '../discovery/creator/creator.fixture.ts';
import { eraseQuotes } from '../discovery/safety-flag/safety-flag.queries.ts';
import { checkBrand } from './creator-safety.ts';

let w: CreatorWorld;
beforeAll(async () => {
  w = await startCreatorWorld();
});
afterAll(() => w.t.stop());

const daysAgo = (days: number) => new Date(w.t.api.clock.now().getTime() - days * 86_400_000).toISOString();
const check = (creatorId: string, by = w.person, brandId = w.brandId) =>
  by.call(rules.checkCreatorSafety, { params: { brandId, creatorId } });
const decide = (
  flag: SafetyFlag,
  state: 'confirmed' | 'dismissed' | 'open',
  reason = '',
  by = w.person,
  version = flag.version,
) =>
  by.call(flags.decideSafetyFlag, {
    params: { brandId: w.brandId, flagId: flag.id },
    body: { state, reason, version },
  });
const rule = async (category: string) => {
  const answer = await w.person.call(rules.listSafetyRules, { params: { brandId: w.brandId } });
  const found = answer.rules.find((one) => one.category === category);
  if (!found) throw new Error(`no rule ${category}`);
  return found;
};
const quoted = ({ parts }: SafetyFlag['evidence'][number]) =>
  parts.map(({ text, match }) => (match ? `[${text}]` : text)).join('');

test('a flag keeps the post, its quote with marked words, its date and the rule', async () => {
  const creatorId = await w.creator({ username: 'lucky.lena', bio: 'Cooking with herbs' });
  const published = daysAgo(10);
  await w.content(
    creatorId,
    { title: 'My favorite casino night', publishedAt: published, url: 'https://social.example/p/casino' },
    { title: 'Some sports betting before lunch', publishedAt: daysAgo(20) },
    { title: 'Soup again', publishedAt: daysAgo(5) },
    { title: '', publishedAt: daysAgo(6) },
  );
  const before = await w.person.call(flags.getCreatorSafety, { params: { brandId: w.brandId, creatorId } });
  expect(before).toMatchObject({ flags: [], coverage: { checked: null, posts: 0, figures: 'unknown' } });
  const { flags: found, coverage } = await check(creatorId);
  expect(coverage).toMatchObject({ posts: 3, withoutText: 1, bio: true, read: null, figures: 'unknown' });
  expect(coverage.checked).not.toBeNull();
  expect(found).toMatchObject([
    { category: 'gambling', state: 'open', version: 1, ruleVersion: 0, evidenceCount: 2 },
  ]);
  expect(found[0]?.evidence.map(quoted)).toEqual([
    'My favorite [casino] night',
    'Some [sports betting] before lunch',
  ]);
  expect(found[0]?.evidence[0]).toMatchObject({
    kind: 'post',
    url: 'https://social.example/p/casino',
    published,
    ruleVersion: 0,
  });
});

test('fewer posts than the threshold, older ones, and categories that are off raise no flag', async () => {
  const [one, old, off] = await w.creators({}, {}, {});
  await w.content(one!, { title: 'Casino royale', publishedAt: daysAgo(1) });
  await w.content(
    old!,
    { title: 'casino', publishedAt: daysAgo(200) },
    { title: 'casino again', publishedAt: daysAgo(201) },
  );
  await w.content(off!, ...[1, 2, 3, 4].map((day) => ({ title: 'Red wine', publishedAt: daysAgo(day) })));
  for (const creatorId of [one, old, off]) expect((await check(creatorId!)).flags).toEqual([]);
});

test('a decision stays through checks, and new evidence reopens it once', async () => {
  const creatorId = await w.creator({ bio: 'Guaranteed returns, ask me how' });
  const first = (await check(creatorId)).flags[0]!;
  expect(first).toMatchObject({ category: 'money-promises', evidence: [{ kind: 'bio', published: null }] });
  await expect(decide(first, 'dismissed')).rejects.toMatchObject({ status: 422 });
  const { flag } = await decide(first, 'dismissed', 'It is a joke');
  expect(flag).toMatchObject({ state: 'dismissed', reason: 'It is a joke', version: 2 });
  expect(flag.by).not.toBeNull();
  // Another post makes the texts be matched again, with the same evidence.
  await w.content(creatorId, { title: 'A walk in the hills', publishedAt: daysAgo(2) });
  expect((await check(creatorId)).flags).toMatchObject([{ state: 'dismissed', version: 2 }]);
  await w.content(creatorId, { title: 'Double your money this week', publishedAt: daysAgo(1) });
  expect((await check(creatorId)).flags).toMatchObject([{ state: 'open', version: 3, evidenceCount: 2 }]);
  expect((await check(creatorId)).flags).toMatchObject([{ state: 'open', version: 3, evidenceCount: 2 }]);
});

test('of two people who decide at the same time, the second gets a conflict', async () => {
  const creatorId = await w.creator({ bio: 'Double your money' });
  const flag = (await check(creatorId)).flags[0]!;
  const other = await w.t.person({ brandId: w.brandId });
  const outcomes = await Promise.allSettled([
    decide(flag, 'confirmed'),
    decide(flag, 'dismissed', 'Fine', other),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = outcomes.find((one) => one.status === 'rejected');
  expect(refused?.reason).toMatchObject({ status: 409, code: 'conflict' });
});

test("another brand sees neither flags nor rules, and a brand's private words find nothing for others", async () => {
  const creatorId = await w.creator({ username: 'shared.one', bio: 'Fan of Zanzibarite rocks' });
  const { version } = await rule('drugs');
  const body = { state: 'on' as const, items: 1, days: 30, query: 'zanzibarite', names: [], version };
  await w.person.call(rules.changeSafetyRule, { params: { brandId: w.brandId, category: 'drugs' }, body });
  const flag = (await check(creatorId)).flags[0]!;
  expect(flag).toMatchObject({ category: 'drugs', ruleVersion: version + 1 });
  const brandId = await w.t.brand();
  const stranger = await w.t.person({ brandId });
  expect((await check(creatorId, stranger, brandId)).flags).toEqual([]);
  const theirs = await stranger.call(flags.listSafetyFlags, { params: { brandId }, query: {} });
  expect(theirs).toMatchObject({ flags: [], open: 0 });
  await expect(
    stranger.call(flags.decideSafetyFlag, {
      params: { brandId, flagId: flag.id },
      body: { state: 'confirmed', version: flag.version },
    }),
  ).rejects.toMatchObject({ status: 404 });
  await expect(decide(flag, 'confirmed', '', stranger)).rejects.toMatchObject({ status: 403 });
  const own = await w.creator({ brandId: w.brandId, bio: 'Double your money' });
  await expect(check(own, stranger, brandId)).rejects.toMatchObject({ status: 404 });
  const reset = { state: 'on' as const, items: 1, days: 365, query: null, names: [], version: version + 1 };
  await w.person.call(rules.changeSafetyRule, {
    params: { brandId: w.brandId, category: 'drugs' },
    body: reset,
  });
  expect(await rule('drugs')).toMatchObject({ isDefault: true, version: version + 2 });
  // The flag isn't decided and the words are gone.
  expect((await check(creatorId)).flags).toMatchObject([{ state: 'cleared' }]);
});

test('a rule is rehearsed before it is saved, keeps its versions, and rejects an outdated one', async () => {
  const names = ['kayak.kim', 'kayak.kai', 'other.ole'];
  const ids = await w.creators(...names.map((username) => ({ username })));
  for (const [at, id] of ids.entries()) {
    await w.onList(id, `List ${at}`);
    await w.content(id, { title: at < 2 ? 'My Rivalpaddle review' : 'Tea', publishedAt: daysAgo(2) });
  }
  const params = { brandId: w.brandId, category: 'competitor' as const };
  const body = { state: 'on' as const, items: 1, days: 90, query: null, names: ['Rivalpaddle', 'A "B" C'] };
  const { rehearsal } = await w.person.call(rules.rehearseSafetyRule, { params, body });
  expect(rehearsal).toMatchObject({ flagged: 2, flaggedNow: 0, more: false });
  expect(rehearsal.creators).toBeGreaterThanOrEqual(3);
  expect(rehearsal.examples.map(({ username }) => username).sort()).toEqual(['kayak.kai', 'kayak.kim']);
  expect((await rule('competitor')).version).toBe(0);
  await w.person.call(rules.changeSafetyRule, { params, body: Object.assign({ version: 0 }, body) });
  await expect(
    w.person.call(rules.changeSafetyRule, { params, body: Object.assign({ version: 0 }, body) }),
  ).rejects.toMatchObject({ status: 409, code: 'conflict' });
  await expect(
    w.person.call(rules.changeSafetyRule, {
      params: { brandId: w.brandId, category: 'hate' },
      body: { state: 'on', items: 1, days: 9, query: '(unclosed', version: 0 },
    }),
  ).rejects.toMatchObject({ status: 422 });
  const { versions } = await w.person.call(rules.listSafetyRuleVersions, { params });
  expect(versions).toMatchObject([{ version: 1, names: ['Rivalpaddle', 'A "B" C'] }]);
  await checkBrand(w.t.api, w.brandId);
  const { flags: found } = await w.person.call(flags.listSafetyFlags, {
    params: { brandId: w.brandId },
    query: { category: 'competitor', state: 'open' },
  });
  expect(found.map(({ creator }) => creator.username).sort()).toEqual(['kayak.kai', 'kayak.kim']);
});

test('the job checks only creators for whom something changed', async () => {
  await checkBrand(w.t.api, w.brandId);
  expect(await checkBrand(w.t.api, w.brandId)).toBe(0);
  const creatorId = await w.creator({ username: 'late.lou' });
  await w.onList(creatorId, 'Late');
  expect(await checkBrand(w.t.api, w.brandId)).toBe(1);
  const soon = new Date(w.t.api.clock.now().getTime() + 1000).toISOString();
  await w.t.api.pool.query(`update creator set bio = 'Double your money', updated_at = $2 where id = $1`, [
    creatorId,
    soon,
  ]);
  expect(await checkBrand(w.t.api, w.brandId, new Date(Date.parse(soon) + 1000))).toBe(1);
  const { flags: found } = await w.person.call(flags.listSafetyFlags, {
    params: { brandId: w.brandId },
    query: { creatorId },
  });
  expect(found).toMatchObject([{ category: 'money-promises' }]);
});

test('texts and rules that are the same as before are not matched again', async () => {
  const creatorId = await w.creator({ bio: 'Double your money' });
  await w.content(creatorId, { title: 'My favorite casino night', publishedAt: daysAgo(10) });
  await check(creatorId);
  const again = await requestStatements(w.t, () => check(creatorId));
  expect(again.some((text) => text.includes('insert into safety_check'))).toBe(true);
  const writes = (sent: string[]) => sent.filter((text) => text.startsWith('insert into "safety_'));
  expect(writes(again)).toEqual([]);
  await w.content(creatorId, { title: 'Soup again', publishedAt: daysAgo(1) });
  expect(writes(await requestStatements(w.t, () => check(creatorId)))).not.toEqual([]);
});

test('the search filters by open flags, no flags and category without more statements', async () => {
  const [flagged, clean, unchecked] = await w.creators(
    { username: 'flag.one', bio: 'searchme Double your money' },
    { username: 'flag.two', bio: 'searchme tea' },
    { username: 'flag.three', bio: 'searchme Double your money' },
  );
  await check(flagged!);
  await check(clean!);
  const q = 'searchme';
  expect(await w.handles({ q, safety: 'open' })).toEqual(['flag.one']);
  expect(await w.handles({ q, safety: 'none' })).toEqual(['flag.two']);
  expect(await w.handles({ q, safety: 'unchecked' })).toEqual(['flag.three']);
  expect(await w.handles({ q, safetyCategory: 'money-promises' })).toEqual(['flag.one']);
  expect(await w.handles({ q, safetyCategory: 'hate' })).toEqual([]);
  const brandId = await w.t.brand();
  const stranger = await w.t.person({ brandId });
  expect(await w.handles({ q, safety: 'open' }, stranger, brandId)).toEqual([]);
  expect(unchecked).toBeDefined();
  const plain = await requestStatements(w.t, () => w.search({ q }));
  const filtered = await requestStatements(w.t, () => w.search({ q, safety: 'open' }));
  expect(filtered.length).toBeLessThanOrEqual(plain.length);
});

test('hostile texts are bounded, quoted as text, and harmless in CSV', async () => {
  const creatorId = await w.creator({
    username: '=cmd',
    fullname: '<script>alert(1)</script>',
    bio: `\u202e<img src=x onerror=alert(1)> double your money ${'\u0301'.repeat(60_000)}`,
  });
  await w.content(
    creatorId,
    { title: `${'casino '.repeat(9000)}`, publishedAt: daysAgo(1) },
    { title: '=HYPERLINK("x") casino 👨‍👩‍👧 \ud83d', publishedAt: daysAgo(2) },
  );
  const from = performance.now();
  const { flags: found } = await check(creatorId);
  expect(performance.now() - from).toBeLessThan(5000);
  expect(found.map(({ category }) => category).sort()).toEqual(['gambling', 'money-promises']);
  for (const { evidence } of found) for (const one of evidence) expect(quoted(one).length).toBeLessThan(400);
  const file = await fetch(`${w.t.url}/brand/${w.brandId}/safety/flags/csv?creatorId=${creatorId}`, {
    headers: { authorization: `Bearer ${w.person.token}` },
  });
  const csv = await file.text();
  expect(csv).not.toMatch(/(^|,)=/m);
  expect(csv).toContain("'=cmd");
});

test('figures that double within a month are flagged, but not without history', async () => {
  const creatorId = await w.creator({
    followerCount: 40_000,
    figures: { followerCount: { source: 'platform', asOf: daysAgo(0) } },
  });
  expect((await check(creatorId)).coverage.figures).toBe('unknown');
  await w.t.api.pool.query(
    `insert into creator_figure_day (creator_id, day, source, followers) values ($1, $2::date, 'platform', 12000)`,
    [creatorId, daysAgo(14)],
  );
  await w.t.api.pool.query('delete from safety_check where creator_id = $1', [creatorId]);
  const { flags: found, coverage } = await check(creatorId);
  expect(coverage.figures).toBe('known');
  expect(found).toMatchObject([
    { category: 'audience-change', evidence: [{ figures: { figure: 'followers', from: 12000, to: 40000 } }] },
  ]);
});

test('a run notifies the team once, counts what is new for webhooks, and lists export the flags', async () => {
  const brandId = await w.t.brand();
  const member = await w.t.person({ brandId });
  const events: unknown[] = [];
  w.t.api.events.subscribe('safety_flag.raised', async (_tx, published) => {
    for (const event of published) if (event.brandId === brandId) events.push(event.data);
  });
  const ids = await w.creators({ bio: 'Double your money' }, { bio: 'Guaranteed returns' });
  for (const id of ids) await w.onList(id, 'Money', brandId);
  await checkBrand(w.t.api, brandId);
  await checkBrand(w.t.api, brandId);
  expect(events).toMatchObject(ids.map(() => ({ category: 'money-promises', reopened: false })));
  const { notifications } = await member.call(listNotifications, {});
  expect(notifications.filter(({ kind }) => kind === 'safety')).toMatchObject([
    { title: '2 new flags on 2 creators', text: 'Scams and crypto schemes' },
  ]);
});

test('erasing a creator removes quotes from flags, and the same text does not bring them back', async () => {
  const creator = await w.t.person({ role: 'creator' });
  const creatorId = await w.creator({ bio: 'Double your money', userId: creator.userId });
  const flag = (await check(creatorId)).flags[0]!;
  await w.t.api.db.transaction((tx) => eraseQuotes(tx, [creatorId]));
  const { flags: left } = await w.person.call(flags.getCreatorSafety, {
    params: { brandId: w.brandId, creatorId },
  });
  expect(left).toMatchObject([{ id: flag.id, state: 'open', evidence: [{ parts: [], url: null }] }]);
  await w.t.api.pool.query('delete from safety_check where creator_id = $1', [creatorId]);
  expect((await check(creatorId)).flags[0]?.evidence).toMatchObject([{ parts: [] }]);
});
