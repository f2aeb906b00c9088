import * as contract from '@troupe/contract/listening/monitor';
import {
  MAX_MONITORS,
  MonitorForm,
  type MonitorState,
  monitorMoveRefusal,
} from '@troupe/domain/listening/monitor';
import { exportBwq, importBwq } from '@troupe/domain/listening/query/bwq-file';
import { parseQuery } from '@troupe/domain/listening/query/parse-query';
import { problem } from '@troupe/domain/problem';
import { ZipFile } from 'yazl';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { connectionOf, type Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import {
  addMonitorVersion,
  insertMonitor,
  lockMonitor,
  lockMonitors,
  readMonitor,
  readMonitors,
  readMonitorVersions,
  removeMonitor,
  updateMonitor,
} from './monitor/monitor.queries.ts';
import type { MonitorMatcher } from './monitor/monitor-matcher.ts';
import { readReplayFigures } from './monitor/monitor-replay.queries.ts';
import { checkQuery } from './monitor/query-check.ts';

/** Registers the calls about monitors. */
export function monitors(api: Api, matcher: MonitorMatcher): void {
  const { implement, implementChange, pool, clock } = api;
  // The announcement may reach this process later than the next post.
  const changing =
    <Context, Result>(handle: (api: Api, context: Context) => Promise<Result>) =>
    async (context: Context) => {
      const result = await handle(api, context);
      matcher.expire();
      return result;
    };
  implement(contract.listMonitors, async ({ brandId, query }) => ({
    monitors: await readMonitors(pool, brandId, query, clock.now()),
  }));
  implementChange(contract.createMonitor, changing(create));
  implementChange(contract.changeMonitor, changing(change));
  implementChange(contract.deleteMonitor, changing(remove));
  implement(contract.listMonitorVersions, async ({ brandId, params: { monitorId } }) => {
    const versions = await readMonitorVersions(pool, brandId, monitorId);
    if (versions.length === 0) throw problem('not_found');
    return { versions };
  });
  implement(contract.checkMonitorQuery, async ({ body }) => {
    await matcher.refresh();
    return { check: checkQuery(body, matcher) };
  });
  implementChange(contract.importMonitors, changing(importFiles));
  implement(contract.exportMonitors, async ({ brandId, query, reply }) => {
    const all = await readMonitors(pool, brandId, { state: ['active', 'paused'], kind: [] }, clock.now());
    const wanted = query.monitorId.length > 0 ? all.filter(({ id }) => query.monitorId.includes(id)) : all;
    const archive = new ZipFile();
    for (const { name, text } of exportBwq(wanted)) archive.addBuffer(Buffer.from(text), name);
    archive.end();
    return reply
      .type('application/zip')
      .header('content-disposition', 'attachment; filename="monitors.zip"')
      .send(archive.outputStream);
  });
}

async function readOne({ pool, clock }: Api, brandId: string, monitorId: string) {
  const monitor = await readMonitor(pool, brandId, monitorId, clock.now());
  if (!monitor) throw problem('not_found');
  return { monitor };
}

const announce = (tx: Database, brandId: string, monitorId: string, now: Date) =>
  publish(tx, { type: 'monitor.changed', brandId, data: { monitorId } }, now);

async function requireRoom(tx: Database, brandId: string): Promise<void> {
  if ((await lockMonitors(tx, brandId)) >= MAX_MONITORS)
    throw problem('too_many', {
      message: `A brand can have up to ${MAX_MONITORS} monitors. Archive one first.`,
    });
}

type NewMonitor = Pick<
  MonitorForm,
  'name' | 'kind' | 'setName' | 'query' | 'languages' | 'sources' | 'alertRules'
>;

/** Adds a monitor with its first version. */
async function addMonitor(
  tx: Database,
  { name, kind, setName, query, languages, sources, alertRules }: NewMonitor,
  { brandId, userId, replayId, now }: { brandId: string; userId: string; replayId: string | null; now: Date },
): Promise<string> {
  const id = newId();
  const at = now.toISOString();
  await insertMonitor(tx, {
    id,
    brandId,
    name: name.trim(),
    kind,
    setName,
    query,
    languages,
    sources,
    alertRules,
    createdAt: at,
    updatedAt: at,
  });
  const replay = replayId && (await readReplayFigures(connectionOf(tx), brandId, replayId, query));
  await addMonitorVersion(tx, {
    monitorId: id,
    version: 1,
    query,
    languages,
    sources,
    userId,
    at,
    replay: replay || null,
  });
  await announce(tx, brandId, id, now);
  return id;
}

async function create(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.createMonitor>,
) {
  const now = api.clock.now();
  const { monitorId } = await commit(async (tx) => {
    await requireRoom(tx, brandId);
    const to = { brandId, userId: caller.userId, replayId: body.replayId, now };
    return { monitorId: await addMonitor(tx, body, to) };
  });
  return readOne(api, brandId, monitorId);
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one) => b.includes(one));

