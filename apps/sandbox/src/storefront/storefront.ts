import { Problem } from '@troupe/domain/problem';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromHere } from '../page/page.ts';
import { discountFor, usableCode } from '../shopify/shopify-discount.ts';
import type { OrderDispute, Shop, ShopProduct } from '../shopify/shopify-order.ts';
import { cancelSale, disputeOrder, placeOrder, returnGoods } from '../shopify/shopify-sale.ts';
import type { ShopifyStore } from '../shopify/shopify-store.ts';
import {
  type BuyerInput,
  type CartSums,
  cartContent,
  checkoutContent,
  orderContent,
  ordersContent,
  pathIn,
  productContent,
  productsContent,
  sendStorePage,
} from './storefront-pages.ts';
import { addToCart, itemsOf, setInCart, type Visitor, Visitors } from './visitor.ts';

const WRONG_CODE = "This discount code isn't valid.";
const SHOWN_ORDERS = 20;

type Place = { Params: { shop: string; handle: string; code: string; order: string } };

/** A request of a buyer. */
interface Shopping {
  shop: Shop;
  visitor: Visitor;
  reply: FastifyReply;
  params: Place['Params'];
  query: URLSearchParams;
  form: URLSearchParams;
}

const missing = (what: string) => new Problem('not_found', { message: `There is no such ${what}.` });

/**
 * The storefronts of all stores, at `/shopify/{shop}`: products, cart, discount codes, checkout and
 * orders. Visits are remembered as the platform does: by `ref` and campaign parameters, for 30 days.
 */
export function registerStorefront(app: FastifyInstance, store: ShopifyStore): void {
  const visitors = new Visitors();
  const shopping = (request: FastifyRequest<Place>, reply: FastifyReply): Shopping => {
    const shop = store.state.shops.get(request.params.shop);
    if (!shop) throw missing('store');
    const visitor = visitors.of(request, reply, shop);
    const query = new URLSearchParams(request.url.split('?')[1] ?? '');
    const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
    return { shop, visitor, reply, params: request.params, query, form };
  };
  const get = (path: string, work: (shopping: Shopping) => FastifyReply) =>
    app.get<Place>(`/shopify/:shop${path}`, (request, reply) => work(shopping(request, reply)));
  const post = (path: string, work: (shopping: Shopping) => string) =>
    app.post<Place>(`/shopify/:shop${path}`, { preHandler: fromHere }, async (request, reply) => {
      const one = shopping(request, reply);
      const next = work(one);
      await store.save();
      return reply.header('cache-control', 'no-store').redirect(pathIn(one.shop, next), 303);
    });
  registerProducts(get, post);
  registerCart(get, post, store);
  registerOrders(get, post, store);
}

type Get = (path: string, work: (shopping: Shopping) => FastifyReply) => void;
/** `work` returns the path in the storefront that follows. */
type Post = (path: string, work: (shopping: Shopping) => string) => void;

function registerProducts(get: Get, post: Post): void {
  for (const path of ['', '/', '/products/all'])
    get(path, ({ reply, shop, visitor }) =>
      sendStorePage(reply, shop, visitor, { title: 'Products', content: productsContent(shop) }),
    );
  get('/products/:handle', ({ reply, shop, visitor, params: { handle } }) => {
    const product = shop.products.find((one) => one.handle === handle);
    if (!product) throw missing('product');
    return sendStorePage(reply, shop, visitor, {
      title: product.title,
      content: productContent(shop, product),
    });
  });
  // A link that puts a code into the cart. It leads on within the store only.
  get('/discount/:code', ({ reply, shop, visitor, params: { code }, query }) => {
    visitor.code = code;
    const next = query.get('redirect') ?? '/';
    const isPath = next.startsWith('/') && !/^\/[/\\]/.test(next);
    return reply.header('cache-control', 'no-store').redirect(pathIn(shop, isPath ? next : '/'), 302);
  });
  post('/privacy', ({ visitor, form }) => {
    visitor.tracked = form.get('tracked') !== 'no';
    return '/';
  });
}

function productIn(shop: Shop, form: URLSearchParams): ShopProduct {
  const found = shop.products.find(({ id }) => String(id) === form.get('product'));
  if (!found) throw missing('product');
  return found;
}

function quantityIn(form: URLSearchParams, most: number): number {
  const quantity = Number(form.get('quantity') ?? 1);
  if (!Number.isInteger(quantity) || quantity < 0 || quantity > most)
    throw new Problem('invalid', { message: `Enter a quantity from 0 to ${most}.` });
  return quantity;
}

/** Returns the amounts of a cart; a code that can't be used takes nothing off. */
function sumsOf(store: ShopifyStore, shop: Shop, visitor: Visitor, email?: string): CartSums {
  const goods = itemsOf(visitor, shop).reduce(
    (sum, { product, quantity }) => sum + product.price * quantity,
    0,
  );
  const code = visitor.code === null ? null : usableCode(store, shop, visitor.code, email);
  return { goods, discount: code === null ? 0 : discountFor(store, shop, code, goods), code };
}

