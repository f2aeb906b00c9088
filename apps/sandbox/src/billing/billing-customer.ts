import { CURRENCY } from '@troupe/domain/billing/plan';
import type { AskedCustomer } from './billing-checkout-order.ts';
import type { BillingAddress, BillingCustomer, EventSource } from './billing-entity.ts';
import { wrongValue } from './billing-error.ts';
import type { BillingForm } from './billing-form.ts';
import { newId, seconds } from './billing-id.ts';
import type { BillingStore } from './billing-store.ts';

const NAMES = ['email', 'first_name', 'last_name', 'company', 'phone', 'locale'] as const;

/** Makes a customer and says so. */
export function newCustomer(store: BillingStore, asked: AskedCustomer, source: EventSource): BillingCustomer {
  const { id = newId('', 16), ...known } = asked;
  const now = seconds();
  const customer: BillingCustomer = {
    id,
    ...known,
    auto_collection: 'on',
    net_term_days: 0,
    allow_direct_debit: false,
    taxability: 'taxable',
    created_at: now,
    pii_cleared: 'active',
    channel: 'web',
    card_status: 'no_card',
    promotional_credits: 0,
    refundable_credits: 0,
    excess_payments: 0,
    unbilled_charges: 0,
    preferred_currency_code: CURRENCY,
    deleted: false,
    updated_at: now,
    resource_version: store.nextVersion(),
    object: 'customer',
  };
  store.customers.set(id, customer);
  store.emit('customer_created', { customer }, source);
  return customer;
}

/** `customer[id]`, `customer[email]`, … of a checkout, or without the brackets of a call about the customer. */
export function readCustomer(form: BillingForm, prefix: 'customer' | '' = 'customer'): AskedCustomer {
  const named = (name: string) => (prefix ? `${prefix}[${name}]` : name);
  const asked: AskedCustomer = {};
  const id = form.text(named('id'), 50);
  if (id !== undefined) asked.id = id;
  for (const name of NAMES) {
    const value = form.text(named(name));
    if (value !== undefined) asked[name] = value;
  }
  if (asked.email !== undefined && !/^[^\s@]+@[^\s@]+$/.test(asked.email))
    throw wrongValue(named('email'), 'is not a valid email address');
  return asked;
}

export function readAddress(form: BillingForm): BillingAddress | undefined {
  const address: BillingAddress = { validation_status: 'not_validated', object: 'billing_address' };
  const fields = [
    'first_name',
    'last_name',
    'email',
    'company',
    'line1',
    'city',
    'state',
    'zip',
    'country',
  ] as const;
  let found = false;
  for (const field of fields) {
    const value = form.text(`billing_address[${field}]`);
    if (value === undefined) continue;
    address[field] = value;
    found = true;
  }
  return found ? address : undefined;
}

/** `meta_data` is JSON in one field. */
export function readMetaData(form: BillingForm): unknown {
  const text = form.text('meta_data', 65_000);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw wrongValue('meta_data', 'is not valid JSON');
  }
}
