import { expect, test } from 'vitest';
import { checkPlurals } from './plural-rules.ts';

const found = (id: string, texts: Record<string, string>) =>
  checkPlurals([{ id, folder: `${id}/messages`, texts: { en: texts } }]).map(
    ({ file, text }) => `${file}: ${text}`,
  );

test('rejects a count before a noun that other messages count in a plural', () => {
  const plural = '{count, plural, one {# post} other {# posts}}';
  const fixed = ': a count is followed by a fixed plural.';
  expect(
    found('web/lists', {
      a: plural,
      b: '{count} posts',
      c: 'Only {count, number} new posts in {mode, select, all {{days} days} other {one day}}',
      d: '{count} days',
      e: '{count, plural, one {{text} post} other {{text} posts}}',
      f: '{percent} of posts, {amount} posts',
      g: '{count} more. Posts are new.',
    }),
  ).toEqual([`web/lists/messages/en.json: b${fixed}`, `web/lists/messages/en.json: c${fixed}`]);
  expect(found('web/shared/call', { a: plural, b: '{count} posts' })).toEqual([]);
});

test('a count that is never 1 may have a fixed plural, as long as it needs it', () => {
  const days = '{count, plural, one {# day} other {# days}}';
  expect(found('web/outreach', { days, 'health.days': 'Last {count} days' })).toEqual([]);
  expect(found('web/outreach', { days, 'health.days': `Last ${days}` })).toEqual([
    'web/outreach/messages/en.json: health.days: no longer has a fixed plural; remove it from NEVER_ONE.',
  ]);
});
