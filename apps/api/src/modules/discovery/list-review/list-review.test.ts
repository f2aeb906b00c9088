import * as lists from '@troupe/contract/discovery/creator-list';
import * as calls from '@troupe/contract/discovery/list-review';
import { REVIEWER_HEADER, SHARE_ACCESS_HEADER } from '@troupe/contract/headers';
import type { ListReviewForm, SharedReview } from '@troupe/domain/discovery/list-review';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/id.ts';
import type { TestPerson } from '../../../testing/test-api.ts';
import { startListWorld } from '../creator-list/creator-list.fixture.ts';

let w: Awaited<ReturnType<typeof startListWorld>>;
let teammate: TestPerson;
beforeAll(async () => {
  w = await startListWorld();
  teammate = await w.t.person({ brandId: w.brandId });
});
afterAll(() => w.t.stop());

const share = async (listId: string, form: Partial<ListReviewForm> = {}) => {
  const body = { label: 'Agency', password: null, days: 14, shows: [], ...form };
  const { review } = await w.person.call(calls.createListReview, {
    params: { brandId: w.brandId, id: listId },
    body,
  });
  return { review, token: review.url!.split('/').at(-1)! };
};

/** Someone outside: a request without an account. */
async function outside(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const response = await fetch(w.t.url + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

async function join(token: string, name: string) {
  const { body } = await outside('POST', `/review/${token}/reviewer`, { name });
  const headers = { [REVIEWER_HEADER]: body.reviewer };
  return {
    headers,
    vote: (itemId: string, vote: string | null) =>
      outside('PUT', `/review/${token}/item/${itemId}/vote`, { vote }, headers),
    comment: (itemId: string, text: string, id = newId()) =>
      outside('POST', `/review/${token}/item/${itemId}/comments`, { id, text }, headers),
    read: async () => (await outside('GET', `/review/${token}/1`, undefined, headers)).body as SharedReview,
  };
}

const reviewOf = (itemId: string, by = w.person) =>
  by.call(calls.getItemReview, { params: { brandId: w.brandId, itemId } });

test('people with a link see only what it shows, vote and comment, and the team sees both', async () => {
  const { listId, items, item } = await w.listWith(2, [
    { fullname: 'Ana', followerCount: 5000, country: 'DE' },
  ]);
  const fieldId = newId();
  const secretId = newId();
  const choices: [] = [];
  await w.person.call(lists.updateListFields, {
    params: { brandId: w.brandId, id: listId },
    body: {
      fields: [
        { id: fieldId, name: 'Idea', kind: 'text', choices },
        { id: secretId, name: 'Limit', kind: 'number', choices },
      ],
      seen: [],
    },
  });
  await w.person.call(lists.updateCreatorListItem, {
    params: { brandId: w.brandId, itemId: item.id },
    body: {
      custom: { [fieldId]: 'Tent tour', [secretId]: 98_765.4321 },
      feedback: 'Internal note',
      tags: ['Invited'],
    },
  });
  const { token } = await share(listId, { shows: ['followers', fieldId] });
  const ana = await join(token, ' Kim\n\u202E Lee ');
  const answer = await outside('GET', `/review/${token}/1`, undefined, ana.headers);
  for (const [name, value] of [
    ['cache-control', 'no-store'],
    ['x-robots-tag', 'noindex, nofollow, noarchive'],
    ['referrer-policy', 'no-referrer'],
  ] as const)
    expect(answer.headers.get(name)).toBe(value);
  const text = JSON.stringify(answer.body);
  for (const hidden of ['Internal note', 'Invited', 'Limit', '98765.4321', '"DE"'])
    expect(text).not.toContain(hidden);
  expect(answer.body.list).toMatchObject({ reviewer: 'Kim Lee', fields: [{ name: 'Idea' }] });
  expect(answer.body.items[0]).toMatchObject({
    name: 'Ana',
    followers: 5000,
    custom: { [fieldId]: 'Tent tour' },
    vote: null,
  });
  await ana.vote(item.id, 'unsure');
  await ana.vote(item.id, 'approve');
  const hostile = '<img src=x onerror=alert(1)>\nSecond line\u202E\u0007';
  await ana.comment(item.id, hostile);
  const ben = await join(token, 'Ben');
  await ben.vote(item.id, 'reject');
  const [own] = (await ana.read()).items;
  expect([own!.vote, own!.comments.map((comment) => comment.text)]).toEqual([
    'approve',
    ['<img src=x onerror=alert(1)>\nSecond line'],
  ]);
  // Reviewers don't see each other's votes.
  expect(JSON.stringify(await ben.read())).not.toContain('Second line');
  await w.person.call(calls.voteOnListItem, {
    params: { brandId: w.brandId, itemId: item.id },
    body: { vote: 'approve' },
  });
  expect(await reviewOf(item.id)).toMatchObject({
    counts: { approve: 2, reject: 1, unsure: 0, comments: 1 },
    myVote: 'approve',
    votes: [
      { by: 'Kim Lee', outside: true, mine: false, vote: 'approve' },
      { by: 'Ben', vote: 'reject' },
      { by: 'Alva Berg', outside: false, mine: true },
    ],
    comments: [{ by: 'Kim Lee', outside: true, text: '<img src=x onerror=alert(1)>\nSecond line' }],
  });
  const page = await w.page(listId, { profile: 'summary' });
  expect(page.items.map(({ review }) => review)).toEqual([
    { approve: 2, reject: 1, unsure: 0, comments: 1 },
    null,
  ]);
  await ben.vote(item.id, null);
  expect((await reviewOf(item.id)).counts.reject).toBe(0);
  expect((await ana.vote(items[1]!.id, 'nice')).status).toBe(422);
});

test('a link asks for its password, and says nothing without it', async () => {
  const { listId, item } = await w.listWith(1, [{ fullname: 'Ana' }]);
  const { token, review } = await share(listId, { password: 'pässword 1' });
  expect(review.hasPassword).toBe(true);
  const locked = await outside('GET', `/review/${token}/1`);
  expect(locked.body).toEqual({ needsPassword: true, list: null, items: [], page: 1, pages: 0, total: 0 });
  expect((await outside('POST', `/review/${token}/reviewer`, { name: 'Kim' })).status).toBe(404);
  const wrong = await outside('POST', `/review/${token}/password`, { password: 'password 1' });
  expect(wrong).toMatchObject({ status: 422, body: { fields: { password: 'Wrong password' } } });
  const { body } = await outside('POST', `/review/${token}/password`, { password: 'pa\u0308ssword 1' });
  const access = { [SHARE_ACCESS_HEADER]: body.access };
  const open = await outside('GET', `/review/${token}/1`, undefined, access);
  expect(open.body.items).toMatchObject([{ id: item.id }]);
  const { token: other } = await share(listId, { password: 'another one' });
  expect((await outside('GET', `/review/${other}/1`, undefined, access)).body.needsPassword).toBe(true);
  const { rows } = await w.t.api.pool.query('select * from list_review');
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('closed and expired links, archived lists and closed brands end access', async () => {
  const { listId, item } = await w.listWith(1);
  const { token, review } = await share(listId);
  const kim = await join(token, 'Kim');
  const status = async (of = token) => (await outside('GET', `/review/${of}/1`)).status;
  const list = async (archived: boolean) =>
    w.person.call(lists.archiveCreatorList, {
      params: { brandId: w.brandId, id: listId },
      body: { archived },
    });
  await list(true);
  expect([await status(), (await kim.vote(item.id, 'approve')).status]).toEqual([404, 404]);
  await list(false);
  expect(await status()).toBe(200);
  const expires = new Date(review.expires).getTime();
  w.t.setNow(new Date(expires + 1));
  expect([await status(), (await kim.comment(item.id, 'Late')).status]).toEqual([404, 404]);
  w.t.setNow(null);
  const params = { brandId: w.brandId, reviewId: review.id };
  const { review: closed } = await teammate.call(calls.closeListReview, { params });
  expect(closed).toMatchObject({ state: 'closed', url: null, reviewers: ['Kim'] });
  await teammate.call(calls.closeListReview, { params });
  expect([await status(), (await kim.vote(item.id, 'approve')).status]).toEqual([404, 404]);
  expect(await status('a'.repeat(43))).toBe(404);
});

test('a reviewer of one link can neither write with another nor about creators of other lists', async () => {
  const { listId } = await w.listWith(1);
  const { listId: otherId, item: foreign } = await w.listWith(1);
  const { token } = await share(listId);
  const { token: otherToken } = await share(otherId);
  const kim = await join(token, 'Kim');
  expect((await kim.vote(foreign.id, 'approve')).status).toBe(404);
  const path = `/review/${otherToken}/item/${foreign.id}/vote`;
  expect((await outside('PUT', path, { vote: 'approve' }, kim.headers)).status).toBe(404);
  expect((await outside('PUT', path, { vote: 'approve' })).status).toBe(404);
  expect((await reviewOf(foreign.id)).votes).toEqual([]);
});

test('a comment sent twice is there once, and can be deleted by its author, or by the team if from outside', async () => {
  const { listId, item } = await w.listWith(1);
  const { token } = await share(listId);
  const kim = await join(token, 'Kim');
  const id = newId();
  await Promise.all([kim.comment(item.id, 'Great', id), kim.comment(item.id, 'Great', id)]);
  const params = { brandId: w.brandId, itemId: item.id };
  const mine = newId();
  await w.person.call(calls.commentOnListItem, { params, body: { id: mine, text: 'Agreed' } });
  const remove = (commentId: string, by: TestPerson) =>
    by.call(calls.deleteListComment, { params: { ...params, commentId } });
  await expect(remove(mine, teammate)).rejects.toMatchObject({ status: 404 });
  expect((await remove(id, teammate)).comments.map(({ text }) => text)).toEqual(['Agreed']);
  expect((await remove(mine, w.person)).counts.comments).toBe(0);
  for (const text of ['', ' \u0007 ', 'x'.repeat(4001)])
    expect((await kim.comment(item.id, text)).status).toBe(422);
});

test('votes of several people at once are all counted', async () => {
  const { listId, item } = await w.listWith(1);
  const { token } = await share(listId);
  const people = await Promise.all(['A', 'B', 'C', 'D'].map((name) => join(token, name)));
  await Promise.all(people.map((one) => one.vote(item.id, 'approve')));
  expect((await reviewOf(item.id)).counts.approve).toBe(4);
});

test("reviews of another brand's lists can be neither read nor changed", async () => {
  const { listId, item } = await w.listWith(1);
  const { review } = await share(listId);
  const brandId = await w.t.brand('Hollow & Pine');
  const stranger = await w.t.person({ brandId });
  const ofList = { params: { brandId, id: listId } };
  const ofItem = { params: { brandId, itemId: item.id } };
  const form = { label: '', password: null, days: 1, shows: [] };
  const attempts = await Promise.allSettled([
    stranger.call(calls.listListReviews, ofList),
    stranger.call(calls.createListReview, { ...ofList, body: form }),
    stranger.call(calls.closeListReview, { params: { brandId, reviewId: review.id } }),
    stranger.call(calls.getItemReview, ofItem),
    stranger.call(calls.voteOnListItem, { ...ofItem, body: { vote: 'approve' } }),
    stranger.call(calls.commentOnListItem, { ...ofItem, body: { id: newId(), text: 'Hi' } }),
  ]);
  for (const attempt of attempts) expect(attempt).toMatchObject({ reason: { status: 404 } });
  expect((await reviewOf(item.id)).votes).toEqual([]);
});

test('a list has at most 20 active links, which end after 90 days at the latest', async () => {
  const { listId } = await w.listWith(1);
  await expect(share(listId, { days: 91 })).rejects.toMatchObject({ status: 422 });
  for (let at = 0; at < 20; at += 1) await share(listId);
  await expect(share(listId)).rejects.toMatchObject({ code: 'too_many' });
});