function registerCart(get: Get, post: Post, store: ShopifyStore): void {
  const parts = (shop: Shop, visitor: Visitor, query: URLSearchParams) => {
    const typed = query.get('code');
    return {
      sums: sumsOf(store, shop, visitor),
      error: typed === null ? null : WRONG_CODE,
      typed: typed ?? '',
    };
  };
  get('/cart', ({ reply, shop, visitor, query }) =>
    sendStorePage(reply, shop, visitor, {
      title: 'Cart',
      content: cartContent(shop, visitor, parts(shop, visitor, query)),
    }),
  );
  post('/cart/add', ({ shop, visitor, form }) => {
    addToCart(visitor, productIn(shop, form), quantityIn(form, 99));
    return '/cart';
  });
  post('/cart/change', ({ shop, visitor, form }) => {
    setInCart(visitor, productIn(shop, form), quantityIn(form, 99));
    return '/cart';
  });
  post('/cart/code', ({ shop, visitor, form }) => {
    const back = form.get('back') === 'checkout' ? '/checkout' : '/cart';
    const typed = (form.get('code') ?? '').trim().slice(0, 255);
    const code = typed === '' ? null : usableCode(store, shop, typed);
    if (typed !== '' && code === null) return `${back}?${new URLSearchParams({ code: typed })}`;
    visitor.code = code;
    return back;
  });
  get('/checkout', ({ reply, shop, visitor, query }) => {
    if (itemsOf(visitor, shop).length === 0) return reply.redirect(pathIn(shop, '/cart'), 302);
    const buyer = { email: '', firstName: '', lastName: '' };
    const content = checkoutContent(shop, Object.assign(parts(shop, visitor, query), { buyer }));
    return sendStorePage(reply, shop, visitor, { title: 'Checkout', content });
  });
  post('/checkout', ({ shop, visitor, form }) => {
    const items = itemsOf(visitor, shop);
    if (items.length === 0) return '/cart';
    const buyer = buyerIn(form);
    const { code } = sumsOf(store, shop, visitor, buyer.email);
    const last = visitor.visits.at(-1);
    const order = placeOrder(
      store,
      shop,
      {
        landingSite: last?.landingPage ?? null,
        referringSite: last?.referrer ?? null,
        journeySeconds: store.settings.journeySeconds,
        ...(code && { code }),
      },
      { items, buyer, visits: visitor.tracked ? [...visitor.visits] : null },
    );
    visitor.cart.clear();
    visitor.code = null;
    return `/orders/${order.id}`;
  });
}

function buyerIn(form: URLSearchParams): BuyerInput {
  const [email, firstName, lastName] = ['email', 'firstName', 'lastName'].map((name) =>
    (form.get(name) ?? '').trim().slice(0, 200),
  );
  if (!email || !/^[^\s@]+@[^\s@]+$/.test(email) || !firstName || !lastName)
    throw new Problem('invalid', { message: 'Enter an email address and a name.' });
  return { email, firstName, lastName };
}

function registerOrders(get: Get, post: Post, store: ShopifyStore): void {
  const orderOf = ({ shop, params }: Shopping) => {
    const order = store.state.orders.get(Number(params.order));
    if (order?.shop !== shop.domain) throw missing('order');
    return order;
  };
  get('/orders', ({ reply, shop, visitor }) =>
    sendStorePage(reply, shop, visitor, {
      title: 'Orders',
      content: ordersContent(shop, store.ordersOf(shop.domain).slice(-SHOWN_ORDERS).reverse()),
    }),
  );
  get('/orders/:order', (shopping) => {
    const { reply, shop, visitor } = shopping;
    const order = orderOf(shopping);
    return sendStorePage(reply, shop, visitor, {
      title: `Order #${order.number}`,
      content: orderContent(shop, order),
    });
  });
  const change = (path: string, work: (order: ReturnType<typeof orderOf>, shopping: Shopping) => void) =>
    post(`/orders/:order/${path}`, (shopping) => {
      const order = orderOf(shopping);
      work(order, shopping);
      return `/orders/${order.id}`;
    });
  change('return', (order, { shop, form }) =>
    returnGoods(store, shop, order, {
      lineId: Number(form.get('line')),
      quantity: Math.max(1, quantityIn(form, 99)),
    }),
  );
  change('cancel', (order, { shop }) => cancelSale(store, shop, order));
  const statuses: readonly OrderDispute['status'][] = ['needs_response', 'won', 'lost'];
  change('dispute', (order, { shop, form }) =>
    disputeOrder(
      store,
      shop,
      order,
      statuses.find((one) => one === form.get('status')),
    ),
  );
}
