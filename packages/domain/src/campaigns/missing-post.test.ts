import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashtagsIn, mentionsCampaign, mentionsIn, missingReason } from './missing-post.ts';

const SHARED = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../shared');
const POSTS = join(SHARED, 'data/posts');
const there = existsSync(POSTS);
if (!there) console.log('Files of real posts are missing: skipping their captions.');

const rules = { hashtags: ['#AutumnTrail'], mentions: ['@Larkmoor'], until: '2026-03-01T00:00:00.000Z' };
const post = {
  url: 'https://example.com/1',
  username: 'mara',
  words: '#autumntrail with @larkmoor.',
  published: '2026-02-01T00:00:00.000Z',
  approved: true,
  since: '2026-01-10T00:00:00.000Z',
};

test('finds hashtags in any notation', () => {
  expect(hashtagsIn('.#mac #Ámbar#pizza #1k_run ＃ＦＹＰ')).toEqual([
    'mac',
    'ámbar',
    'pizza',
    '1k_run',
    'fyp',
  ]);
  expect(mentionsIn('with @larkmoor. and @ana.lima!')).toEqual(['larkmoor', 'ana.lima']);
  expect(mentionsCampaign('#AUTUMNTRAILS', rules)).toBe(false);
});

test('names the rule that excludes a post', () => {
  const why = (change: Partial<typeof post>) => missingReason({ ...post, ...change }, rules);
  expect(why({ approved: false }).reason).toBe('permission');
  expect(why({ published: '2026-01-07T00:00:00.000Z' })).toEqual({
    reason: 'window',
    text: 'Published on 7 Jan 2026, before @mara was approved on 10 Jan 2026.',
  });
  expect(why({ published: '2026-03-02T00:00:00.000Z' }).text).toContain('1 Mar 2026');
  expect(why({ words: 'with @larkmoor' }).text).toContain('#autumntrail');
  expect(why({ words: '#autumntrail' }).text).toBe(
    "This post doesn't mention any of the campaign's accounts: @larkmoor.",
  );
  expect(why({})).toMatchObject({ reason: 'permission', text: expect.stringContaining('submitted') });
});

test.runIf(there)('finds the hashtags in captions of real posts', () => {
  const [reel] = JSON.parse(readFileSync(join(POSTS, 'apify_instagram_post.json'), 'utf8'));
  expect(hashtagsIn(reel.caption)).toEqual(reel.hashtags.map((tag: string) => tag.toLowerCase()));
  expect(mentionsCampaign(reel.caption, { hashtags: ['adurofacemask'], mentions: [], until: null })).toBe(
    true,
  );
});
