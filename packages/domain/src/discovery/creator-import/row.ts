import { PLATFORM_NAMES, type Platform, profileUrlOf } from '../creator.ts';
import type { StatusTag } from '../creator-list.ts';
import { roundRate } from '../engagement.ts';
import { isChannelId } from '../platforms.ts';
import { readCountry } from './country.ts';
import { type ColumnReading, IMPORT_FIELD_LABELS, type ImportField, isCount, isFigure } from './field.ts';
import { channelName, type ProfileUrl, readProfileUrl, readUsername } from './identity.ts';
import { readLanguage } from './language.ts';
import { readCount, readRate } from './number.ts';
import { cleanLine, isMissing, missing, quoted, type Reading, refused, value } from './text.ts';
import {
  readBoolean,
  readCategories,
  readEmail,
  readName,
  readPastDay,
  readPictureUrl,
  readPlatform,
  readTags,
  readText,
} from './value.ts';

/** A creator read from a row; missing values are null. Rates are in percent. */
export interface CreatorDraft {
  platform: Platform;
  username: string;
  fullname: string;
  profileUrl: string;
  socialId: string | null;
  followerCount: number | null;
  engagement: number | null;
  avgViews: number | null;
  avgLikes: number | null;
  avgComments: number | null;
  avgShares: number | null;
  country: string | null;
  language: string | null;
  categories: string[];
  bio: string;
  email: string | null;
  verified: boolean | null;
  profilePicUrl: string | null;
  /** When the row's figures were read, if the row has a date. */
  figuresAsOf: string | null;
  notes: string;
  tags: StatusTag[];
}

type Averages = Pick<CreatorDraft, 'avgViews' | 'avgLikes' | 'avgComments' | 'avgShares'>;

/** Why a row can't be imported, and the field to correct. */
export interface RowProblem {
  field: ImportField | null;
  reason: string;
  suggestion: string | null;
  /** The row's name for the creator, as far as readable. */
  name: string;
}

/** Result of reading a row. Remarks describe values that were skipped or are inexact. */
export type RowReading =
  | { kind: 'creator'; draft: CreatorDraft; remarks: string[] }
  | { kind: 'rejected'; problem: RowProblem };

/**
 * How to read a file's rows: the field of each column, and the platform of rows that don't name
 * one.
 */
export interface RowPlan {
  platform: Platform | null;
  columns: readonly (ColumnReading & { index: number })[];
}

const LONGEST_BIO = 5000;
const LONGEST_NOTE = 20_000;

/** Reads a cell according to its column. `platform` matters only for usernames. */
export function readCell(column: ColumnReading, cell: string, platform: Platform | null): Reading<unknown> {
  const { field, decimal } = column;
  const what = IMPORT_FIELD_LABELS[field];
  if (isCount(field)) return readCount(cell, { decimal, what, people: field === 'followerCount' });
  switch (field) {
    case 'platform':
      return readPlatform(cell);
    case 'username': {
      const read = readUsername(cell, platform ?? 'youtube');
      return read.kind === 'value' ? value(read.value.username) : read;
    }
    case 'fullname':
      return readName(cell);
    case 'profileUrl': {
      const read = readProfileUrl(cell);
      return read.kind === 'value' ? value(cleanLine(cell)) : read;
    }
    case 'socialId':
      return readSocialId(cell);
    case 'engagement':
      return readRate(cell, { decimal, scale: column.scale, what });
    case 'country':
      return readCountry(cell);
    case 'language':
      return readLanguage(cell);
    case 'category':
      return readCategories(cell);
    case 'bio':
      return readText(cell, LONGEST_BIO);
    case 'email':
      return readEmail(cell);
    case 'verified':
      return readBoolean(cell);
    case 'profilePicUrl':
      return readPictureUrl(cell);
    case 'figuresAsOf':
      return readPastDay(cell);
    case 'notes':
      return readText(cell, LONGEST_NOTE);
    case 'tags':
      return readTags(cell);
    case 'skip':
      return cell.trim() === '' ? missing : value(cleanLine(cell));
  }
}

function readSocialId(cell: string): Reading<string> {
  if (isMissing(cell)) return { kind: 'missing' };
  const id = cleanLine(cell);
  if (/\de[+]?\d/i.test(id) && !isChannelId(id))
    return refused(`Platform ID ${quoted(id)} is missing digits`);
  const whole = id.replace(/\.0+$/, '');
  return /^[\w-]{1,64}$/.test(whole) ? value(whole) : refused(`Platform ID ${quoted(id)} can't be used`);
}

/**
 * Returns whether an invalid value rejects the row so a person can correct it; other invalid values
 * are skipped with a remark.
 */
