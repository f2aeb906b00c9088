/** What an app may ask for here, with the words of the consent page. */
export const SCOPES: Record<string, string> = {
  read_orders: 'View orders of the last 60 days',
  write_orders: 'Edit orders',
  read_all_orders: 'View all orders, however old',
  read_products: 'View products',
  write_products: 'Edit products',
  read_customers: 'View customers',
  write_customers: 'Edit customers',
  read_discounts: 'View discounts',
  write_discounts: 'Create and edit discounts',
  read_price_rules: 'View price rules',
  write_price_rules: 'Edit price rules',
  read_customer_events: 'View what customers do in the store',
  write_pixels: 'Add pixels to the store',
  read_marketing_events: 'View marketing campaigns',
  write_marketing_events: 'Edit marketing campaigns',
};

/** What lies between commas, each once. */
export const scopesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,]+/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
];

/** Whether what was granted is enough: writing includes reading. */
export const covers = (granted: string[], scope: string): boolean =>
  granted.includes(scope) ||
  (scope.startsWith('read_') && granted.includes(scope.replace('read_', 'write_')));
