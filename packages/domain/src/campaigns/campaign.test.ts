import { expect, test } from 'vitest';
import { UPLOAD_TYPES } from '../file-type.ts';
import {
  CampaignStatus,
  coverUrlOf,
  isActiveForInbox,
  mayMoveCampaign,
  UpdatedCampaign,
} from './campaign.ts';
import { decidableStatus, isVideoPath, MAX_UPLOAD_BYTES, PreviewDecision } from './campaign-content.ts';
import { lastDays, lastMonths, monthSpan } from './usage.ts';

test('allows only the defined status changes', () => {
  const ways = CampaignStatus.options.flatMap((from) =>
    CampaignStatus.options.filter((to) => mayMoveCampaign(from, to)).map((to) => `${from} ${to}`),
  );
  expect(ways).toEqual([
    ...['draft publish', 'draft archived', 'publish paused', 'publish completed', 'publish archived'],
    ...['paused publish', 'paused completed', 'paused archived', 'completed archived', 'archived draft'],
  ]);
});

test('published and paused campaigns are active in the inbox', () => {
  expect(CampaignStatus.options.filter((status) => isActiveForInbox({ status }))).toEqual([
    'publish',
    'paused',
  ]);
});

test('a cover URL points to the API', () => {
  expect(coverUrlOf('https://api.example', 'id', 'a.jpg')).toBe(
    'https://api.example/campaign-cover/id/a.jpg',
  );
  for (const none of [null, undefined, '']) expect(coverUrlOf('https://api.example', 'id', none)).toBeNull();
});

test('an updated campaign omits calculated fields', () => {
  for (const counted of ['metaData', 'unreadMessageCount', 'optInCount', 'pendingCount', 'unseenCount'])
    expect(Object.keys(UpdatedCampaign.shape)).not.toContain(counted);
  for (const counted of ['funnel', 'counts', 'collaborations'])
    expect(Object.keys(UpdatedCampaign.shape)).not.toContain(counted);
});

test.each([
  ['run.mp4', true],
  ['CLIMB.MOV', true],
  ['/file/run.mp4?signed=1#t=2', true],
  ['summit.jpg', false],
  ['mp4.jpg', false],
  ['summit.jpg?name=run.mp4', false],
  ['', false],
])('[R3.044] the path %s is a video: %s', (path, video) => {
  expect(isVideoPath(path)).toBe(video);
});

test('accepts five file types up to 500 MB', () => {
  expect(UPLOAD_TYPES).toEqual(['video/mp4', 'video/quicktime', 'image/jpeg', 'image/jpg', 'image/png']);
  expect(MAX_UPLOAD_BYTES).toBe(524_288_000);
});

test('a decision names a version, and an approval can be reopened', () => {
  expect(PreviewDecision.parse({ status: 'approved', version: 1 })).toEqual({
    status: 'approved',
    comment: '',
    version: 1,
    reopen: false,
  });
  const fits = (change: object) =>
    PreviewDecision.safeParse({ status: 'approved', version: 1, ...change }).success;
  expect(fits({ status: 'change_requested', comment: 'x'.repeat(5000) })).toBe(true);
  for (const bad of [{ status: 'live' }, { version: 0 }, { comment: 'x'.repeat(5001) }])
    expect(fits(bad)).toBe(false);
  expect([decidableStatus(false), decidableStatus(true)]).toEqual(['preview', 'approved']);
});

test('the last months and days include the current one, also across years', () => {
  const now = new Date('2027-02-01T00:30:00Z');
  expect(lastMonths(now, 4)).toEqual(['2026-11', '2026-12', '2027-01', '2027-02']);
  expect(lastDays(now, 3)).toEqual(['2027-01-30', '2027-01-31', '2027-02-01']);
});

test('a month spans from its first moment to the first of the next', () => {
  expect(monthSpan('2026-12')).toEqual({
    from: new Date('2026-12-01T00:00:00Z'),
    to: new Date('2027-01-01T00:00:00Z'),
  });
});
