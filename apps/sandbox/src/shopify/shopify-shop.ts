import { readFileSync } from 'node:fs';

/** Money is kept in minor units of the store's currency: cents, whole yen. */
export type Minor = number;
export type NextId = () => number;

interface DemoShop {
  name: string;
  handle: string;
  currency: string;
  timezone: string;
  country: string;
  /** Scopes that consent never gives, whatever the app asks for. */
  withheld?: string[];
  /** Title, type, price, motif of the picture: one of /thumb. */
  goods: [title: string, type: string, price: Minor, motif: string][];
}

const SHOPS: DemoShop[] = JSON.parse(readFileSync(new URL('demo-stores.json', import.meta.url), 'utf8'));
const DAY_MS = 86_400_000;

/** One thing a store sells. */
export type ShopProduct = ReturnType<typeof productOf>;

function productOf([title, type, price, motif]: DemoShop['goods'][number], vendor: string, nextId: NextId) {
  const handle = title.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const at = new Date(Date.now() - 120 * DAY_MS).toISOString();
  const ids = { id: nextId(), variantId: nextId() };
  const sku = handle.toUpperCase().slice(0, 12);
  return { ...ids, title, handle, vendor, type, price, motif, sku, createdAt: at, updatedAt: at };
}

/** A merchant's store. */
export type Shop = ReturnType<typeof demoShops>[number];

/** The stores of a new sandbox; the app is installed in none. */
export const demoShops = (nextId: NextId) =>
  SHOPS.map(({ handle, goods, withheld = [], ...shop }) => ({
    ...shop,
    withheld,
    /** `name.myshopify.com`. */
    domain: `${handle}.myshopify.com`,
    id: nextId(),
    email: `owner@${handle}.test`,
    /** Since when the app is installed, and what the merchant let it do. */
    installation: null as { at: string; scopes: string[] } | null,
    /** The number of the newest order: `#1001`. */
    lastNumber: 1000,
    products: goods.map((one) => productOf(one, shop.name, nextId)),
  }));
