import { describe, expect, test } from 'vitest';
import {
  CreatorImport,
  duplicateField,
  ImportColumnChange,
  ImportOutcome,
  ImportRow,
  ImportState,
  importNeeds,
  MAX_DRAFT_IMPORTS,
  MAX_IMPORT_BYTES,
  PreviewRow,
} from './creator-import.ts';
import {
  ColumnReading,
  IMPORT_FIELD_LABELS,
  ImportColumn,
  ImportField,
  isCount,
  isFigure,
  SURE,
  USABLE,
} from './field.ts';

const id = '019a0000-0000-7000-8000-000000000000';
const at = '2026-11-20T12:00:00.000Z';

const column = {
  index: 0,
  header: 'handle',
  field: 'username',
  confidence: 0.97,
  reason: 'Header and values match',
  samples: ['ana'],
} as const;

const creatorImport = {
  id,
  fileName: 'creators.csv',
  state: 'draft',
  facts: { format: 'delimited', encoding: 'UTF-8', delimiter: ';', bytes: 120, columns: 1 },
  headerRow: 1,
  platform: 'instagram',
  platformPerRow: false,
  platformReason: 'Specified in the headers or file name',
  columns: [column],
  asOf: at,
  forEveryone: false,
  list: { id, title: 'Spring' },
  needs: [{ field: 'platform', message: 'Choose the platform these creators are on' }],
  counts: { rows: 9, done: 9, added: 3, linked: 2, already: 2, repeated: 1, rejected: 1 },
  pictures: { waiting: 1, copied: 2, failed: 1, reasons: [{ reason: 'not found', count: 1 }] },
  error: null,
  undo: { removed: 3, unlisted: 2, kept: 1 },
  created: at,
  started: at,
  finished: null,
};

describe('the import schema', () => {
  test('keeps all fields of an import', () => {
    expect(CreatorImport.parse(creatorImport)).toEqual(creatorImport);
  });

  test('rejects a negative header row and unknown formats', () => {
    const ok = (change: object) => CreatorImport.safeParse({ ...creatorImport, ...change }).success;
    expect(ok({ headerRow: 0 })).toBe(true);
    expect(ok({ headerRow: -1 })).toBe(false);
    for (const format of ['delimited', 'json', 'json-lines', 'xlsx'])
      expect(ok({ facts: { ...creatorImport.facts, format } }), format).toBe(true);
    expect(ok({ facts: { ...creatorImport.facts, format: 'pdf' } })).toBe(false);
  });

  test('keeps all fields of preview and imported rows', () => {
    const preview = {
      row: 2,
      cells: [{ raw: '1,2k', value: 1200, problem: null }],
      platform: 'tiktok',
      username: 'ana',
      engagement: 2.5,
      problem: { field: 'email', reason: 'Email “cinco@” is incomplete' },
    };
    expect(PreviewRow.parse(preview)).toEqual(preview);
    const row = {
      row: 2,
      line: 3,
      outcome: 'rejected',
      name: 'Ana',
      platform: 'instagram',
      username: 'ana',
      creatorId: id,
      reason: 'Username is empty',
      field: 'username',
      suggestion: 'ana',
      dismissed: false,
    };
    expect(ImportRow.parse(row)).toEqual(row);
  });

  test('lists states and row outcomes', () => {
    expect(ImportState.options.join(' ')).toBe(
      'draft waiting running cancelling cancelled done failed undoing undone',
    );
    expect(ImportOutcome.options.join(' ')).toBe('added linked already repeated rejected');
  });

  test('allows 20 drafts per person, 50 per brand and files of 200 MiB', () => {
    expect(MAX_DRAFT_IMPORTS).toEqual({ person: 20, brand: 50 });
    expect(MAX_IMPORT_BYTES).toBe(209_715_200);
  });
});