const mustBeRight = (field: ImportField): boolean => isFigure(field) || field === 'email';

/** Internal: rejects the current row. */
class Rejection extends Error {
  readonly problem: Omit<RowProblem, 'name'>;
  constructor(field: ImportField | null, reason: string, suggestion: string | null = null) {
    super(reason);
    this.problem = { field, reason, suggestion };
  }
}

/** Creates a reader for a file's rows. */
export function rowReader(plan: RowPlan): (cells: readonly string[]) => RowReading {
  const byField = Map.groupBy(plan.columns, (column) => column.field);
  const width = plan.columns.reduce((most, column) => Math.max(most, column.index + 1), 0);
  return (cells) => {
    try {
      if (cells.every((cell) => cell.trim() === '')) throw new Rejection(null, 'The row is empty');
      if (cells.slice(width).some((cell) => cell.trim() !== ''))
        throw new Rejection(null, `The row has ${cells.length} cells, but the file has ${width} columns`);
      return new RowInHand(plan, byField, cells).read();
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      return { kind: 'rejected', problem: { ...error.problem, name: nameOf(byField, cells) } };
    }
  };
}

type Columns = Map<ImportField, readonly (ColumnReading & { index: number })[]>;

/** Yields the cells of the columns mapped to `field`, in order; '' if the row is too short. */
function* cellsOf(byField: Columns, cells: readonly string[], field: ImportField) {
  for (const column of byField.get(field) ?? []) yield { column, cell: cells[column.index] ?? '' };
}

function nameOf(byField: Columns, cells: readonly string[]): string {
  for (const field of ['fullname', 'username', 'profileUrl', 'socialId'] as const)
    for (const { cell } of cellsOf(byField, cells, field)) {
      const text = cleanLine(cell);
      if (!isMissing(text)) return text.slice(0, 200).toWellFormed();
    }
  return '';
}

/** A row being read. */
class RowInHand {
  readonly #plan: RowPlan;
  readonly #byField: Columns;
  readonly #cells: readonly string[];
  readonly #remarks: string[] = [];

  constructor(plan: RowPlan, byField: Columns, cells: readonly string[]) {
    this.#plan = plan;
    this.#byField = byField;
    this.#cells = cells;
  }

  read(): RowReading {
    const address = this.#address();
    const socialId = this.#first<string>('socialId');
    const platform = this.#platform(address, socialId);
    const fullname = this.#first<string>('fullname');
    const identity = this.#identity(platform, address, socialId, fullname);
    const followerCount = this.#first<number>('followerCount');
    const averages = this.#averages();
    const draft: CreatorDraft = {
      platform,
      username: identity.username,
      fullname: fullname ?? (platform === 'youtube' ? identity.username : ''),
      profileUrl: this.#profileUrl(
        platform,
        identity.username,
        address,
        socialId ?? identity.socialId ?? null,
      ),
      socialId: socialId ?? identity.socialId ?? address?.socialId ?? null,
      followerCount,
      engagement: this.#first<number>('engagement') ?? this.#rateFrom(followerCount, averages),
      ...averages,
      country: this.#first<string>('country'),
      language: this.#first<string>('language'),
      categories: [...new Set(this.#all<string[]>('category').flat())],
      bio: this.#first<string>('bio') ?? '',
      email: this.#first<string>('email'),
      verified: this.#first<boolean>('verified'),
      profilePicUrl: this.#first<string>('profilePicUrl'),
      figuresAsOf: this.#first<string>('figuresAsOf'),
      notes: this.#all<string>('notes').join('\n'),
      tags: [...new Set(this.#all<StatusTag[]>('tags').flat())],
    };
    return { kind: 'creator', draft, remarks: this.#remarks };
  }

  #cellsOf(field: ImportField) {
    return cellsOf(this.#byField, this.#cells, field);
  }

  /** Returns all values of the columns mapped to `field`, in order. */
  #all<T>(field: ImportField): T[] {
    const found: T[] = [];
    for (const { column, cell } of this.#cellsOf(field)) {
      const read = readCell(column, cell, null) as Reading<T>;
      if (read.kind === 'value') {
        found.push(read.value);
        if (read.remark) this.#remarks.push(read.remark);
      } else if (read.kind === 'refused') {
        if (mustBeRight(field)) throw new Rejection(field, read.reason);
        this.#remarks.push(`${read.reason}, skipped`);
      }
    }
    return found;
  }

  #first<T>(field: ImportField): T | null {
    return this.#all<T>(field)[0] ?? null;
  }

  /**
   * Returns the averages of a row. Tools write 0 for missing figures, so zeros in all averages, or
   * no views on liked posts, are treated as missing.
   */
  #averages(): Averages {
    const given: Averages = {
      avgViews: this.#first<number>('avgViews'),
      avgLikes: this.#first<number>('avgLikes'),
      avgComments: this.#first<number>('avgComments'),
      avgShares: this.#first<number>('avgShares'),
    };
    const figures = Object.values(given).filter((figure) => figure !== null);
    if (figures.length > 0 && figures.every((figure) => figure === 0)) {
      this.#remarks.push('We skip averages of 0 because they mean the data is missing');
      return { avgViews: null, avgLikes: null, avgComments: null, avgShares: null };
    }
    if (given.avgViews !== 0) return given;
    this.#remarks.push('We skip average views of 0 because they mean the data is missing');
    return { ...given, avgViews: null };
  }

  #refusedAddress: string | null = null;
  #refusedSuggestion: string | null = null;

  #address(): ProfileUrl | null {
    for (const { cell } of this.#cellsOf('profileUrl')) {
      const read = readProfileUrl(cell);
      if (read.kind === 'value') return read.value;
      if (read.kind === 'refused') {
        this.#refusedAddress = read.reason;
        this.#refusedSuggestion = read.suggestion ?? null;
      }
    }
    return null;
  }

