import * as contract from '@troupe/contract/listening/mention-alert';
import {
  COMPARED_WEEKS,
  FEWEST_MENTIONS,
  negativeShift,
  REFRACTORY_MS,
  spikeOf,
} from '@troupe/domain/listening/spike';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { newId } from '../../platform/id.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import {
  addMentionAlert,
  lockMentionAlert,
  muteMonitor,
  type NewMentionAlert,
  readEarlierHours,
  readMentionAlert,
  readMentionAlerts,
  readTopClusters,
  readWatchedMonitors,
  settleMentionAlerts,
  type WatchedMonitor,
} from './mention-alert/mention-alert.queries.ts';
import { t } from './messages/messages.gen.ts';

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Hours before and after the same hour whose scatter is considered. */
const HOURS_AROUND = 3;
/** The fewest judged mentions, now and before, that a share of negative ones is compared by. */
const FEWEST_JUDGED = 20;
const FEWEST_USUAL = 50;
/** A share over a day changes slowly, so another alert within a day would say the same. */
const SHIFT_QUIET_MS = DAY_MS;

/** Registers the calls about alerts, and the job that looks for spikes. */
export function mentionAlerts(api: Api): void {
  const { implement, implementChange, pool, jobs, clock } = api;
  implement(contract.listMentionAlerts, async ({ brandId, query: { page, ...filter } }) => {
    const { alerts, total, open } = await readMentionAlerts(pool, brandId, filter, page, clock.now());
    return Object.assign({ alerts, open }, pagesOf(page, total));
  });
  implementChange(contract.actOnMentionAlert, (context) => act(api, context));
  jobs.every('*/5 * * * *', 'listening-watch-spikes', () => watchSpikes(api, clock.now()), {
    policy: 'short',
  });
}

async function act(
  { pool, clock }: Api,
  { brandId, caller, params: { alertId }, body, commit }: ChangeContext<typeof contract.actOnMentionAlert>,
) {
  const now = clock.now();
  const { action, reason, hours } = body;
  const by = { reason, userId: caller.userId, now };
  await commit(async (tx, connection) => {
    const alert = await lockMentionAlert(connection, brandId, alertId);
    if (!alert) throw problem('not_found');
    if (action !== 'mute') {
      if (alert.state !== 'open')
        throw problem('invalid_transition', {
          message: 'This alert is already marked as seen or dismissed.',
        });
      const state = action === 'seen' ? ('seen' as const) : ('dismissed' as const);
      await settleMentionAlerts(connection, brandId, { alertId }, Object.assign({ state }, by));
      return;
    }
    const { monitorId } = alert;
    const until = new Date(now.getTime() + hours * HOUR_MS);
    await muteMonitor(connection, brandId, monitorId, { until, reason, now });
    const state = 'dismissed' as const;
    await settleMentionAlerts(connection, brandId, { monitorId }, Object.assign({ state }, by));
    await publish(tx, { type: 'monitor.changed', brandId, data: { monitorId } }, now);
  });
  const alert = await readMentionAlert(pool, brandId, alertId, now);
  if (!alert) throw problem('not_found');
  return { alert };
}

type Watch = Pick<Api, 'pool' | 'log'>;

/** Looks for spikes in the latest hour, and for another share of negative mentions in the latest day, of all monitors. */
export async function watchSpikes(api: Watch, now: Date): Promise<void> {
  // The quarter that is running counts: it can only make the hour smaller, so nothing is raised too early.
  const end = new Date(Math.floor(now.getTime() / QUARTER_MS) * QUARTER_MS + QUARTER_MS);
  const start = new Date(end.getTime() - HOUR_MS);
  const least = { start, end, fewest: FEWEST_MENTIONS, fewestJudged: FEWEST_JUDGED };
  const watched = await readWatchedMonitors(api.pool, least);
  await oneByOne(api.log, 'failed to look for spikes of a monitor', watched, async (monitor) => {
    if (monitor.spike && monitor.seen >= FEWEST_MENTIONS) await watchHour(api, monitor, { start, end, now });
    if (monitor.negativeShift) await watchShare(api, monitor, { end, now });
  });
}

