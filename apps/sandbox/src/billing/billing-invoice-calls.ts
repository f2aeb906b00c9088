import type { BillingCalls } from './billing-call.ts';
import { catalogue, itemBodies, itemPriceBody, priceOf } from './billing-catalogue.ts';
import { downloadAddress } from './billing-download.ts';
import type { BillingEvent, BillingInvoice } from './billing-entity.ts';
import { notFound, wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';
import { seconds } from './billing-id.ts';
import { chargeNew, collect, makeInvoice, refund } from './billing-invoice.ts';
import { itemOf, lineOf, plainLine, readCharges, readItems } from './billing-items.ts';
import { type ListOptions, listPage } from './billing-list.ts';
import type { BillingStore } from './billing-store.ts';
import { customerOf } from './billing-subscription.ts';

/** Invoices, payments, the catalogue and the events. */
export function registerInvoiceCalls(calls: BillingCalls, store: BillingStore): void {
  const list = <T extends { id: string }>(
    name: string,
    path: string,
    rows: () => Iterable<T>,
    options: ListOptions<T>,
    body: (row: T) => object = (row) => row,
  ) =>
    calls.get(`${name}.list`, path, ({ form }) => {
      const { page, nextOffset } = listPage(rows(), form, options);
      return {
        list: page.map((row) => ({ [name]: body(row) })),
        ...(nextOffset && { next_offset: nextOffset }),
      };
    });
  const invoiceOf = (id: string): BillingInvoice => {
    const invoice = store.invoices.get(id);
    if (!invoice) throw notFound('Invoice', id);
    return invoice;
  };
  const amountOf = (form: BillingForm, name: string) => form.whole(name, 1);

  list('invoice', '/invoices', () => store.invoices.values(), {
    fields: [
      'id',
      'subscription_id',
      'customer_id',
      'recurring',
      'status',
      'date',
      'paid_at',
      'total',
      'amount_paid',
      'amount_due',
      'dunning_status',
      'updated_at',
    ],
    newestBy: 'date',
  });
  calls.get('invoice.retrieve', '/invoices/:id', ({ id }) => ({ invoice: invoiceOf(id) }));

  calls.post('invoice.pdf', '/invoices/:id/pdf', ({ id, origin }) => {
    const { address, until } = downloadAddress(invoiceOf(id), origin);
    return {
      download: {
        download_url: address,
        valid_till: until,
        mime_type: 'application/pdf',
        object: 'download',
      },
    };
  });

  calls.post('invoice.collect_payment', '/invoices/:id/collect_payment', ({ id, form }) => {
    const invoice = invoiceOf(id);
    const amount = amountOf(form, 'amount');
    const transaction = collect(store, invoice, { source: 'api', ...(amount && { amount }) });
    return { invoice, transaction };
  });

  calls.post('invoice.refund', '/invoices/:id/refund', ({ id, form }) => {
    const invoice = invoiceOf(id);
    const amount = amountOf(form, 'refund_amount');
    const { transaction, note } = refund(store, invoice, { source: 'api', ...(amount && { amount }) });
    return { invoice, transaction, credit_note: note };
  });

  calls.post(
    'invoice.create_for_charge_items_and_charges',
    '/invoices/create_for_charge_items_and_charges',
    ({ form }) => {
      const customer = customerOf(store, form.required('customer_id', 50));
      const items = readItems(form, 'item_prices');
      const charges = readCharges(form);
      if (items.length + charges.length === 0)
        throw wrongValue('item_prices[item_price_id][0]', 'cannot be blank');
      const scope = { from: seconds(), to: seconds(), customerId: customer.id };
      const invoice = makeInvoice(
        store,
        customer,
        [
          ...items.map((item) => lineOf(itemOf(item), scope)),
          ...charges.map(({ amount, description }) => plainLine(description, amount, scope)),
        ],
        { recurring: false },
      );
      chargeNew(store, invoice, 'api');
      return { invoice };
    },
  );

  list('transaction', '/transactions', () => store.transactions.values(), {
    fields: ['id', 'customer_id', 'subscription_id', 'type', 'status', 'date', 'amount', 'updated_at'],
    newestBy: 'date',
  });
  calls.get('transaction.retrieve', '/transactions/:id', ({ id }) => {
    const transaction = store.transactions.get(id);
    if (!transaction) throw notFound('Transaction', id);
    return { transaction };
  });

  list('credit_note', '/credit_notes', () => store.creditNotes.values(), {
    fields: [
      'id',
      'customer_id',
      'subscription_id',
      'reference_invoice_id',
      'type',
      'status',
      'date',
      'updated_at',
    ],
    newestBy: 'date',
  });

  list('item_price', '/item_prices', () => catalogue.map(itemPriceBody), {
    fields: [
      'id',
      'name',
      'item_id',
      'item_type',
      'item_family_id',
      'currency_code',
      'status',
      'period_unit',
      'updated_at',
    ],
    newestBy: 'id',
  });
  calls.get('item_price.retrieve', '/item_prices/:id', ({ id }) => {
    const price = priceOf(id);
    if (!price) throw notFound('Item price', id);
    return { item_price: itemPriceBody(price) };
  });
  list('item', '/items', itemBodies, {
    fields: ['id', 'name', 'type', 'item_family_id', 'status', 'updated_at'],
    newestBy: 'id',
  });
  calls.get('item.retrieve', '/items/:id', ({ id }) => {
    const item = itemBodies().find((one) => one.id === id);
    if (!item) throw notFound('Item', id);
    return { item };
  });

  const eventBody = (event: BillingEvent) => {
    const status = store.deliveries.get(event.id)?.status ?? 'not_configured';
    return {
      ...event,
      webhook_status: status,
      webhooks: [{ id: 'whv2_sandbox', webhook_status: status, object: 'webhook' }],
    };
  };
  list(
    'event',
    '/events',
    () => store.events.values(),
    {
      fields: ['id', 'event_type', 'source', 'occurred_at', 'webhook_status'],
      newestBy: 'occurred_at',
      read: (event, field) =>
        field === 'webhook_status'
          ? store.deliveries.get(event.id)?.status
          : (event as unknown as Record<string, string | number>)[field],
    },
    eventBody,
  );
  calls.get('event.retrieve', '/events/:id', ({ id }) => {
    const event = store.events.get(id);
    if (!event) throw notFound('Event', id);
    return { event: eventBody(event) };
  });
}