  #platform(address: ProfileUrl | null, socialId: string | null): Platform {
    for (const { cell } of this.#cellsOf('platform')) {
      const read = readPlatform(cell);
      if (read.kind === 'refused') throw new Rejection('platform', read.reason);
      if (read.kind !== 'value') continue;
      const shop = read.value === 'tiktok-shop' && address?.platform === 'tiktok';
      if (address && address.platform !== read.value && !shop)
        throw new Rejection(
          'platform',
          `Platform is ${PLATFORM_NAMES[read.value]}, but the URL is on ${PLATFORM_NAMES[address.platform]}`,
        );
      return read.value;
    }
    if (address) return address.platform;
    for (const { cell } of this.#cellsOf('username')) {
      const read = /[./]/.test(cell) ? readProfileUrl(cell) : null;
      if (read?.kind === 'value') return read.value.platform;
    }
    if (socialId && isChannelId(socialId)) return 'youtube';
    if (this.#plan.platform) return this.#plan.platform;
    throw new Rejection('platform', 'Platform is missing');
  }

  /**
   * Uses the username column, else the URL, else the channel id, else (on YouTube) the channel's
   * name.
   */
  #identity(
    platform: Platform,
    address: ProfileUrl | null,
    socialId: string | null,
    fullname: string | null,
  ): { username: string; socialId?: string } {
    for (const { cell } of this.#cellsOf('username')) {
      const read = readUsername(cell, platform);
      if (read.kind === 'refused') throw new Rejection('username', read.reason, read.suggestion ?? null);
      if (read.kind === 'value') return read.value;
    }
    if (address) return address;
    if (this.#refusedAddress) throw new Rejection('username', this.#refusedAddress, this.#refusedSuggestion);
    if (platform === 'youtube' && socialId && isChannelId(socialId)) return { username: socialId, socialId };
    if (platform === 'youtube' && fullname) return { username: channelName(fullname) };
    for (const { cell } of this.#cellsOf('fullname')) {
      const read = readName(cell);
      if (read.kind === 'refused') throw new Rejection('username', read.reason);
    }
    throw new Rejection('username', 'Username is empty');
  }

  /** Returns the profile URL. A YouTube channel known only by name gets a search for its name. */
  #profileUrl(
    platform: Platform,
    username: string,
    address: ProfileUrl | null,
    socialId: string | null,
  ): string {
    if (platform === 'youtube' && socialId && isChannelId(socialId)) return profileUrlOf(platform, socialId);
    const name = address?.platform === platform ? address.username : username;
    if (platform === 'youtube' && /[^\p{L}\p{N}._·-]/u.test(name))
      return `https://www.youtube.com/results?search_query=${encodeURIComponent(name)}`;
    return profileUrlOf(platform, name);
  }

  /**
   * Returns the engagement rate from counts: engagements per post, or likes + comments + shares
   * per post, in percent of followers, as in the engagement breakdown. Likes or comments alone
   * aren't enough, and 0 interactions or likes mean missing or hidden figures rather than a rate of
   * 0%.
   */
  #rateFrom(
    followers: number | null,
    averages: Pick<Averages, 'avgLikes' | 'avgComments' | 'avgShares'>,
  ): number | null {
    const given = this.#first<number>('engagements');
    if (!followers) return null;
    if (given) return roundRate((given / followers) * 100);
    const { avgLikes, avgComments, avgShares } = averages;
    if (!avgLikes || avgComments === null) return null;
    return roundRate(((avgLikes + avgComments + (avgShares ?? 0)) / followers) * 100);
  }
}
