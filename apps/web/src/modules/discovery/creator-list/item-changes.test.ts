import { describe, expect, test } from 'vitest';
import { meetingOf, readPending, remaining, writePending } from './item-changes.ts';

describe('what is still to be saved', () => {
  test('is nothing once the last text has been sent', () => {
    expect(remaining({ feedback: 'abc', version: 1 }, { feedback: 'abc' }, 2)).toEqual({});
  });

  test('is the text typed during the call, based on the saved version', () => {
    expect(remaining({ feedback: 'abcd', version: 1 }, { feedback: 'abc' }, 2)).toEqual({
      feedback: 'abcd',
      version: 2,
    });
  });

  test('keeps tags that were chosen while a note was being saved', () => {
    expect(remaining({ feedback: 'a', tags: ['Invited'] }, { feedback: 'a' }, 3)).toEqual({
      tags: ['Invited'],
      version: 3,
    });
  });

  test('survives a reload, and what cannot be read is dropped', () => {
    const pending = { feedback: 'kept\n"so"', tags: [], version: 4 };
    expect(readPending(writePending(pending))).toEqual(pending);
    expect(readPending('{"feed')).toEqual({});
    expect(writePending({ version: 4 })).toBe('');
  });
});

describe('two people changing one item', () => {
  const standing = { feedback: 'mine', tags: [], version: 3 };

  test('the one who saves last is shown what stood there', () => {
    expect(meetingOf('overwrote', { feedback: 'theirs', tags: [], by: 'Maya Okonjo' }, standing)).toEqual({
      kind: 'overwrote',
      by: 'Maya Okonjo',
      feedback: 'theirs',
    });
  });

  test('tags that differ are shown too', () => {
    expect(meetingOf('overwrote', { feedback: 'mine', tags: ['Invited'], by: null }, standing)).toEqual({
      kind: 'overwrote',
      by: 'Someone else',
      tags: ['Invited'],
    });
  });

  test('the same text is no conflict', () => {
    expect(meetingOf('overwrote', { feedback: 'mine', tags: [], by: 'Maya' }, standing)).toBeNull();
  });

  test('a save of one’s own whose answer was lost is no conflict', () => {
    const unanswered = { feedback: 'draft', tags: [] };
    expect(
      meetingOf('overwrote', { feedback: 'draft', tags: [], by: 'Alva' }, standing, unanswered),
    ).toBeNull();
  });
});
