import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detectColumns } from './columns.ts';
import { type Delimiter, detectDelimiter } from './delimiter.ts';
import type { ImportField } from './field.ts';
import { flattenRecord, parseJson, recordsOf } from './flatten.ts';
import { detectHeaderRow } from './header-rules.ts';
import { creatorKey } from './identity.ts';
import { detectPlatform } from './platform.ts';
import { rowReader } from './row.ts';

const shared = process.env.TROUPE_SHARED ?? join(import.meta.dirname, '../../../../../../shared');
const folder = join(shared, 'data/creators');

interface Expected {
  platform: 'instagram' | 'tiktok' | 'youtube' | null;
  /** Field of each mapped column by zero-based index; all others are skipped. */
  columns: Partial<Record<number | string, ImportField>>;
  /** The one column that needs a manual correction, if any. */
  corrected?: [number, ImportField];
  rows: number;
  imported: number;
  repeated: number;
  rejected: number;
}

/** Expected columns of each file. */
const EXPECTED: Record<string, Expected> = {
  'ig_top1000_2022-base.csv': {
    platform: 'instagram',
    columns: {
      0: 'username',
      1: 'fullname',
      2: 'category',
      3: 'category',
      5: 'followerCount',
      10: 'engagements',
    },
    rows: 1000,
    imported: 997,
    repeated: 3,
    rejected: 0,
  },
  'ig_top1000_2022-06.csv': {
    platform: 'instagram',
    columns: {
      0: 'username',
      1: 'fullname',
      2: 'category',
      3: 'category',
      5: 'followerCount',
      6: 'country',
      10: 'engagements',
    },
    corrected: [10, 'engagements'],
    rows: 1022,
    imported: 979,
    repeated: 43,
    rejected: 0,
  },
  'ig_top1000_2022-09.csv': {
    platform: 'instagram',
    columns: {
      1: 'username',
      2: 'fullname',
      4: 'followerCount',
      9: 'engagements',
      10: 'category',
      11: 'category',
    },
    rows: 1050,
    imported: 983,
    repeated: 67,
    rejected: 0,
  },
  'ig_top1000_2022-11.csv': {
    platform: 'instagram',
    columns: {
      1: 'username',
      2: 'fullname',
      3: 'category',
      5: 'followerCount',
      6: 'country',
      10: 'engagements',
      11: 'category',
    },
    rows: 1000,
    imported: 998,
    repeated: 2,
    rejected: 0,
  },
  'ig_top200_semicolon.csv': {
    platform: 'instagram',
    columns: {
      1: 'username',
      4: 'followerCount',
      5: 'avgLikes',
      6: 'engagement',
      9: 'country',
      10: 'category',
    },
    rows: 200,
    imported: 199,
    repeated: 0,
    rejected: 1,
  },
  'tt_top1000_2022-06.csv': {
    platform: 'tiktok',
    columns: {
      0: 'username',
      1: 'fullname',
      3: 'followerCount',
      5: 'avgViews',
      7: 'avgLikes',
      9: 'avgComments',
      11: 'avgShares',
    },
    rows: 1007,
    imported: 990,
    repeated: 17,
    rejected: 0,
  },
  'tt_top1000_2022-09.csv': {
    platform: 'tiktok',
    columns: {
      1: 'username',
      2: 'fullname',
      4: 'followerCount',
      6: 'avgViews',
      8: 'avgLikes',
      10: 'avgComments',
      12: 'avgShares',
    },
    rows: 1000,
    imported: 996,
    repeated: 4,
    rejected: 0,
  },
  'tt_top1000_2022-11.csv': {
    platform: 'tiktok',
    columns: {
      1: 'username',
      2: 'fullname',
      3: 'followerCount',
      4: 'avgViews',
      5: 'avgLikes',
      6: 'avgComments',
      7: 'avgShares',
    },
    rows: 1001,
    imported: 983,
    repeated: 17,
    rejected: 1,
  },
  'yt_top1000_2022-base.csv': {
    platform: 'youtube',
    columns: {
      0: 'username',
      1: 'fullname',
      2: 'category',
      4: 'followerCount',
      7: 'avgViews',
      9: 'avgLikes',
      11: 'avgComments',
    },
    rows: 1000,
    imported: 998,
    repeated: 2,
    rejected: 0,
  },
  'yt_top1000_2022-06.csv': {
    platform: 'youtube',
    columns: {
      0: 'username',
      1: 'fullname',
      2: 'category',
      3: 'category',
      5: 'followerCount',
      6: 'country',
      8: 'avgViews',
      10: 'avgLikes',
      12: 'avgComments',
    },
    rows: 1021,
    imported: 999,
    repeated: 22,
    rejected: 0,
  },
  'yt_top1000_2022-11.csv': {
    platform: 'youtube',
    columns: {
      1: 'username',
      2: 'fullname',
      3: 'category',
      5: 'followerCount',
      6: 'country',
      8: 'avgViews',
      10: 'avgLikes',
      12: 'avgComments',
      13: 'category',
    },
    rows: 1000,
    imported: 998,
    repeated: 2,
    rejected: 0,
  },
  'yt_socialblade_top5000.csv': {
    platform: 'youtube',
    columns: { 2: 'fullname', 4: 'followerCount' },
    rows: 5000,
    imported: 4985,
    repeated: 15,
    rejected: 0,
  },
  'yt_global_2023.csv': {
    platform: 'youtube',
    columns: { 1: 'fullname', 2: 'followerCount', 4: 'category', 7: 'country' },
    rows: 995,
    imported: 896,
    repeated: 0,
    rejected: 99,
  },
  'tt_profiles_sample.csv': {
    platform: 'tiktok',
    columns: {
      0: 'fullname',
      1: 'engagement',
      4: 'language',
      5: 'verified',
      6: 'followerCount',
      11: 'socialId',
      12: 'profileUrl',
      27: 'country',
    },
    rows: 483,
    imported: 483,
    repeated: 0,
    rejected: 0,
  },
  'yt_channels_api.jsonl': {
    platform: 'youtube',
    columns: {
      kind: 'platform',
      id: 'socialId',
      'snippet.title': 'fullname',
      'snippet.description': 'bio',
      'snippet.customUrl': 'username',
      'snippet.thumbnails.default.url': 'profilePicUrl',
      'snippet.country': 'country',
      'snippet.defaultLanguage': 'language',
      'statistics.subscriberCount': 'followerCount',
    },
    rows: 25,
    imported: 25,
    repeated: 0,
    rejected: 0,
  },
  'iqdata_search_results.json': {
    platform: null,
    columns: {
      user_id: 'socialId',
      handle: 'username',
      username: 'username',
      url: 'profileUrl',
      picture: 'profilePicUrl',
      fullname: 'fullname',
      is_verified: 'verified',
      followers: 'followerCount',
      engagements: 'engagements',
      engagement_rate: 'engagement',
      avg_views: 'avgViews',
      'language.code': 'language',
      'geo.country.name': 'country',
      topics: 'category',
    },
    rows: 15,
    imported: 15,
    repeated: 0,
    rejected: 0,
  },
  'iqdata_search_accounts.json': {
    platform: 'instagram',
    columns: {
      'account.user_profile.user_id': 'socialId',
      'account.user_profile.username': 'username',
      'account.user_profile.url': 'profileUrl',
      'account.user_profile.picture': 'profilePicUrl',
      'account.user_profile.fullname': 'fullname',
      'account.user_profile.is_verified': 'verified',
      'account.user_profile.followers': 'followerCount',
      'account.user_profile.engagements': 'engagements',
      'account.user_profile.engagement_rate': 'engagement',
      'account.user_profile.topics': 'category',
      'match.user_profile.language.code': 'language',
      'match.user_profile.geo.country.name': 'country',
    },
    rows: 3,
    imported: 1,
    repeated: 2,
    rejected: 0,
  },
};

