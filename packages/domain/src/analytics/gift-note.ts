import type { CostEntry } from './cost-entry.ts';
import { t } from './messages/messages.gen.ts';

const AT_PRICE = ' (retail price)';

/** Returns the note of a gift's products, which is kept in English. */
export const productNote = (order: string, products: readonly string[], atPrice: boolean): string =>
  `Gift ${order}: ${products.join('; ')}`.slice(0, 480) + (atPrice ? AT_PRICE : '');

/** Returns the note of a gift's shipping, which is kept in English. */
export const shippingNote = (order: string): string => `Shipping of gift ${order}`;

/** Writes the note of a cost in the current language. What people wrote stays as it is. */
export function costNote({ source, note }: Pick<CostEntry, 'source' | 'note'>): string {
  if (source !== 'gift') return note;
  const shipping = /^Shipping of gift (\S+)$/.exec(note);
  if (shipping) return t('giftNote.shipping', { order: shipping[1] ?? '' });
  const [, order, , products] = /^Gift (\S+?)(: (.+))?$/s.exec(note) ?? [];
  if (order === undefined) return note;
  if (products === undefined) return t('giftNote.products', { order });
  return products.endsWith(AT_PRICE)
    ? t('giftNote.productAtPrice', { order, products: products.slice(0, -AT_PRICE.length) })
    : t('giftNote.product', { order, products });
}
