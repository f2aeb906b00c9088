import { expect, test } from 'vitest';
import { hashtagsIn, mentionsCampaign, mentionsIn, missingReason } from './missing-post.ts';

const post = {
  url: 'https://example.com/1',
  username: 'mara',
  words: '#one with @larkmoor',
  published: '2026-02-01T00:00:00.000Z',
  approved: true,
  since: '2026-01-10T00:00:00.000Z',
};
const rules = {
  hashtags: ['one', '#Two'],
  mentions: ['larkmoor', '@Fjell'],
  until: '2026-03-01T00:00:00.000Z',
};
const why = (change: Partial<typeof post>, ruled: Partial<typeof rules> = {}) =>
  missingReason({ ...post, ...change }, { ...rules, ...ruled });

test('one hashtag or mention of the campaign is enough', () => {
  expect(mentionsCampaign('#two', rules)).toBe(true);
  expect(mentionsCampaign('thanks @fjell..', rules)).toBe(true);
  expect(mentionsCampaign('#three @other', rules)).toBe(false);
  expect(mentionsCampaign('#one', { ...rules, hashtags: [] })).toBe(false);
  expect(mentionsCampaign('@larkmoor', { ...rules, mentions: [] })).toBe(false);
});

test('keeps marks inside words', () => {
  expect(hashtagsIn('#a.b #c_d')).toEqual(['a', 'c_d']);
  expect(mentionsIn('@a.b.. @c')).toEqual(['a.b', 'c']);
  expect(mentionsCampaign('#x', { hashtags: ['a#x'], mentions: [], until: null })).toBe(false);
});

test('includes posts at the exact start and end', () => {
  expect(why({ published: post.since }).reason).toBe('permission');
  expect(why({ published: rules.until }).reason).toBe('permission');
  expect(why({ published: '2026-03-01T00:00:00.001Z' }).reason).toBe('window');
  expect(why({ published: '2026-01-09T23:59:59.999Z' }).reason).toBe('window');
  expect(why({ published: '2030-01-01T00:00:00.000Z' }, { until: null as never }).reason).toBe('permission');
});

test('reports a missing approval before any other reason', () => {
  expect(why({ approved: false, published: '2020-01-01T00:00:00.000Z', words: '' })).toEqual({
    reason: 'permission',
    text: expect.stringContaining("@mara isn't approved"),
  });
});

test("lists the campaign's hashtags and accounts the post doesn't contain", () => {
  expect(why({ words: '@larkmoor' })).toEqual({
    reason: 'tag',
    text: "This post doesn't use any of the campaign's hashtags: #one, #two.",
  });
  expect(why({ words: '#two' })).toEqual({
    reason: 'handle',
    text: "This post doesn't mention any of the campaign's accounts: @larkmoor, @fjell.",
  });
  expect(why({ words: '@larkmoor' }, { hashtags: [] }).reason).toBe('permission');
  expect(why({ words: '#one' }, { mentions: [] }).reason).toBe('permission');
});
