import * as contract from '@troupe/contract/listening/mention';
import type { MentionChange, MentionFilter } from '@troupe/domain/listening/mention';
import { problem } from '@troupe/domain/problem';
import type pg from 'pg';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { sendCsv } from '../../platform/csv/csv-file.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { isMember } from '../inbox/conversation/conversation-change.queries.ts';
import { addToQuarters, countedSentiment, type QuarterDelta } from './mention/listening-quarter.queries.ts';
import {
  type CountedMention,
  countUnread,
  lockMentions,
  readMention,
  readMentions,
  updateMentions,
} from './mention/mention.queries.ts';
import { MENTION_HEAD, mentionCells } from './mention/mention-file.ts';

/** Registers the calls about mentions. */
export function mentions(api: Api): void {
  const { implement, implementChange, pool } = api;
  implement(contract.listMentions, async ({ brandId, query }) => {
    const [page, unread] = await Promise.all([
      readMentions(pool, brandId, query),
      countUnread(pool, brandId),
    ]);
    return { mentions: page.mentions, next: page.next, unread };
  });
  implement(contract.getMention, ({ brandId, params: { mentionId } }) => readOne(pool, brandId, mentionId));
  implementChange(contract.changeMention, (context) => changeOne(api, context));
  implementChange(contract.changeMentions, (context) => changeMany(api, context));
  implement(contract.exportMentions, async (context) =>
    sendCsv(context, {
      name: 'mentions.csv',
      head: MENTION_HEAD,
      rows: eachMention(pool, context.brandId, context.query),
      cells: mentionCells,
    }),
  );
}

/** Mentions of a file that are read at a time. */
const AT_ONCE = 500;

async function* eachMention(pool: pg.Pool, brandId: string, filter: Omit<MentionFilter, 'sort'>) {
  let after: string | undefined;
  do {
    const page = Object.assign({}, filter, { sort: 'newest' as const, limit: AT_ONCE, after });
    const { mentions: found, next } = await readMentions(pool, brandId, page);
    yield found;
    after = next ?? undefined;
  } while (after);
}

async function readOne(pool: pg.Pool, brandId: string, mentionId: string) {
  const mention = await readMention(pool, brandId, mentionId);
  if (!mention) throw problem('not_found');
  return { mention };
}

async function changeOne(
  api: Api,
  { brandId, caller, params: { mentionId }, body, commit }: ChangeContext<typeof contract.changeMention>,
) {
  await commit(async (tx, connection) => {
    const [before] = await lockMentions(connection, brandId, [mentionId]);
    if (!before) throw problem('not_found');
    if (body.version !== undefined && body.version !== before.version)
      throw problem('conflict', { extra: { version: before.version } });
    await apply(api, tx, connection, { brandId, userId: caller.userId, change: body }, [before]);
  });
  return readOne(api.pool, brandId, mentionId);
}

async function changeMany(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.changeMentions>,
) {
  const { mentionIds, ...change } = body;
  return commit(async (tx, connection) => {
    const found = await lockMentions(connection, brandId, mentionIds);
    await apply(api, tx, connection, { brandId, userId: caller.userId, change }, found);
    return { changed: found.length };
  });
}

/** Applies a change, and moves the mentions in the counts. */
async function apply(
  { clock }: Api,
  tx: Database,
  connection: Pick<pg.ClientBase, 'query'>,
  { brandId, userId, change }: { brandId: string; userId: string; change: MentionChange },
  found: readonly CountedMention[],
): Promise<void> {
  if (found.length === 0) return;
  const now = clock.now();
  if (change.assigneeId && !(await isMember(tx, brandId, change.assigneeId)))
    throw problem('invalid', { fields: { assigneeId: 'Choose a member of your team' } });
  await updateMentions(
    connection,
    brandId,
    found.map(({ id }) => id),
    change,
    { userId, now },
  );
  await addToQuarters(
    connection,
    found.flatMap((before) => movesOf(brandId, before, change)),
  );
  const monitorIds = new Set(found.map(({ monitorId }) => monitorId));
  await publish(
    tx,
    [...monitorIds].map((monitorId) => ({ type: 'monitor.changed' as const, brandId, data: { monitorId } })),
    now,
  );
}

/** Returns how a correction moves a mention in the counts: irrelevant ones don't count. */
function movesOf(brandId: string, before: CountedMention, change: MentionChange): QuarterDelta[] {
  const sentiment = change.sentiment === undefined ? before.personSentiment : change.sentiment;
  const relevant = change.relevant === undefined ? before.personRelevant : change.relevant;
  const was = countedSentiment(before.personSentiment ?? before.sentiment, before.hasModel);
  const is = countedSentiment(sentiment ?? before.sentiment, before.hasModel);
  const counted = before.personRelevant !== false;
  const counts = relevant !== false;
  if (counted === counts && (was === is || !counts)) return [];
  const delta = (as: QuarterDelta['sentiment'], sign: 1 | -1): QuarterDelta => ({
    brandId,
    monitorId: before.monitorId,
    publishedAt: new Date(before.publishedAt),
    sourceKind: before.sourceKind,
    lang: before.lang,
    sentiment: as,
    n: sign,
    clusters: before.isVoice ? sign : 0,
    reach: sign * (before.followers ?? 0),
    reachKnown: before.followers === null ? 0 : sign,
  });
  return [...(counted ? [delta(was, -1)] : []), ...(counts ? [delta(is, 1)] : [])];
}
