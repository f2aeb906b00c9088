import * as calls from '@troupe/contract/discovery/list-board';
import { knownValues, mergeFields } from '@troupe/domain/discovery/list-field';
import { MAX_STAGES } from '@troupe/domain/discovery/list-field-limits';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext, ChangeContext } from '../../../platform/api.ts';
import { lockCard, moveCard, readBoard, readStages, writeStages } from './creator-list-board.queries.ts';
import { readListFields } from './creator-list-field.queries.ts';
import { publishSave } from './creator-list-item.queries.ts';

/** Registers the routes of the pipeline boards of lists. */
export function creatorListBoardRoutes(api: Api): void {
  const { implement, implementChange } = api;
  implement(calls.getListBoard, (context) => getBoard(api, context));
  implementChange(calls.updateListStages, (context) => changeStages(api, context));
  implementChange(calls.moveListCard, (context) => move(api, context));
}

const now = (api: Api): string => api.clock.now().toISOString();

async function getBoard(api: Api, { brandId, params, query }: CallContext<typeof calls.getListBoard>) {
  const of = { brandId, listId: params.id };
  const stages = await readStages(api.pool, of);
  if (!stages) throw problem('not_found');
  const [columns, fields] = await Promise.all([
    readBoard(api.pool, Object.assign({ stages, page: query.page }, of)),
    readListFields(api.pool, brandId, params.id),
  ]);
  for (const { cards } of columns)
    for (const card of cards) card.custom = knownValues(fields ?? [], card.custom);
  return { stages, columns };
}

async function changeStages(
  api: Api,
  { brandId, params, body, commit }: ChangeContext<typeof calls.updateListStages>,
) {
  const stages = await commit(async (_tx, connection) => {
    const of = { brandId, listId: params.id };
    const before = await readStages(connection, of, true);
    if (!before) throw problem('not_found');
    const merged = mergeFields(before, { fields: body.stages, seen: body.seen }, MAX_STAGES);
    if (!merged) throw problem('too_many', { message: `A board can have up to ${MAX_STAGES} stages.` });
    const { fields: stages, removed } = merged;
    await writeStages(connection, Object.assign({ stages, removed }, of), now(api));
    return stages;
  });
  return { stages };
}

async function move(
  api: Api,
  { brandId, caller, params, body, commit }: ChangeContext<typeof calls.moveListCard>,
) {
  const { itemId } = params;
  const { stageId, after, from } = body;
  const by = { brandId, userId: caller.userId, now: now(api) };
  await commit(async (tx, connection) => {
    const card = await lockCard(connection, brandId, itemId);
    if (!card) throw problem('not_found');
    if (stageId !== null && !card.stages.some(({ id }) => id === stageId))
      throw problem('conflict', { message: 'This stage no longer exists. Choose another one.' });
    const isMoved = from !== undefined && card.stageId !== from && card.stageId !== stageId;
    if (isMoved)
      throw problem('conflict', {
        message: 'Someone else moved this creator.',
        extra: { stageId: card.stageId },
      });
    await moveCard(connection, { listId: card.listId, stageId, itemId, after }, by);
    await publishSave(tx, by, itemId);
  });
  return { stageId };
}
