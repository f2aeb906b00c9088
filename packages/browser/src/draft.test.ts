import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDrafts } from './draft.ts';

const kept: Record<string, string> = {};
beforeEach(() => {
  for (const key of Object.keys(kept)) delete kept[key];
  // As a browser's: its keys are properties, its methods are not.
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

test('a text that is typed is unsaved until it is undone by hand', () => {
  const { hasDrafts, keepDraft } = drafts();
  expect(hasDrafts()).toBe(false);
  keepDraft('list', 'Fall', 'Autumn');
  expect(hasDrafts()).toBe(true);
  keepDraft('list', 'Autumn', 'Autumn');
  expect(hasDrafts()).toBe(false);
});

test('a new text that is emptied again is nothing unsaved', () => {
  const { hasDrafts, keepDraft } = drafts();
  keepDraft('note', 'H', '');
  keepDraft('note', '', '');
  expect(hasDrafts()).toBe(false);
});

test('a text that was emptied is a change of what is saved', () => {
  const { hasDrafts, keepDraft } = drafts();
  keepDraft('note', '', 'Met at the fair');
  expect(hasDrafts()).toBe(true);
});