async function change(
  api: Api,
  { brandId, caller, params: { monitorId }, body, commit }: ChangeContext<typeof contract.changeMonitor>,
) {
  const now = api.clock.now();
  await commit(async (tx) => {
    const before = await lockMonitor(tx, brandId, monitorId);
    if (!before) throw problem('not_found');
    if (before.version !== body.version) throw problem('conflict', { extra: { version: before.version } });
    if (body.state && body.state !== before.state) await requireMove(tx, brandId, before, body.state);
    const values = {
      name: body.name?.trim() ?? before.name,
      kind: body.kind ?? before.kind,
      setName: body.setName === undefined ? before.setName : body.setName,
      query: body.query ?? before.query,
      languages: body.languages ?? before.languages,
      sources: body.sources ?? before.sources,
      alertRules: body.alertRules ?? before.alertRules,
    };
    const state = body.state ?? before.state;
    const isNewQuery =
      values.query !== before.query ||
      !isSame(values.languages, before.languages) ||
      !isSame(values.sources, before.sources);
    const changesMore = isNewQuery || values.name !== before.name || values.kind !== before.kind;
    if (changesMore && before.kind === 'creator-code')
      throw problem('invalid_transition', {
        message: "You can't edit this monitor because it tracks a discount code.",
      });
    if (changesMore && state === 'archived')
      throw problem('invalid_transition', { message: 'Restore this monitor to change it.' });
    const queryVersion = before.queryVersion + (isNewQuery ? 1 : 0);
    await updateMonitor(
      tx,
      brandId,
      monitorId,
      Object.assign(values, {
        state,
        pauseReason:
          state === 'paused' ? (before.state === 'paused' ? before.pauseReason : ('person' as const)) : null,
        queryVersion,
        version: before.version + 1,
        updatedAt: now.toISOString(),
      }),
    );
    if (isNewQuery) {
      const { query, languages, sources } = values;
      const replay =
        body.replayId && (await readReplayFigures(connectionOf(tx), brandId, body.replayId, query));
      await addMonitorVersion(tx, {
        monitorId,
        version: queryVersion,
        query,
        languages,
        sources,
        userId: caller.userId,
        at: now.toISOString(),
        replay: replay || null,
      });
    }
    await announce(tx, brandId, monitorId, now);
  });
  return readOne(api, brandId, monitorId);
}

async function requireMove(
  tx: Database,
  brandId: string,
  { kind, state }: Pick<NonNullable<Awaited<ReturnType<typeof lockMonitor>>>, 'kind' | 'state'>,
  to: MonitorState,
): Promise<void> {
  const refusal = monitorMoveRefusal(kind, state, to);
  if (refusal) throw problem('invalid_transition', { message: refusal });
  if (state === 'archived') await requireRoom(tx, brandId);
}

async function remove(
  { clock }: Api,
  { brandId, params: { monitorId }, commit }: ChangeContext<typeof contract.deleteMonitor>,
) {
  await commit(async (tx) => {
    const before = await lockMonitor(tx, brandId, monitorId);
    if (!before) throw problem('not_found');
    if (before.kind === 'creator-code')
      throw problem('invalid_transition', {
        message: "You can't archive or delete this monitor. It ends when its discount code ends.",
      });
    await removeMonitor(tx, brandId, monitorId);
    await announce(tx, brandId, monitorId, clock.now());
  });
  return { success: true };
}

async function importFiles(
  { clock }: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.importMonitors>,
) {
  const now = clock.now();
  const files = importBwq(body.files);
  return commit(async (tx) => {
    let room = MAX_MONITORS - (await lockMonitors(tx, brandId));
    if (room <= 0)
      throw problem('too_many', {
        message: `A brand can have up to ${MAX_MONITORS} monitors. Archive one first.`,
      });
    const results = [];
    for (const { name, query } of files) {
      const { problems } = parseQuery(query);
      const form = MonitorForm.safeParse({ name, kind: body.kind, query });
      const to = { brandId, userId: caller.userId, replayId: null, now };
      const monitorId = form.success && room > 0 ? await addMonitor(tx, form.data, to) : null;
      if (monitorId) room -= 1;
      results.push({ name, monitorId, problems });
    }
    return { results };
  });
}
