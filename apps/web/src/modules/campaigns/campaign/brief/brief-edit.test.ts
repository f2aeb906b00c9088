import { EMPTY_BRIEF } from '@troupe/domain/campaigns/campaign-brief';
import { expect, test } from 'vitest';
import {
  afterNewer,
  afterSaved,
  beforeSave,
  briefOf,
  editOf,
  readKept,
  textToKeep,
  typeInto,
  valuesToSave,
} from './brief-edit.ts';

const saved = { ...EMPTY_BRIEF, title: 'Trail', description: 'Old words' };
const start = () => editOf(saved, 1, readKept(''));

test('edits are sent, and are cleared once saved', () => {
  const typed = typeInto(start(), { title: 'Trail Kit' });
  expect(valuesToSave(typed, {})).toEqual({ title: 'Trail Kit' });
  const after = afterSaved(typed, { ...saved, title: 'Trail Kit' }, 2, { title: 'Trail Kit' });
  expect(after).toMatchObject({ version: 2, typed: {} });
  expect(textToKeep(after)).toBe('');
});

test('text typed during a save is kept', () => {
  const typed = typeInto(start(), { title: 'Trail Kits' });
  const after = afterSaved(typed, { ...saved, title: 'Trail Kit' }, 2, { title: 'Trail Kit' });
  expect(briefOf(after).title).toBe('Trail Kits');
  expect(valuesToSave(after, {})).toEqual({ title: 'Trail Kits' });
});

test('what an earlier visit did not save is there again', () => {
  const kept = textToKeep(typeInto(start(), { title: 'Trail Kit' }));
  expect(briefOf(editOf(saved, 1, readKept(kept))).title).toBe('Trail Kit');
  expect(readKept('no json')).toEqual({ typed: {}, from: {} });
});

test('a field changed by someone else is a conflict and is not sent; other fields are merged', () => {
  const typed = typeInto(start(), { title: 'Mine' });
  const newer = afterNewer(typed, { ...saved, title: 'Theirs', description: 'New words' }, 2);
  expect(newer.from.title).toEqual({ value: 'Trail', newer: { value: 'Theirs' } });
  expect(valuesToSave(newer, {})).toEqual({});
  expect(briefOf(newer)).toMatchObject({ title: 'Mine', description: 'New words' });
  expect(valuesToSave(afterNewer(typed, { ...saved, description: 'New words' }, 2), {})).toEqual({
    title: 'Mine',
  });
});

test('a save whose response was lost to a reload is not a change by someone else', () => {
  const sent = beforeSave(typeInto(start(), { title: 'Trail K' }), { title: 'Trail K' });
  const typed = typeInto(typeInto(sent, { title: 'Trail Kit' }), { description: 'Mine' });
  // The reloaded page has the sent title, and a description by someone else.
  const again = editOf({ ...saved, title: 'Trail K', description: 'Theirs' }, 3, readKept(textToKeep(typed)));
  expect(again.from.title).toEqual({ value: 'Trail K' });
  expect(again.from.description).toEqual({ value: 'Old words', newer: { value: 'Theirs' } });
  expect(valuesToSave(again, {})).toEqual({ title: 'Trail Kit' });
  // A third value is someone else's.
  expect(afterNewer(typed, { ...saved, title: 'Another' }, 3).from.title?.newer).toEqual({
    value: 'Another',
  });
});

test('going back to the saved value during a save is an edit', () => {
  const sent = beforeSave(typeInto(start(), { title: 'Kit' }), { title: 'Kit' });
  const back = typeInto(sent, { title: 'Trail' });
  const after = afterSaved(back, { ...saved, title: 'Kit' }, 2, { title: 'Kit' });
  expect(valuesToSave(after, {})).toEqual({ title: 'Trail' });
});

test('a value that cannot be is kept here and not sent', () => {
  const typed = typeInto(start(), { slug: 'Not an address', title: 'Fine' });
  expect(valuesToSave(typed, {})).toEqual({ title: 'Fine' });
  expect(valuesToSave(typed, { title: 'Refused' })).toEqual({});
});
