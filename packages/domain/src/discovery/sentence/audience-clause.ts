import {
  AUDIENCE_AGES,
  AUDIENCE_LEAST,
  type AudienceCondition,
  type AudienceKind,
  audienceConditionText,
  readAudienceCondition,
} from '../audience/audience-condition.ts';
import type { Item } from './items.ts';

/** "Mostly women": the share of a gender that is asked for if none is named, in percent. */
const GENDER_LEAST = 50;

/** A part of a sentence about followers, and the conditions it becomes; null if they can't be filtered by. */
export interface AudienceClause {
  first: number;
  last: number;
  conditions: string[] | null;
  /** Whether a share is a usual one, not a named one. */
  usual: boolean;
}

type Kind = Item['meaning']['kind'];

const JOINS: readonly (Kind | undefined)[] = ['glue', 'place', 'filler', 'speaks', 'years'];
const JOINED: readonly (Kind | undefined)[] = ['and', 'or'];
const DESCRIBES: readonly (Kind | undefined)[] = ['gender', 'language', 'number', 'compare', 'years'];

/**
 * Finds what a sentence says about audiences: clauses with a word such as "audience", and a gender with an age, which
 * only an audience has: "women 25 to 34 in Germany".
 */
export function audienceClauses(items: readonly Item[]): AudienceClause[] {
  const found: AudienceClause[] = [];
  const kind = (index: number) => items[index]?.meaning.kind;
  for (let index = 0; index < items.length; index++) {
    if (kind(index) !== 'audience') continue;
    const first = startOf(items, index);
    let last = index;
    while (last + 1 < items.length && kind(last + 1) !== 'stop') last++;
    const isDescribed = kind(first) === 'word';
    found.push(read(items, first, last, !isDescribed));
    index = last;
  }
  const isTaken = (index: number) => found.some(({ first, last }) => index >= first && index <= last);
  for (let index = 0; index < items.length; index++) {
    if (kind(index) !== 'gender' || isTaken(index)) continue;
    const clause = readPeople(items, index);
    if (clause && !isTaken(clause.first) && !isTaken(clause.last)) found.push(clause);
  }
  return found;
}

/** Where the description before "audience" starts: "at least 60% female audience", "German-speaking audience". */
function startOf(items: readonly Item[], opener: number): number {
  const kind = (index: number) => items[index]?.meaning.kind;
  let first = opener;
  if (kind(first - 1) === 'word') {
    while (kind(first - 1) === 'word') first--;
    return first;
  }
  for (;;) {
    let before = first - 1;
    while (JOINS.includes(kind(before)) && before >= 0) before--;
    const described = DESCRIBES.includes(kind(before));
    const isFigure = kind(before) === 'number' && !isPercent(items[before]);
    if (!described || isFigure) return first;
    if (before < first - 1 && kind(before) !== 'gender' && kind(before) !== 'number') return first;
    first = before;
  }
}

const isPercent = (item: Item | undefined): boolean =>
  item?.meaning.kind === 'number' && item.meaning.amount.percent;

/** A gender with an age, and a country after them; null without an age that can be filtered by. */
function readPeople(items: readonly Item[], gender: number): AudienceClause | null {
  const kind = (index: number) => items[index]?.meaning.kind;
  const isOneOf = JOINED.includes(kind(gender - 1)) && kind(gender - 2) === 'gender';
  let at = gender + 1;
  while (['years', 'glue', 'place', 'filler'].includes(kind(at) ?? '')) at++;
  const age = ageAt(items, at);
  if (!age) return null;
  let last = age.last;
  while (kind(last + 1) === 'years') last++;
  let next = last + 1;
  while (kind(next) === 'place' || kind(next) === 'glue') next++;
  if (kind(next) === 'country' && next > last + 1) last = next;
  if (isOneOf) return { first: gender - 2, last, conditions: null, usual: false };
  return age.code === null
    ? { first: gender, last: age.last, conditions: null, usual: false }
    : read(items, gender, last, true);
}

/** An age at a position: "25 to 34", "between 18 and 24", "65 and older". Its code is null if reports have no such group. */
function ageAt(items: readonly Item[], at: number): { code: string | null; last: number } | null {
  const meaning = (index: number) => items[index]?.meaning;
  const numberAt = (index: number): number | null => {
    const found = meaning(index);
    return found?.kind === 'number' && !found.amount.percent && found.amount.unit === 1
      ? found.amount.mantissa
      : null;
  };
  const compare = meaning(at);
  const by = compare?.kind === 'compare' ? compare.by : null;
  const from = by ? at + 1 : at;
  const least = numberAt(from);
  if (least === null || least < 13 || least > 99) return null;
  const joint = meaning(from + 1)?.kind;
  const most = joint === 'to' || joint === 'and' ? numberAt(from + 2) : null;
  const group = (text: string) => AUDIENCE_AGES.find((age) => age === text) ?? null;
  if (most !== null) return { code: group(`${least}-${most}`), last: from + 2 };
  const trailing = meaning(from + 1);
  if (trailing?.kind === 'trailing' && trailing.by === 'min')
    return { code: group(`${least}-`), last: from + 1 };
  return by === 'min' ? { code: group(`${least}-`), last: from } : null;
}

/** Reads all of a clause; without conditions if any of it can't be filtered by. */
function read(items: readonly Item[], first: number, last: number, readable: boolean): AudienceClause {
  const none = { first, last, conditions: null, usual: false };
  if (!readable) return none;
  const conditions: AudienceCondition[] = [];
  let share: number | null = null;
  let usual = false;
  const add = (kind: AudienceKind, code: string): boolean => {
    if (conditions.some((one) => one.kind === kind)) return false;
    usual ||= share === null;
    conditions.push({ kind, code, percent: share ?? (kind === 'gender' ? GENDER_LEAST : AUDIENCE_LEAST) });
    share = null;
    return true;
  };
  for (let at = first; at <= last; at++) {
    const meaning = items[at]?.meaning;
    const age = ageAt(items, at);
    if (age) {
      if (!age.code || age.last > last || !add('age', age.code)) return none;
      at = age.last;
    } else if (meaning?.kind === 'number') {
      if (!meaning.amount.percent || share !== null) return none;
      share = meaning.amount.mantissa;
    } else if (meaning?.kind === 'gender') {
      if (!add('gender', meaning.gender)) return none;
    } else if (meaning?.kind === 'country') {
      const [country, ...others] = meaning.countries;
      if (!country || others.length > 0 || !add('country', country)) return none;
    } else if (meaning?.kind === 'language') {
      if (!add('language', meaning.language)) return none;
    } else if (
      !meaning ||
      !(meaning.kind === 'audience' || meaning.kind === 'compare' || JOINS.includes(meaning.kind))
    )
      return none;
  }
  // "audience in Spain, at least 40%"
  if (share !== null) {
    const [only] = conditions;
    if (!only || conditions.length > 1) return none;
    only.percent = share;
    usual = false;
  }
  const texts = conditions.map(audienceConditionText);
  const isValid = texts.length > 0 && texts.every((text) => readAudienceCondition(text));
  return isValid ? { first, last, conditions: texts, usual } : none;
}
