import { randomOf } from '../platform/random.ts';
import type { OrderCustomer, OrderLine, Shop, ShopOrder, ShopProduct } from './shopify-entity.ts';
import { discountLines, rateOf } from './shopify-value.ts';

type NextId = () => number;
type Goods = [title: string, type: string, price: number, motif: string];

const DAY_MS = 86_400_000;
const FIRST_NUMBER = 1000;
const DEMO_ORDERS = 24;

interface DemoShop {
  name: string;
  handle: string;
  currency: string;
  timezone: string;
  country: string;
  plan: Shop['plan'];
  withheld: string[];
  goods: Goods[];
}

/** Prices in minor units. */
const SHOPS: DemoShop[] = [
  {
    name: 'Larkmoor Goods',
    handle: 'larkmoor-goods',
    currency: 'USD',
    timezone: 'America/New_York',
    country: 'US',
    plan: 'standard',
    withheld: [],
    goods: [
      ['Ridge Tent for Two', 'Tents', 32_900, 'tent'],
      ['Trail Pack 28', 'Packs', 14_500, 'pack'],
      ['Wool Base Layer', 'Clothing', 8_500, 'sweater'],
      ['Camp Mug', 'Kitchen', 1_850, 'mug'],
      ['Headlamp 400', 'Light', 5_400, 'lamp'],
    ],
  },
  {
    name: 'Copper & Bean',
    handle: 'copper-bean',
    currency: 'EUR',
    timezone: 'Europe/Berlin',
    country: 'DE',
    plan: 'standard',
    withheld: [],
    goods: [
      ['House Espresso 1 kg', 'Coffee', 2_890, 'coffee'],
      ['Filter Roast 250 g', 'Coffee', 1_150, 'coffee'],
      ['Copper Kettle', 'Equipment', 11_900, 'kettle'],
      ['Hand Grinder', 'Equipment', 8_900, 'grinder'],
    ],
  },
  {
    name: 'Hoshi Paper',
    handle: 'hoshi-paper',
    currency: 'JPY',
    timezone: 'Asia/Tokyo',
    country: 'JP',
    plan: 'standard',
    withheld: [],
    goods: [
      ['Washi Notebook', 'Paper', 1_980, 'book'],
      ['Brush Pen Set', 'Pens', 3_300, 'pen'],
      ['Letter Box', 'Paper', 5_500, 'paper'],
    ],
  },
  {
    name: 'Pine & Tide',
    handle: 'pine-and-tide',
    currency: 'GBP',
    timezone: 'Europe/London',
    country: 'GB',
    plan: 'plus',
    // This merchant lets the app read orders and nothing else.
    withheld: [
      'read_products',
      'write_products',
      'read_customers',
      'read_discounts',
      'write_discounts',
      'read_all_orders',
      'write_pixels',
      'read_customer_events',
    ],
    goods: [
      ['Sea Salt Soap', 'Bath', 950, 'soap'],
      ['Pine Candle', 'Home', 2_400, 'candle'],
      ['Linen Towel', 'Bath', 3_200, 'towel'],
    ],
  },
];

/** What shoppers from elsewhere pay in. */
const ELSEWHERE: Record<string, string> = { USD: 'EUR', EUR: 'USD', JPY: 'USD', GBP: 'JPY' };

const slug = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

function productOf([title, type, price, motif]: Goods, vendor: string, nextId: NextId): ShopProduct {
  const at = new Date(Date.now() - 120 * DAY_MS).toISOString();
  return {
    id: nextId(),
    variantId: nextId(),
    title,
    handle: slug(title),
    vendor,
    type,
    sku: slug(title).toUpperCase().slice(0, 12),
    price,
    motif,
    createdAt: at,
    updatedAt: at,
  };
}

/** The stores of a new sandbox; the app is installed in none. */
export const demoShops = (nextId: NextId): Shop[] =>
  SHOPS.map(({ handle, goods, ...shop }) => ({
    ...shop,
    domain: `${handle}.myshopify.com`,
    id: nextId(),
    email: `owner@${handle}.test`,
    installation: null,
    products: goods.map((one) => productOf(one, shop.name, nextId)),
    lastNumber: FIRST_NUMBER,
  }));

