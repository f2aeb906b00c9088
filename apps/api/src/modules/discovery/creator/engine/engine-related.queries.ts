import { readAudienceCondition } from '@troupe/domain/discovery/audience/audience-condition';
import type pg from 'pg';
import type { SearchFilters } from '../creator-search.ts';
import type { RelatedCreators } from './engine-query.ts';

/** Sets with more creators are too large to send with a search. */
const MOST_RELATED = 5000;

const LISTED = `select distinct item.creator_id from creator_list_item item join creator_list list on list.id = item.list_id
  where item.brand_id = $1 and item.archived_at is null and list.archived_at is null`;
const INVITED = 'select distinct creator_id from invite where brand_id = $1 and cancelled_at is null';
const CONTACTS = 'select creator_id from creator_contact where brand_id = $1';
const FLAGGED = `select distinct creator_id from safety_flag where brand_id = $1 and state = 'open'`;
const CHECKED = 'select creator_id from safety_check where brand_id = $1';
const UNFLAGGED = `select checked.creator_id from safety_check checked where checked.brand_id = $1
  and not exists (select from safety_flag flag
    where flag.creator_id = checked.creator_id and flag.brand_id = $1 and flag.state = 'open')`;
const KNOWN_AUDIENCE = 'select creator_id from creator_audience where brand_id = $1 and known';
const AUDIENCE = `select creator_id from audience_share
  where brand_id = $1 and kind = $2 and code = $3 and weight >= $4`;

/**
 * Reads the creators that a brand's own data includes or excludes, which only the database knows. Null if they are too
 * many to send to the engine.
 */
export async function readRelated(
  pool: pg.Pool,
  brandId: string,
  filters: SearchFilters,
): Promise<RelatedCreators | null> {
  const among: Promise<string[] | null>[] = [];
  const outside: Promise<string[] | null>[] = [];
  const read = (text: string, ...values: unknown[]) => readSet(pool, text, [brandId, ...values]);
  if (filters.notInLists !== undefined) (filters.notInLists ? outside : among).push(read(LISTED));
  if (filters.notInvited !== undefined) (filters.notInvited ? outside : among).push(read(INVITED));
  if (filters.safetyCategory.length > 0)
    among.push(read(`${FLAGGED} and category = any($2::text[])`, filters.safetyCategory));
  else if (filters.safety === 'open') among.push(read(FLAGGED));
  if (filters.safety === 'none') among.push(read(UNFLAGGED));
  if (filters.safety === 'unchecked') outside.push(read(CHECKED));
  for (const text of filters.audience) {
    const condition = readAudienceCondition(text);
    if (condition) among.push(read(AUDIENCE, condition.kind, condition.code, condition.percent / 100));
  }
  if (filters.audienceKnown) among.push(read(KNOWN_AUDIENCE));
  const contacts = filters.hasEmail === undefined ? null : read(CONTACTS);
  const sets = {
    among: await Promise.all(among),
    outside: await Promise.all(outside),
    contacts: await contacts,
  };
  if (!isComplete(sets.among) || !isComplete(sets.outside)) return null;
  if (contacts !== null && sets.contacts === null) return null;
  return { among: sets.among, outside: sets.outside, contacts: sets.contacts };
}

/** Reads a set of creators; null if it has too many. */
async function readSet(pool: pg.Pool, text: string, values: unknown[]): Promise<string[] | null> {
  const { rows } = await pool.query<{ creator_id: string }>(`${text} limit ${MOST_RELATED + 1}`, values);
  return rows.length > MOST_RELATED ? null : rows.map(({ creator_id }) => creator_id);
}

const isComplete = (sets: (string[] | null)[]): sets is string[][] => sets.every((set) => set !== null);
