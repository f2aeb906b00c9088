import type { BillingCalls } from './billing-call.ts';
import { newCustomer, readAddress, readCustomer, readMetaData } from './billing-customer.ts';
import type { BillingCustomer } from './billing-entity.ts';
import { notFound, wrongState, wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';
import { collect, isUnpaid } from './billing-invoice.ts';
import { listPage } from './billing-list.ts';
import { paymentSourceOf } from './billing-payment.ts';
import { createPortal } from './billing-portal.ts';
import type { BillingStore } from './billing-store.ts';
import { customerOf } from './billing-subscription.ts';

const FIELDS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'company',
  'phone',
  'auto_collection',
  'created_at',
  'updated_at',
] as const;

function change(store: BillingStore, customer: BillingCustomer, form: BillingForm): void {
  const { id: _, ...known } = readCustomer(form, '');
  Object.assign(customer, known);
  const autoCollection = form.text('auto_collection');
  if (autoCollection !== undefined) {
    if (autoCollection !== 'on' && autoCollection !== 'off')
      throw wrongValue('auto_collection', 'invalid value. Allowed: on, off');
    customer.auto_collection = autoCollection;
  }
  const metaData = readMetaData(form);
  if (metaData !== undefined) customer.meta_data = metaData;
  const address = readAddress(form);
  if (address) customer.billing_address = address;
  store.touch(customer);
}

/** Customers, their cards and the portal. */
export function registerCustomerCalls(calls: BillingCalls, store: BillingStore): void {
  const body = (customer: BillingCustomer) => {
    const card = store.cards.get(customer.id);
    return { customer, ...(card && { card }) };
  };

  calls.post('customer.create', '/customers', ({ form }) => {
    const asked = readCustomer(form, '');
    if (asked.id !== undefined && store.customers.has(asked.id))
      throw wrongValue('id', `The value ${asked.id} is already present.`);
    readMetaData(form);
    const customer = newCustomer(store, asked, 'api');
    change(store, customer, form);
    return body(customer);
  });

  calls.get('customer.list', '/customers', ({ form }) => {
    const { page, nextOffset } = listPage(store.customers.values(), form, {
      fields: FIELDS,
      newestBy: 'created_at',
    });
    return { list: page.map(body), ...(nextOffset && { next_offset: nextOffset }) };
  });

  calls.get('customer.retrieve', '/customers/:id', ({ id }) => body(customerOf(store, id)));

  for (const [name, path] of [
    ['customer.update', '/customers/:id'],
    ['customer.update_billing_info', '/customers/:id/update_billing_info'],
  ] as const)
    calls.post(name, path, ({ id, form }) => {
      const customer = customerOf(store, id);
      change(store, customer, form);
      store.emit('customer_changed', body(customer));
      return body(customer);
    });

  calls.post('customer.collect_payment', '/customers/:id/collect_payment', ({ id, form }) => {
    const customer = customerOf(store, id);
    const named = form.rows('invoice_allocations').map((row) => row.required('invoice_id'));
    const due = [...store.invoices.values()].filter(
      (one) => one.customer_id === id && isUnpaid(one) && (named.length === 0 || named.includes(one.id)),
    );
    const transactions = due.map((invoice) => collect(store, invoice, { source: 'api' }));
    const transaction = transactions.at(-1);
    if (!transaction) throw wrongState(`Customer ${id} owes nothing.`);
    return { customer, transaction };
  });

  calls.get('payment_source.list', '/payment_sources', ({ form }) => {
    const rows = [...store.cards.values()].map(paymentSourceOf);
    const { page, nextOffset } = listPage(rows, form, {
      fields: ['id', 'customer_id', 'type', 'status', 'created_at', 'updated_at'],
      newestBy: 'created_at',
    });
    return {
      list: page.map((payment_source) => ({ payment_source })),
      ...(nextOffset && { next_offset: nextOffset }),
    };
  });

  calls.post('portal_session.create', '/portal_sessions', ({ form, origin }) => {
    const customer = customerOf(store, form.required('customer[id]', 50));
    const redirectUrl = form.text('redirect_url', 250);
    const session = createPortal(store, customer, { origin, ...(redirectUrl && { redirectUrl }) });
    return { portal_session: session };
  });

  calls.get('portal_session.retrieve', '/portal_sessions/:id', ({ id }) => {
    const session = store.portals.get(id);
    if (!session) throw notFound('Portal session', id);
    return { portal_session: session };
  });

  calls.post('portal_session.logout', '/portal_sessions/:id/logout', ({ id }) => {
    const session = store.portals.get(id);
    if (!session) throw notFound('Portal session', id);
    session.status = 'logged_out';
    return { portal_session: session };
  });
}
