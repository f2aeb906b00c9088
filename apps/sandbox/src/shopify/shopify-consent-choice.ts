const ORDERS = ['read_orders', 'write_orders', 'read_all_orders'];
const DISCOUNTS = ['read_discounts', 'write_discounts', 'read_price_rules', 'write_price_rules'];
const REST = [
  'read_products',
  'write_products',
  'read_customers',
  'write_customers',
  'read_customer_events',
  'write_pixels',
];

/** What a merchant may keep back on the consent page, as the store's page offers it. */
export const consentChoices: Record<string, { label: string; withheld: string[] }> = {
  all: { label: 'Everything that is asked for', withheld: [] },
  orders: { label: 'Orders only', withheld: ['read_all_orders', ...DISCOUNTS, ...REST] },
  no_discounts: { label: 'All but discounts', withheld: DISCOUNTS },
  no_orders: { label: 'All but orders', withheld: ORDERS },
};