const CUSTOMERS = [
  ['Mia', 'Novak'],
  ['Owen', 'Reid'],
  ['Hana', 'Sato'],
  ['Zuri', 'Okafor'],
  ['Leif', 'Dahl'],
  ['Camille', 'Roux'],
] as const;

/** A customer of a store, the same for the same place in the list. */
export function customerAt(shop: Shop, at: number): OrderCustomer {
  const [firstName, lastName] = CUSTOMERS[at % CUSTOMERS.length] ?? CUSTOMERS[0];
  return {
    id: shop.id * 100 + (at % CUSTOMERS.length),
    firstName,
    lastName,
    email: `${firstName}.${lastName}@buyer.test`.toLowerCase(),
  };
}

/** A line of an order, nothing taken off. */
export const lineOf = (product: ShopProduct, quantity: number, id: number): OrderLine => ({
  id,
  productId: product.id,
  variantId: product.variantId,
  title: product.title,
  sku: product.sku,
  quantity,
  price: product.price,
  discount: 0,
});

const CODES = ['MIA15', 'JONAH10', 'HANA20'];

/** Orders of the last 80 days, every kind among them; the same for the same store but for their ids and times. */
export function demoOrders(shop: Shop, nextId: NextId): ShopOrder[] {
  const random = randomOf(`orders of ${shop.domain}`);
  return Array.from({ length: DEMO_ORDERS }, (_, at): ShopOrder => {
    const createdAt = new Date(Date.now() - (80 - at * 3.4) * DAY_MS).toISOString();
    const picked = random.chance(0.4)
      ? [random.pick(shop.products), random.pick(shop.products)]
      : [random.pick(shop.products)];
    const lines = picked.map((product) => lineOf(product, random.whole(1, 3), nextId()));
    const code = at % 3 === 0 ? (CODES[(at / 3) % CODES.length] ?? null) : null;
    const discount = code
      ? { code, kind: 'percentage' as const, value: Number(code.replace(/\D/g, '')) }
      : null;
    if (discount) discountLines(lines, discount);
    const currency = (at % 6 === 4 && ELSEWHERE[shop.currency]) || shop.currency;
    shop.lastNumber += 1;
    const order: ShopOrder = {
      id: nextId(),
      shop: shop.domain,
      number: shop.lastNumber,
      createdAt,
      updatedAt: createdAt,
      cancelledAt: null,
      cancelReason: null,
      paid: at !== 5,
      presentmentCurrency: currency,
      rate: rateOf(shop.currency, currency),
      lines,
      shipping: at % 2 === 0 ? 500 : 0,
      tax: 0,
      discount,
      customer: at % 7 === 3 ? null : customerAt(shop, at),
      landingSite: landingOf(at),
      referringSite: at % 4 === 0 ? 'https://www.instagram.com/' : null,
      noteAttributes: at % 4 === 1 ? [{ name: 'ref', value: 'mia' }] : [],
      note: null,
      tags: [],
      test: at === 9,
      refunds: [],
    };
    settle(order, at, nextId);
    return order;
  });
}

function landingOf(at: number): string | null {
  if (at % 5 === 2) return null;
  if (at % 5 === 3) return '/wallets/checkouts.json';
  return at % 2 === 0 ? '/?utm_source=ig&utm_medium=creator&ref=mia' : '/products/all?ref=jonah';
}

/** Some were cancelled or given back, a day after they were made. */
function settle(order: ShopOrder, at: number, nextId: NextId): void {
  const later = new Date(Date.parse(order.createdAt) + DAY_MS).toISOString();
  const [line] = order.lines;
  if (at === 5) {
    order.cancelledAt = later;
    order.cancelReason = 'customer';
    order.updatedAt = later;
  }
  if (!line || (at !== 8 && at !== 14)) return;
  const lines = at === 8 ? [line] : order.lines;
  const back = lines.map((one) => ({
    id: nextId(),
    lineId: one.id,
    quantity: at === 8 ? 1 : one.quantity,
    subtotal:
      at === 8
        ? Math.round(one.price - one.discount / one.quantity)
        : one.price * one.quantity - one.discount,
  }));
  const shipping = at === 8 ? 0 : order.shipping;
  order.refunds.push({
    id: nextId(),
    at: later,
    note: null,
    lines: back,
    shipping,
    transactionId: nextId(),
    amount: back.reduce((sum, { subtotal }) => sum + subtotal, shipping),
  });
  order.updatedAt = later;
}
