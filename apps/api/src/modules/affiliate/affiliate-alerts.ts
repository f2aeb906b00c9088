import * as contract from '@troupe/contract/affiliate/affiliate-alert';
import {
  type AffiliateAlert,
  comparesWithBrand,
  type FoundAlert,
  hitAlertsOf,
  leakOf,
  refundRingOf,
} from '@troupe/domain/affiliate/affiliate-alert';
import { namedClicks, namesBrand } from '@troupe/domain/affiliate/brand-term';
import { type ReadSightings, SIGHTING_MS } from '@troupe/domain/affiliate/code-sighting';
import { coldBurstOf } from '@troupe/domain/affiliate/leaked-code';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { sendCsv } from '../../platform/csv/csv-file.ts';
import { connectionOf, databaseOver, withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import {
  addAlerts,
  readAdTerms,
  readAlert,
  readAlerts,
  readAllAlerts,
  readBrandNames,
  readCodeUses,
  readHits,
  readOwnPurchases,
  readRefunds,
  readUsualUses,
  readWatchedBrands,
  readWatchedCode,
  settle,
} from './affiliate-alert/affiliate-alert.queries.ts';
import { alertFile } from './affiliate-alert/alert-file.ts';
import { readProgram } from './affiliate-program/affiliate-program.queries.ts';
import { t } from './messages/messages.gen.ts';
import { learnBuyerKeys } from './own-affiliates.ts';

/** Registers the calls about alerts, and the job that looks for what needs one. */
export function affiliateAlerts(api: Api, readSightings: ReadSightings): void {
  const { implement, implementChange, pool, jobs, clock } = api;
  implement(contract.listAlerts, async ({ brandId, query: { page, ...filter } }) => {
    const { alerts, open, total } = await readAlerts(pool, brandId, filter, page);
    await addSightings(readSightings, brandId, alerts, clock.now());
    return { alerts, open, ...pagesOf(page, total) };
  });
  implement(contract.exportAlerts, async (context) => {
    const alerts = await readAllAlerts(pool, context.brandId, context.query, MOST_EXPORTED);
    await addSightings(readSightings, context.brandId, alerts, clock.now());
    return sendCsv(context, alertFile(alerts));
  });
  implementChange(contract.settleAlert, async (context) => {
    const alert = await settleOne(api, context);
    await addSightings(readSightings, context.brandId, [alert], clock.now());
    return { alert };
  });
  jobs.every('*/15 * * * *', 'affiliate-watch', () => watchPrograms(api, clock.now()), { policy: 'short' });
  watchOrders(api);
  watchSightings(api, readSightings);
}

/** Adds the posts with leaked codes to their alerts: those from a week before the alert until it was settled. */
async function addSightings(
  readSightings: ReadSightings,
  brandId: string,
  alerts: readonly AffiliateAlert[],
  now: Date,
): Promise<void> {
  const windows = alerts
    .filter(({ kind }) => kind === 'leak')
    .map(({ id, subject, created, settled }) => ({
      key: id,
      codeId: subject,
      from: new Date(Date.parse(created) - SIGHTING_MS),
      until: settled === null ? now : new Date(settled),
    }));
  if (windows.length === 0) return;
  const seen = new Map((await readSightings(brandId, windows)).map(({ key, latest }) => [key, latest]));
  for (const alert of alerts) alert.sightings = seen.get(alert.id) ?? [];
}

const SIGHTINGS_JOB = 'affiliate-watch-sightings';

/** Raises the alarm about a code that others than its creator post. */
function watchSightings(api: Api, readSightings: ReadSightings): void {
  const { events, jobs, pool, clock } = api;
  events.subscribe('affiliate_code.sighted', async (tx, published) => {
    for (const { brandId, data } of published) {
      const once = { key: data.codeId, transaction: connectionOf(tx) };
      await jobs.send(SIGHTINGS_JOB, { brandId, codeId: data.codeId }, once);
    }
  });
  jobs.define<{ brandId: string; codeId: string }>(
    SIGHTINGS_JOB,
    async ({ brandId, codeId }) => {
      const now = clock.now();
      const code = await readWatchedCode(pool, brandId, codeId);
      if (!code) return;
      const window = { key: codeId, codeId, from: new Date(now.getTime() - SIGHTING_MS), until: now };
      const [seen] = await readSightings(brandId, [window]);
      const [latest] = seen?.latest ?? [];
      if (!seen || !latest) return;
      const { affiliateId, username } = code;
      const { sightings, authors } = seen;
      const figures = { code: code.code, sightings, authors, author: latest.author, source: latest.source };
      await raiseAlerts(
        api,
        brandId,
        [{ kind: 'leak', subject: codeId, affiliateId, username, figures }],
        now,
      );
    },
    { policy: 'short' },
  );
}

const ORDERS_JOB = 'affiliate-watch-orders';
/** Orders that arrive within this time are checked together. */
const ORDERS_WAIT_SECONDS = 20;

/** Orders that arrived within this time are checked; the watch of all programs finds what was older. */
const ORDERS_BACK_MS = 15 * 60_000;

/** Looks for leaked codes and self-purchases soon after orders, rather than with the next run for all programs. */
function watchOrders(api: Api): void {
  const { events, jobs, pool, clock } = api;
  events.subscribe('order.placed', async (tx, published) => {
    for (const brandId of new Set(published.map((event) => event.brandId))) {
      if ((await readProgram(tx, brandId))?.state !== 'on') continue;
      const once = { key: brandId, delaySeconds: ORDERS_WAIT_SECONDS, transaction: connectionOf(tx) };
      await jobs.send(ORDERS_JOB, { brandId }, once);
    }
  });
  jobs.define<{ brandId: string }>(
    ORDERS_JOB,
    async ({ brandId }) => {
      const now = clock.now();
      const found = [
        ...(await findLeaks(pool, brandId, now, new Date(now.getTime() - ORDERS_BACK_MS))),
        ...(await findOwnPurchases(pool, brandId, now)),
      ];
      await raiseAlerts(api, brandId, found, now);
    },
    { policy: 'short' },
  );
}

const MOST_EXPORTED = 10_000;

async function settleOne(
  { clock, pool }: Api,
  { brandId, caller, params: { alertId }, body, commit }: ChangeContext<typeof contract.settleAlert>,
) {
  const values = { state: body.state, reason: body.reason.trim(), userId: caller.userId };
  await commit(async (tx) => {
    if (await settle(tx, brandId, alertId, values, clock.now())) return;
    if (!(await readAlert(pool, brandId, alertId))) throw problem('not_found');
    throw problem('invalid_transition', { message: 'This alert is already resolved or dismissed.' });
  });
  const alert = await readAlert(pool, brandId, alertId);
  if (!alert) throw problem('not_found');
  return alert;
}

type Watch = Pick<Api, 'pool' | 'log' | 'config' | 'clock'>;

/** Looks for leaked codes, self-purchases, unusual hits and refunds in all programs that are on. */
export async function watchPrograms(api: Watch, now: Date): Promise<void> {
  const { pool, log } = api;
  await oneByOne(log, 'failed to watch a program', await readWatchedBrands(pool), (brandId) =>
    watchProgram(api, brandId, now),
  );
}

async function watchProgram(api: Watch, brandId: string, now: Date): Promise<void> {
  // Creators may have another email address than when they joined.
  await learnBuyerKeys(databaseOver(api.pool), api.config.SECRET_KEY, brandId);
  await raiseAlerts(api, brandId, await findAlerts(api.pool, brandId, now), now);
}

/** Returns what a program's orders and clicks ask to be looked at. */
export async function findAlerts(pool: Api['pool'], brandId: string, now: Date): Promise<FoundAlert[]> {
  return [
    ...(await findLeaks(pool, brandId, now)),
    ...(await findHits(pool, brandId, now)),
    ...(await findRefunds(pool, brandId, now)),
    ...(await findOwnPurchases(pool, brandId, now)),
  ];
}

/** The most notifications about alerts that were found together; all are on the list. */
const MOST_NOTICES = 20;

/**
 * Adds alerts that aren't open yet, and notifies the team of each.
 * @param found most important first: at most 1,000 are added at a time
 * @returns how many are new, and how many would be but were left for later
 */
export async function raiseAlerts(
  api: Watch,
  brandId: string,
  found: readonly FoundAlert[],
  now: Date,
): Promise<{ added: number; left: number }> {
  if (found.length === 0) return { added: 0, left: 0 };
  return withTransaction(api.pool, async (tx, connection) => {
    const { added, left } = await addAlerts(connection, brandId, found, now);
    const events = added.map(({ id, kind, affiliateId }) => ({
      type: 'affiliate.alert' as const,
      brandId,
      data: { alertId: id, kind, affiliateId },
    }));
    if (events.length > 0) await publish(tx, events, now);
    for (const { id, kind, subject, username, figures } of added.slice(0, MOST_NOTICES)) {
      const name = nameOf(figures);
      await notify(tx, {
        brandId,
        kind: 'affiliate',
        write: () => ({ title: titleOf(kind, name, username), text: textOf(figures) }),
        href: '/affiliate/alerts',
        reference: `affiliate-alert:${kind}:${subject}:${id}`,
        now,
      });
    }
    return { added: added.length, left };
  });
}

const nameOf = ({ code, order, link }: FoundAlert['figures']): string => String(code ?? order ?? link ?? '');

/** Names the post that showed a leaked code. */
const textOf = ({ sightings, author, source }: FoundAlert['figures']): string =>
  sightings === undefined
    ? t('alert.look')
    : t('alert.sighted', { sightings: Number(sightings), author: String(author), source: String(source) });

function titleOf(kind: FoundAlert['kind'], name: string, username: string): string {
  if (kind === 'leak') return t('alert.leak', { code: name });
  if (kind === 'self-purchase') return t('alert.selfPurchase', { username, order: name });
  if (kind === 'click-flood') return t('alert.clickFlood', { username });
  if (kind === 'cookie-stuffing') return t('alert.cookieStuffing', { username });
  if (kind === 'paid-search') return t('alert.paidSearch', { username });
  if (kind === 'double-commission') return t('alert.doubleCommission', { order: name });
  return t('alert.refundRing', { username });
}

/** @param since looks only at codes used in orders that arrived after this; null for all */
async function findLeaks(
  pool: Api['pool'],
  brandId: string,
  now: Date,
  since: Date | null = null,
): Promise<FoundAlert[]> {
  const codes = await readCodeUses(pool, brandId, now, since);
  const at = now.getTime();
  const isNew = codes.some(({ uses }) => comparesWithBrand(uses, at));
  const brand = isNew ? await readUsualUses(pool, brandId, now) : null;
  return codes.flatMap(({ id, code, affiliateId, username, uses }) => {
    const figures = leakOf(uses, brand, at) ?? coldBurstOf(uses, at);
    return figures
      ? [
          {
            kind: 'leak' as const,
            subject: id,
            affiliateId,
            username,
            figures: Object.assign({ code }, figures),
          },
        ]
      : [];
  });
}

async function findHits(pool: Api['pool'], brandId: string, now: Date): Promise<FoundAlert[]> {
  const links = await readHits(pool, brandId, now);
  const hasAds = links.some(({ paid }) => paid > 0);
  const terms = hasAds ? await readAdTerms(pool, brandId, now) : [];
  const isNamed = namesBrand(
    terms.length > 0 ? await readBrandNames(pool, brandId) : { names: [], hosts: [] },
  );
  const namedOf = (linkId: string) =>
    namedClicks(
      terms.filter((one) => one.linkId === linkId),
      isNamed,
    );
  return links.flatMap(({ id, slug, affiliateId, username, ...hits }) =>
    hitAlertsOf(Object.assign(hits, namedOf(id))).map(({ kind, figures }) => ({
      kind,
      subject: id,
      affiliateId,
      username,
      figures: Object.assign({ link: slug }, figures),
    })),
  );
}

async function findRefunds(pool: Api['pool'], brandId: string, now: Date): Promise<FoundAlert[]> {
  const creators = await readRefunds(pool, brandId, now);
  const total = (name: 'orders' | 'refunded') => creators.reduce((sum, one) => sum + one[name], 0);
  const all = { orders: total('orders'), refunded: total('refunded') };
  return creators.flatMap(({ affiliateId, username, ...own }) => {
    const figures = refundRingOf(own, all);
    return figures
      ? [
          {
            kind: 'refund-ring' as const,
            subject: affiliateId,
            affiliateId,
            username,
            figures,
          },
        ]
      : [];
  });
}

async function findOwnPurchases(pool: Api['pool'], brandId: string, now: Date): Promise<FoundAlert[]> {
  const orders = await readOwnPurchases(pool, brandId, now);
  return orders.map(({ orderId, name, affiliateId, username, ...figures }) => ({
    kind: 'self-purchase',
    subject: orderId,
    affiliateId,
    username,
    figures: Object.assign({ order: name }, figures),
  }));
}
