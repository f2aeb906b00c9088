// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'address': Record<never, never>;
  'addressUse': { brand: Value };
  'again.address_refused': Record<never, never>;
  'again.out_of_stock': Record<never, never>;
  'again.product_removed': Record<never, never>;
  'chooseOne': Record<never, never>;
  'delayed': { brand: Value };
  'deliveredOn': { date: Value };
  'failed': Record<never, never>;
  'form': Record<never, never>;
  'limit': { count: number };
  'limitValue': { count: number; amount: Value };
  'line': { title: Value; variant: Value };
  'loadFailed': Record<never, never>;
  'noContent': Record<never, never>;
  'nothingLeft': Record<never, never>;
  'products': Record<never, never>;
  'receive': Record<never, never>;
  'send': Record<never, never>;
  'sent': Record<never, never>;
  'shippedOn': { date: Value };
  'soldOut': { name: Value };
  'status.cancelled': Record<never, never>;
  'status.chosen': Record<never, never>;
  'status.delivered': Record<never, never>;
  'status.offered': Record<never, never>;
  'status.ordered': Record<never, never>;
  'status.shipped': Record<never, never>;
  'title': { brand: Value };
  'track': { carrier: Value };
  'variant': { name: Value; price: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('portal/commerce/gift', english);
