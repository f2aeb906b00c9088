import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Shop, ShopProduct, ShopVisit } from '../shopify/shopify-order.ts';

const COOKIE = 'sandbox_shopper';
const DAY_MS = 86_400_000;
/** The platform looks back this far. */
const REMEMBERED_MS = 30 * DAY_MS;
const MOST_VISITS = 50;
const MOST_QUANTITY = 99;
/** Parameters that begin a new visit. */
const CAMPAIGN = /^(?:ref|source|r|tr|utm_[a-z]+)$/;

/** A browser in a store: its visits and cart. */
export interface Visitor {
  id: string;
  /** Oldest first. */
  visits: ShopVisit[];
  /** Whether the store may remember visits. */
  tracked: boolean;
  /** Pieces by product id. */
  cart: Map<number, number>;
  code: string | null;
}

/** Visitors of all stores, in memory. */
export class Visitors {
  readonly #known = new LRUCache<string, Visitor>({ max: 5000, ttl: REMEMBERED_MS });

  /** Returns the visitor of a request, and remembers the page if it begins a visit. */
  of(request: FastifyRequest, reply: FastifyReply, shop: Shop): Visitor {
    const id = new RegExp(`(?:^|; )${COOKIE}=([0-9a-f-]{36})`).exec(request.headers.cookie ?? '')?.[1];
    const known = id && this.#known.get(`${shop.domain} ${id}`);
    const visitor = known || this.#create(reply, shop);
    if (request.method === 'GET') noteVisit(visitor, request, shop);
    return visitor;
  }

  #create(reply: FastifyReply, { domain }: Shop): Visitor {
    const visitor: Visitor = { id: randomUUID(), visits: [], tracked: true, cart: new Map(), code: null };
    this.#known.set(`${domain} ${visitor.id}`, visitor);
    reply.header(
      'set-cookie',
      `${COOKIE}=${visitor.id}; Path=/shopify/${domain}; HttpOnly; SameSite=Lax; Max-Age=${REMEMBERED_MS / 1000}`,
    );
    return visitor;
  }
}

function noteVisit(visitor: Visitor, { url, headers }: FastifyRequest, { domain }: Shop): void {
  const landingPage = url.slice(`/shopify/${domain}`.length).replace(/^(?!\/)/, '/');
  const { searchParams } = new URL(landingPage, 'http://shop.invalid');
  const last = visitor.visits.at(-1);
  const isCampaign = [...searchParams.keys()].some((name) => CAMPAIGN.test(name));
  // The page that a discount link leads on to belongs to the visit of the link.
  const redirect = last && new URL(last.landingPage, 'http://shop.invalid').searchParams.get('redirect');
  if (last && (!isCampaign || redirect === landingPage)) return;
  const from = URL.parse(headers.referer ?? '');
  const isOwn = from?.pathname.startsWith(`/shopify/${domain}`);
  const since = new Date(Date.now() - REMEMBERED_MS).toISOString();
  visitor.visits = visitor.visits
    .filter(({ at }) => at >= since)
    .concat({
      at: new Date().toISOString(),
      landingPage: landingPage.slice(0, 2000),
      referrer: from && !isOwn ? from.href : null,
    })
    .slice(-MOST_VISITS);
}

/** Puts pieces of a product into the cart. */
export function addToCart(visitor: Visitor, product: ShopProduct, quantity: number): void {
  setInCart(visitor, product, (visitor.cart.get(product.id) ?? 0) + quantity);
}

/** Sets how many pieces of a product are in the cart; none removes it. */
export function setInCart({ cart }: Visitor, { id }: ShopProduct, quantity: number): void {
  if (quantity > 0) cart.set(id, Math.min(MOST_QUANTITY, quantity));
  else cart.delete(id);
}

/** Returns the products in a cart that the store still sells. */
export const itemsOf = ({ cart }: Visitor, { products }: Shop) =>
  products.flatMap((product) => {
    const quantity = cart.get(product.id) ?? 0;
    return quantity > 0 ? [{ product, quantity }] : [];
  });