/** Minimal delimited text parser for files of this size. */
function recordsOfText(text: string, delimiter: Delimiter): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') cell += text[++at];
      else quoted = false;
    } else if (sign === '"' && cell === '') quoted = true;
    else if (sign === delimiter) {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      records.push([...cells, cell.replace(/\r$/, '')]);
      cells = [];
      cell = '';
    } else cell += sign;
  }
  if (cell !== '' || cells.length) records.push([...cells, cell]);
  return records.filter((record) => record.length > 1 || record[0] !== '');
}

function tableOf(file: string): { headers: string[]; rows: string[][] } {
  const text = readFileSync(join(folder, file), 'utf8');
  if (file.includes('.json')) {
    const documents = file.endsWith('l')
      ? text.trim().split('\n').map(parseJson)
      : recordsOf(parseJson(text));
    const records = documents.map(flattenRecord);
    const headers = [...new Set(records.flatMap((record) => [...record.keys()]))];
    return { headers, rows: records.map((record) => headers.map((header) => record.get(header) ?? '')) };
  }
  const records = recordsOfText(text, detectDelimiter(text.slice(0, 65_536)).delimiter);
  expect(detectHeaderRow(records)).toBe(0);
  return { headers: records[0] ?? [], rows: records.slice(1) };
}

const present = existsSync(folder);
if (!present) console.log(`Skipping tests of real creator files: ${folder} doesn't exist.`);

describe.runIf(present)('the real creator files', () => {
  for (const [file, expected] of Object.entries(EXPECTED))
    test(`${file} needs at most one correction, and every row is accounted for`, () => {
      const { headers, rows } = tableOf(file);
      const found = detectPlatform(file, headers, rows.slice(0, 1000));
      expect(found.platform).toBe(expected.platform);
      const columns = detectColumns(headers, rows.slice(0, 1000), found.platform);
      const wrong: string[] = [];
      for (const column of columns) {
        const right = expected.columns[file.includes('.json') ? column.header : column.index] ?? 'skip';
        if (column.field === right) continue;
        // A column that needs a correction was skipped, never mapped to the wrong field.
        expect([column.field, column.index, right]).toEqual(['skip', ...(expected.corrected ?? [])]);
        wrong.push(column.header);
        column.field = right;
      }
      expect(wrong.length).toBe(expected.corrected ? 1 : 0);

      const read = rowReader({ platform: found.platform, columns });
      const seen = new Set<string>();
      const counts = { imported: 0, repeated: 0, rejected: 0 };
      for (const row of rows) {
        const reading = read(row);
        if (reading.kind === 'rejected') {
          expect(reading.problem.reason).not.toBe('');
          counts.rejected++;
          continue;
        }
        const { platform, username } = reading.draft;
        const key = creatorKey(platform, username);
        counts[seen.has(key) ? 'repeated' : 'imported']++;
        seen.add(key);
      }
      expect({ rows: rows.length, ...counts }).toEqual({
        rows: expected.rows,
        imported: expected.imported,
        repeated: expected.repeated,
        rejected: expected.rejected,
      });
    });
});
