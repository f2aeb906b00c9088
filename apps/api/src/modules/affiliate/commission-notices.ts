import { money } from '@troupe/domain/money';
import type { Api } from '../../platform/api.ts';
import { notifyEach, type PersonalNotice } from '../inbox/notification/notification.queries.ts';
import { type Correction, readCorrections } from './commission/commission.queries.ts';
import { t } from './messages/messages.gen.ts';

/** Notifies creators when a commission is reversed: orders are returned, canceled, disputed or credited to others. */
export function subscribeCommissionNotices({ events }: Pick<Api, 'events'>): void {
  events.subscribe('commission.written', async (tx, published, now) => {
    for (const { brandId, data } of published) {
      const corrections = await readCorrections(tx, brandId, data.commissionIds);
      const byCreator = new Map<string, Correction[]>();
      for (const one of corrections) {
        const key = `${one.affiliateId} ${one.currency}`;
        byCreator.set(key, [...(byCreator.get(key) ?? []), one]);
      }
      await notifyEach(
        tx,
        [...byCreator.values()].map((own) => noticeOf(brandId, own)),
        now,
      );
    }
  });
}

/** One notice for all corrections that happened together. */
function noticeOf(brandId: string, own: readonly Correction[]): PersonalNotice {
  const [first] = own as readonly [Correction];
  const { id, userId, affiliateId, brandName: brand, orderName, kind, currency } = first;
  const amount = own.reduce((sum, one) => sum + one.amount, 0);
  const order = orderName ?? '';
  return {
    userId,
    brandId,
    kind: 'affiliate',
    write: () => {
      const change = t('correction.text', { brand, amount: money(amount, currency) });
      return own.length > 1
        ? { title: t('correction.several', { count: own.length }), text: change }
        : {
            title: t('correction.title', { order }),
            text: t('correction.reason', { reason: t(`correction.${kind}`, { order }), change }),
          };
    },
    href: `/programs/${affiliateId}`,
    reference: `commission:${id}`,
  };
}
