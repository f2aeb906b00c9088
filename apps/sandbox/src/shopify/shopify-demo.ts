import { readFileSync } from 'node:fs';
import type { OrderDiscount, Shop, ShopOrder } from './shopify-entity.ts';
import { cancelOrder, makeOrder, makeRefund } from './shopify-order.ts';

type NextId = () => number;

const DAY_MS = 86_400_000;
const FIRST_NUMBER = 1000;
const DEMO_ORDERS = 24;

interface DemoShop extends Pick<Shop, 'name' | 'currency' | 'timezone' | 'country'> {
  handle: string;
  /** Scopes that this merchant does not give. */
  withheld?: string[];
  /** Title, type, price in minor units, motif of the picture. */
  goods: [title: string, type: string, price: number, motif: string][];
}

const SHOPS: DemoShop[] = JSON.parse(readFileSync(new URL('demo-stores.json', import.meta.url), 'utf8'));

/** What shoppers from elsewhere pay in. */
const ELSEWHERE: Record<string, string> = { USD: 'EUR', EUR: 'USD', JPY: 'USD', GBP: 'JPY' };

/** The stores of a new sandbox; the app is installed in none. */
export const demoShops = (nextId: NextId): Shop[] =>
  SHOPS.map(({ handle, goods, withheld = [], ...shop }) => ({
    ...shop,
    withheld,
    domain: `${handle}.myshopify.com`,
    id: nextId(),
    email: `owner@${handle}.test`,
    installation: null,
    lastNumber: FIRST_NUMBER,
    products: goods.map(([title, type, price, motif]) => {
      const slug = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      const at = new Date(Date.now() - 120 * DAY_MS).toISOString();
      return {
        id: nextId(),
        variantId: nextId(),
        title,
        handle: slug,
        vendor: shop.name,
        type,
        price,
        motif,
        sku: slug.toUpperCase().slice(0, 12),
        createdAt: at,
        updatedAt: at,
      };
    }),
  }));

const CODES = ['MIA15', 'JONAH10', 'HANA20'];

/** Orders of the last 80 days, every kind among them; some cancelled or given back, a day after they were made. */
export function demoOrders(shop: Shop, nextId: NextId): ShopOrder[] {
  return Array.from({ length: DEMO_ORDERS }, (_, at): ShopOrder => {
    const created = Date.now() - (80 - at * 3.4) * DAY_MS;
    const code = at % 3 === 0 ? (CODES[(at / 3) % CODES.length] ?? '') : '';
    const discount: OrderDiscount = { code, kind: 'percentage', value: Number(code.replace(/\D/g, '')) };
    const foreign = at % 6 === 4 ? ELSEWHERE[shop.currency] : undefined;
    const order = makeOrder(
      shop,
      {
        createdAt: new Date(created).toISOString(),
        quantity: 1 + (at % 3),
        paid: at !== 5,
        test: at === 9,
        landingSite: landingOf(at),
        referringSite: at % 4 === 0 ? 'https://www.instagram.com/' : null,
        ...(foreign && { currency: foreign }),
        ...(at % 7 === 3 && { customer: null }),
        ...(at % 4 === 1 && { ref: 'mia' }),
      },
      { nextId, discount: code ? discount : null },
    );
    const later = new Date(created + DAY_MS).toISOString();
    if (at === 5) cancelOrder(order, later);
    if (at === 8 || at === 14) makeRefund(order, { quantity: at === 8 ? 1 : undefined, at: later, nextId });
    return order;
  });
}

function landingOf(at: number): string | null {
  if (at % 5 === 2) return null;
  if (at % 5 === 3) return '/wallets/checkouts.json';
  return at % 2 === 0 ? '/?utm_source=ig&utm_medium=creator&ref=mia' : '/products/all?ref=jonah';
}
