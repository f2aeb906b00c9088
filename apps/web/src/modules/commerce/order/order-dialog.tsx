import { ORDER_STATUS_NAMES, type Order } from '@troupe/domain/commerce/order';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { counted, exactNumber, money } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import type { ReactNode } from 'react';
import { STATUS_TONES, sourceText } from './order-labels.ts';

/** What an order comes to, what was in it, and what may say who sent the buyer. */
export default function OrderDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { currency, status, presentment, discounts, attributes, lines, ref, landingSite } = order;
  const amount = (value: number) => money(value, currency);
  const traces = [
    ...discounts.map(({ code, amount: off }) => ({
      name: 'Discount code',
      value: off === null ? code : `${code}, ${amount(off)} off`,
    })),
    ...(ref ? [{ name: 'Reference', value: ref }] : []),
    ...(landingSite ? [{ name: 'Landing page', value: landingSite }] : []),
    ...attributes.map(({ name, value }) => ({ name: `Cart: ${name}`, value })),
  ];
  return (
    <Dialog
      open
      title={`Order ${order.name}`}
      width={560}
      onClose={onClose}
      actions={
        <Button kind="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="order-details">
        <p className="t-row t-wrap t-ink2">
          <Pill tone={STATUS_TONES[status]}>{ORDER_STATUS_NAMES[status]}</Pill>
          {order.financialStatus === 'pending' && <Pill>Payment pending</Pill>}
          <span>
            Placed <Ago at={order.placed} />, {sourceText(order)}, as of <Ago at={order.updated} />
          </span>
        </p>
        <dl className="order-facts">
          <Fact name="Goods after discounts">{amount(order.subtotal)}</Fact>
          <Fact name="Discounts">{amount(order.discount)}</Fact>
          <Fact name="Shipping">{amount(order.shipping)}</Fact>
          <Fact name="Tax">{amount(order.tax)}</Fact>
          <Fact name="Total paid">
            {amount(order.total)}
            {presentment && ` (buyer saw ${money(presentment.total, presentment.currency)})`}
          </Fact>
          <Fact name="Refunded">{amount(order.refunded)}</Fact>
          <Fact name="Net" strong>
            {order.counted ? amount(order.net) : 'Not counted'}
          </Fact>
        </dl>
        {traces.length > 0 && (
          <>
            <h3 className="t-14 t-name">Attribution signals</h3>
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
            <h3 className="t-14 t-name">{counted(lines.length, 'product')}</h3>
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
