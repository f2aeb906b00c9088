import type { Order } from '@troupe/domain/commerce/order';
import { columnMoney } from '@troupe/domain/money';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { STATUS_TONES, sourceText, traceText } from './order-labels.ts';

interface OrdersTableProps {
  orders: readonly Order[];
  faded: boolean;
  onOpen: (order: Order) => void;
}

/** Orders as rows; those that do not count are muted. */
export function OrdersTable({ orders, faded, onOpen }: OrdersTableProps) {
  return (
    <Table label={t('orders')} bleed className="orders-table" aria-busy={faded || undefined}>
      <thead>
        <tr>
          <Th>{t('order')}</Th>
          <Th>{shared('status')}</Th>
          <Th data-wide="1">{t('order.trace')}</Th>
          <Th numeric data-wide="1">
            {t('order.total')}
          </Th>
          <Th numeric data-wide="1">
            {t('order.refunded')}
          </Th>
          <Th numeric>{t('order.net')}</Th>
          <Th data-wide="2">{t('order.currency')}</Th>
          <Th data-wide="2">{t('order.source')}</Th>
          <Th data-wide="1">{t('order.placed')}</Th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onOpen={() => onOpen(order)} />
        ))}
      </tbody>
    </Table>
  );
}

function OrderRow({ order, onOpen }: { order: Order; onOpen: () => void }) {
  const { name, status, counted, currency, total, refunded, net, placed, updated } = order;
  return (
    <Tr onOpen={onOpen} data-muted={!counted || undefined}>
      <Td>
        <button type="button" className="orders-name t-name" dir="auto" onClick={onOpen}>
          {name}
        </button>
      </Td>
      <Td>
        <Pill tone={STATUS_TONES[status]}>{t(`order.status.${status}`)}</Pill>
        {order.financialStatus === 'pending' && (
          <span className="t-12 t-ink2"> {t('order.paymentPending')}</span>
        )}
      </Td>
      <Td data-wide="1" className="t-ink2">
        <span className="t-ellipsis orders-trace" dir="auto">
          {traceText(order) || '–'}
        </span>
      </Td>
      <Td numeric data-wide="1">
        {columnMoney(total, currency)}
      </Td>
      <Td numeric data-wide="1" className="t-ink2">
        {refunded > 0 ? columnMoney(-refunded, currency) : '–'}
      </Td>
      <Td numeric className="t-medium">
        {counted ? columnMoney(net, currency) : '–'}
      </Td>
      <Td data-wide="2" className="t-ink2">
        {currency}
      </Td>
      <Td data-wide="2" className="t-ink2">
        <span className="orders-source" dir="ltr" title={sourceText(order)}>
          {sourceText(order)}
        </span>
        <span className="t-12 t-ink3">
          {t.rich('order.asOf', { ago: () => <Ago key="ago" at={updated} /> })}
        </span>
      </Td>
      <Td data-wide="1" className="t-ink2">
        <Ago at={placed} />
      </Td>
    </Tr>
  );
}
