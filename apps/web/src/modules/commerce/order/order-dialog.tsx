import type { Order } from '@troupe/domain/commerce/order';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import type { ReactNode } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { STATUS_TONES, sourceText } from './order-labels.ts';

/** What an order comes to, what was in it, and what may say who sent the buyer. */
export default function OrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { currency, status, presentment, discounts, attributes, lines, ref, landingSite } = order;
  const amount = (value: number) => columnMoney(value, currency);
  const traces = [
    ...discounts.map(({ code, amount: off }) => ({
      name: t('order.discountCode'),
      value: off === null ? code : t('order.codeOff', { code, amount: amount(off) }),
    })),
    ...(ref ? [{ name: t('order.reference'), value: ref }] : []),
    ...(landingSite ? [{ name: t('order.landingPage'), value: landingSite }] : []),
    ...attributes.map(({ name, value }) => ({ name: t('order.cart', { name }), value })),
  ];
  return (
    <Dialog
      open
      title={t('order.title', { name: order.name })}
      width={560}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={onClose}>
          {shared('action.close')}
        </Button>
      }
    >
      <div className="order-details">
        <p className="t-row t-wrap t-ink2">
          <Pill tone={STATUS_TONES[status]}>{t(`order.status.${status}`)}</Pill>
          {order.financialStatus === 'pending' && <Pill>{t('order.paymentPending')}</Pill>}
          <span>
            {t.rich('order.placedText', {
              source: sourceText(order),
              placed: () => <Ago key="placed" at={order.placed} />,
              updated: () => <Ago key="updated" at={order.updated} />,
            })}
          </span>
        </p>
        <dl className="order-facts">
          <Fact name={t('order.goods')}>{amount(order.subtotal)}</Fact>
          <Fact name={t('order.discounts')}>{amount(order.discount)}</Fact>
          <Fact name={t('order.shipping')}>{amount(order.shipping)}</Fact>
          <Fact name={t('order.tax')}>{amount(order.tax)}</Fact>
          <Fact name={t('order.totalPaid')}>
            {amount(order.total)}
            {presentment && ' '}
            {presentment &&
              t('order.buyerSaw', { amount: columnMoney(presentment.total, presentment.currency) })}
          </Fact>
          <Fact name={t('order.refunded')}>{amount(order.refunded)}</Fact>
          <Fact name={t('order.net')} strong>
            {order.counted ? amount(order.net) : t('order.notCounted')}
          </Fact>
        </dl>
        {traces.length > 0 && (
          <>
            <h3 className="t-14 t-name">{t('order.signals')}</h3>
            <dl className="order-facts">
              {traces.map(({ name, value }) => (
                <Fact key={`${name} ${value}`} name={name}>
                  {value}
                </Fact>
              ))}
            </dl>
          </>
        )}
        {lines.length > 0 && (
          <>
            <h3 className="t-14 t-name">{t('order.products', { count: lines.length })}</h3>
            <ul className="order-lines">
              {lines.map((line, place) => (
                <li key={line.id ?? place}>
                  <span className="t-grow" dir="auto">
                    {exactNumber(line.quantity)} × {line.title}
                  </span>
                  <span className="t-num">{line.price === null ? '–' : amount(line.price)}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Dialog>
  );
}

function Fact({ name, strong, children }: { name: string; strong?: boolean; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className={strong ? 't-medium' : undefined} dir="auto">
        {children}
      </dd>
    </>
  );
}
