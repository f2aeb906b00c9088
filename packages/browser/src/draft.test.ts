import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrafts } from './draft.ts';

const kept: Record<string, string> = {};
beforeEach(() => {
  for (const key of Object.keys(kept)) delete kept[key];
  // Like a browser's storage: keys are own properties, methods are not.
  const storage = Object.create(
    {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => void Object.assign(kept, { [key]: value }),
      removeItem: (key: string) => void delete kept[key],
    },
    {},
  );
  vi.stubGlobal(
    'sessionStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: (_, key) =>
        Object.getOwnPropertyDescriptor(kept, key) && { enumerable: true, configurable: true },
    }),
  );
  vi.stubGlobal('localStorage', { getItem: () => null });
  vi.stubGlobal('addEventListener', () => {});
});
afterEach(() => vi.unstubAllGlobals());

function drafts() {
  return createDrafts({ storage: 'sessionStorage', subject: () => '' });
}

test('typed text is unsaved until it is changed back', () => {
  const { hasDrafts, keepDraft } = drafts();
  expect(hasDrafts()).toBe(false);
  keepDraft('list', 'Fall', 'Autumn');
  expect(hasDrafts()).toBe(true);
  keepDraft('list', 'Autumn', 'Autumn');
  expect(hasDrafts()).toBe(false);
});

test('new text that is emptied again is not unsaved', () => {
  const { hasDrafts, keepDraft } = drafts();
  keepDraft('note', 'H', '');
  keepDraft('note', '', '');
  expect(hasDrafts()).toBe(false);
});

test('emptying saved text is an unsaved change', () => {
  const { hasDrafts, keepDraft } = drafts();
  keepDraft('note', '', 'Met at the fair');
  expect(hasDrafts()).toBe(true);
});