describe('import fields', () => {
  test('have labels', () => {
    expect(ImportField.options.map((field) => `${field}: ${IMPORT_FIELD_LABELS[field]}`)).toEqual([
      'platform: Platform',
      'username: Username',
      'fullname: Full name',
      'profileUrl: Profile URL',
      'socialId: Platform ID',
      'followerCount: Followers',
      'engagement: Engagement rate',
      'engagements: Engagements per post',
      'avgViews: Average views',
      'avgLikes: Average likes',
      'avgComments: Average comments',
      'avgShares: Average shares',
      'country: Country',
      'language: Language',
      'category: Category',
      'bio: Bio',
      'email: Email',
      'verified: Verified',
      'profilePicUrl: Picture',
      'figuresAsOf: Metrics date',
      'notes: Notes',
      'tags: Status tags',
      'skip: Skip',
    ]);
  });

  test('are counts, or a rate', () => {
    const counts = ['followerCount', 'engagements', 'avgViews', 'avgLikes', 'avgComments', 'avgShares'];
    expect(ImportField.options.filter(isCount)).toEqual(counts);
    expect(ImportField.options.filter(isFigure).toSorted()).toEqual([...counts, 'engagement'].toSorted());
  });

  test('need a check below 80% confidence and are dropped below 50%', () => {
    expect([SURE, USABLE]).toEqual([0.8, 0.5]);
  });

  test('keep the decimal separator and scale of their figures', () => {
    const reading = { field: 'engagement', decimal: 'comma', scale: 'fraction' };
    expect(ColumnReading.parse(reading)).toEqual(reading);
    expect(ImportColumn.parse({ ...column, ...reading })).toEqual({ ...column, ...reading });
    expect(ImportColumnChange.parse({ ...reading, index: 1000 })).toEqual({ ...reading, index: 1000 });
    for (const wrong of [{ decimal: 'dot' }, { scale: 'promille' }, { field: 'age' }])
      expect(ColumnReading.safeParse({ ...reading, ...wrong }).success).toBe(false);
  });

  test('have a zero-based column and a confidence from 0 to 1', () => {
    const ok = (change: object) => ImportColumn.safeParse({ ...column, ...change }).success;
    expect([ok({ confidence: 0 }), ok({ confidence: 1 }), ok({ index: 0 })]).toEqual([true, true, true]);
    expect([ok({ confidence: -0.1 }), ok({ confidence: 1.1 }), ok({ index: -1 })]).toEqual([
      false,
      false,
      false,
    ]);
    for (const index of [-1, 1001])
      expect(ImportColumnChange.safeParse({ field: 'skip', index }).success).toBe(false);
    expect(ImportColumnChange.safeParse({ field: 'skip', index: 0 }).success).toBe(true);
  });
});

describe('requirements before an import can start', () => {
  const needs = (
    fields: ImportField[],
    plan: Partial<Parameters<typeof importNeeds>[0]> = {},
  ): [string, string][] =>
    importNeeds({
      platform: null,
      platformPerRow: false,
      hasList: true,
      columns: fields.map((field) => ({ field })),
      ...plan,
    }).map(({ field, message }) => [field, message]);
  const PLATFORM = ['platform', 'Choose the platform these creators are on'];
  const USERNAMES = ['columns', 'Choose the column that holds the usernames'];
  const LIST = ['listId', 'Choose a list for the notes and tags, or skip those columns'];

  test.each<[string, ImportField[], object, string[][]]>([
    ['a platform if neither the file nor the rows name one', ['username'], {}, [PLATFORM]],
    ['nothing with platform and usernames', ['username'], { platform: 'instagram' }, []],
    ['nothing if rows have platform and username', ['platform', 'username'], {}, []],
    ['nothing if rows have profile URLs', ['profileUrl'], {}, []],
    ['nothing with URLs on a known platform', ['profileUrl'], { platform: 'tiktok' }, []],
    ['nothing with channel ids that name the platform', ['socialId'], { platformPerRow: true }, []],
    ['platform and usernames with ids of unknown kind', ['socialId'], {}, [PLATFORM, USERNAMES]],
    ['a platform if no column holds it', ['username'], { platformPerRow: true }, [PLATFORM]],
    ['usernames if there are only names on Instagram', ['fullname'], { platform: 'instagram' }, [USERNAMES]],
    ['nothing with names on YouTube, which identify channels', ['fullname'], { platform: 'youtube' }, []],
    ['nothing with channel ids on YouTube', ['socialId'], { platform: 'youtube' }, []],
    ['usernames with ids on TikTok', ['socialId'], { platform: 'tiktok' }, [USERNAMES]],
    ['nothing with platforms and names, as rows may be channels', ['platform', 'fullname'], {}, []],
    ['platform and usernames with names alone', ['fullname'], {}, [PLATFORM, USERNAMES]],
    ['usernames on YouTube without names', ['followerCount'], { platform: 'youtube' }, [USERNAMES]],
    ['a list for notes', ['username', 'notes'], { platform: 'youtube', hasList: false }, [LIST]],
    ['a list for tags', ['username', 'tags'], { platform: 'youtube', hasList: false }, [LIST]],
    ['no list if one is chosen', ['username', 'tags'], { platform: 'youtube' }, []],
    ['no list without notes or tags', ['username'], { platform: 'youtube', hasList: false }, []],
  ])('asks for %s', (_, fields, plan, expected) => {
    expect(needs(fields, plan)).toEqual(expected);
  });

  test('allows one column per field except repeatable ones', () => {
    const doubled = (...fields: ImportField[]) => duplicateField(fields.map((field) => ({ field })));
    expect(doubled('email', 'username', 'email')).toBe('email');
    expect(doubled('email', 'country')).toBeNull();
    for (const field of ['username', 'category', 'notes', 'tags', 'skip'] as const)
      expect(doubled(field, field)).toBeNull();
    expect(doubled('notes', 'notes', 'bio', 'bio')).toBe('bio');
  });
});
