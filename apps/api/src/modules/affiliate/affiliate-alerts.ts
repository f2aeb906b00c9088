import * as contract from '@troupe/contract/affiliate/affiliate-alert';
import { type FoundAlert, hitAlertsOf, leakOf, refundRingOf } from '@troupe/domain/affiliate/affiliate-alert';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, ChangeContext } from '../../platform/api.ts';
import { withTransaction } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { oneByOne } from '../../platform/jobs.ts';
import { notify } from '../inbox/notification/notification.queries.ts';
import {
  addAlerts,
  readAlert,
  readAlerts,
  readCodeUses,
  readHits,
  readOwnPurchases,
  readRefunds,
  readWatchedBrands,
  settle,
} from './affiliate-alert/affiliate-alert.queries.ts';
import { t } from './messages/messages.gen.ts';

/** Registers the calls about alerts, and the job that looks for what needs one. */
export function affiliateAlerts(api: Api): void {
  const { implement, implementChange, pool, jobs, clock } = api;
  implement(contract.listAlerts, async ({ brandId, query: { page, ...filter } }) => {
    const { alerts, open, total } = await readAlerts(pool, brandId, filter, page);
    return { alerts, open, ...pagesOf(page, total) };
  });
  implementChange(contract.settleAlert, (context) => settleOne(api, context));
  jobs.every('*/15 * * * *', 'affiliate-watch', () => watchPrograms(api, clock.now()), { policy: 'short' });
}

async function settleOne(
  { clock, pool }: Api,
  { brandId, caller, params: { alertId }, body, commit }: ChangeContext<typeof contract.settleAlert>,
) {
  const values = { state: body.state, reason: body.reason.trim(), userId: caller.userId };
  await commit(async (tx) => {
    if (await settle(tx, brandId, alertId, values, clock.now())) return;
    if (!(await readAlert(pool, brandId, alertId))) throw problem('not_found');
    throw problem('invalid_transition', { message: 'This alert is settled.' });
  });
  const alert = await readAlert(pool, brandId, alertId);
  if (!alert) throw problem('not_found');
  return { alert };
}

type Watch = Pick<Api, 'pool' | 'log'>;

/** Looks for leaked codes, self-purchases, unusual hits and refunds in all programs that are on. */
export async function watchPrograms({ pool, log }: Watch, now: Date): Promise<void> {
  await oneByOne(log, 'failed to watch a program', await readWatchedBrands(pool), (brandId) =>
    watchProgram(pool, brandId, now),
  );
}

async function watchProgram(pool: Api['pool'], brandId: string, now: Date): Promise<void> {
  const found = [
    ...(await findLeaks(pool, brandId, now)),
    ...(await findHits(pool, brandId, now)),
    ...(await findRefunds(pool, brandId, now)),
    ...(await findOwnPurchases(pool, brandId, now)),
  ];
  if (found.length === 0) return;
  await withTransaction(pool, async (tx, connection) => {
    for (const { id, kind, subject, affiliateId, username, figures } of await addAlerts(
      connection,
      brandId,
      found,
      now,
    )) {
      await publish(tx, { type: 'affiliate.alert', brandId, data: { alertId: id, kind, affiliateId } }, now);
      const name = String(figures.code ?? figures.order ?? figures.link ?? '');
      await notify(tx, {
        brandId,
        kind: 'opt-in',
        write: () => ({ title: titleOf(kind, name, username), text: t('alert.look') }),
        href: '/affiliate/alerts',
        reference: `affiliate-alert:${kind}:${subject}:${id}`,
        now,
      });
    }
  });
}

function titleOf(kind: FoundAlert['kind'], name: string, username: string): string {
  if (kind === 'leak') return t('alert.leak', { code: name });
  if (kind === 'self-purchase') return t('alert.selfPurchase', { username, order: name });
  if (kind === 'click-flood') return t('alert.clickFlood', { username });
  if (kind === 'cookie-stuffing') return t('alert.cookieStuffing', { username });
  if (kind === 'paid-search') return t('alert.paidSearch', { username });
  return t('alert.refundRing', { username });
}

async function findLeaks(pool: Api['pool'], brandId: string, now: Date): Promise<FoundAlert[]> {
  const codes = await readCodeUses(pool, brandId, now);
  return codes.flatMap(({ id, code, affiliateId, username, uses }) => {
    const others = codes.filter((other) => other.id !== id).flatMap((other) => other.uses);
    const figures = leakOf(uses, others, now.getTime());
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
  return links.flatMap(({ id, slug, affiliateId, username, ...hits }) =>
    hitAlertsOf(hits).map(({ kind, figures }) => ({
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