async function watchHour(
  api: Watch,
  monitor: WatchedMonitor,
  { start, end, now }: { start: Date; end: Date; now: Date },
): Promise<void> {
  const shape = { weeks: COMPARED_WEEKS, around: HOURS_AROUND };
  const byHour = Map.groupBy(
    await readEarlierHours(api.pool, monitor.id, start, shape),
    ({ hours }) => hours,
  );
  const voicesOf = (hours: number) => byHour.get(hours)?.map(({ voices }) => voices) ?? [];
  const around = [...byHour.keys()].filter((hours) => hours !== 0).map(voicesOf);
  const sameHours = voicesOf(0);
  const found = spikeOf(monitor.seen, { sameHours, around }, monitor.sinceSpike);
  if (!found) return;
  const { seen, expected, dispersion, p } = found;
  await raise(
    api,
    monitor,
    {
      rule: 'spike',
      bucket: start,
      seen,
      expected,
      p,
      figures: {
        dispersion: Math.round(dispersion * 100) / 100,
        weeks: sameHours.filter((voices) => voices !== null).length,
      },
      topClusters: await readTopClusters(api.pool, monitor.id, { start, end, negative: false }),
    },
    { now, quietMs: REFRACTORY_MS },
  );
}

const percent = (share: number) => Math.round(share * 1000) / 10;

async function watchShare(
  api: Watch,
  monitor: WatchedMonitor,
  { end, now }: { end: Date; now: Date },
): Promise<void> {
  const { judged, negative, usualJudged, usualNegative, sinceShift } = monitor;
  if (usualJudged < FEWEST_USUAL || (sinceShift !== null && sinceShift < SHIFT_QUIET_MS)) return;
  const usualShare = usualNegative / usualJudged;
  const found = negativeShift(negative, judged, usualShare);
  if (!found) return;
  const start = new Date(end.getTime() - DAY_MS);
  await raise(
    api,
    monitor,
    {
      rule: 'negative-shift',
      bucket: end,
      seen: negative,
      expected: Math.round(usualShare * judged * 10) / 10,
      p: null,
      figures: {
        direction: found.direction,
        judged,
        share: percent(found.share),
        low: percent(found.low),
        high: percent(found.high),
        usualShare: percent(usualShare),
      },
      topClusters: await readTopClusters(api.pool, monitor.id, { start, end, negative: true }),
    },
    { now, quietMs: SHIFT_QUIET_MS },
  );
}

/** Adds an alert, notifies the team, and publishes it for webhooks. */
async function raise(
  { pool }: Watch,
  { id: monitorId, brandId, name }: WatchedMonitor,
  figures: Omit<NewMentionAlert, 'id' | 'brandId' | 'monitorId'>,
  { now, quietMs }: { now: Date; quietMs: number },
): Promise<void> {
  const id = newId();
  const alert = Object.assign({ id, brandId, monitorId }, figures);
  await withTransaction(pool, async (tx, connection) => {
    const quietSince = new Date(now.getTime() - quietMs);
    if (!(await addMentionAlert(connection, alert, { now, quietSince }))) return;
    const { rule, bucket, seen, expected } = alert;
    const data = { alertId: id, monitorId, rule, hour: bucket.toISOString(), seen, expected };
    await publish(tx, { type: 'mention.spike', brandId, data }, now);
    const { share = 0, usualShare = 0 } = alert.figures;
    await notify(tx, {
      brandId,
      kind: 'listening',
      write: () =>
        rule === 'spike'
          ? {
              title: t('alert.spike', { name }),
              text: t('alert.spikeText', { seen, expected: Math.round(expected * 10) / 10 }),
            }
          : {
              title: t(alert.figures.direction === 'up' ? 'alert.moreNegative' : 'alert.lessNegative', {
                name,
              }),
              text: t('alert.shiftText', { share, usual: usualShare }),
            },
      href: '/social-listening/alerts',
      reference: `mention-alert:${id}`,
      now,
    });
  });
}
