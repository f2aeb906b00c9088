import { describe, expect, test } from 'vitest';
import { isNarrowed, readOptInsAddress } from './opt-in-address.ts';

describe('The address of the opt-ins', () => {
  test('holds one status or several, a platform, a word and who is new', () => {
    expect(
      readOptInsAddress({ status: 'pending', platform: 'tiktok', q: 'faro', unseen: 'yes' }),
    ).toMatchObject({ status: ['pending'], platform: 'tiktok', q: 'faro', unseen: 'yes' });
    expect(readOptInsAddress({ status: ['rejected', 'pending'] }).status).toEqual(['pending', 'rejected']);
  });

  test('leaves out what makes no sense', () => {
    const read = readOptInsAddress({ status: 'gone', platform: 'myspace', unseen: 'maybe', optIn: '1 or 2' });
    expect(Object.values(read).filter((value) => value !== undefined)).toEqual([]);
    expect(isNarrowed(read)).toBe(false);
  });
});
