import type { FastifyReply } from 'fastify';
import { type Html, html, sendVendorPage, timeTag } from '../page/page.ts';
import {
  discountOf,
  financialStatusOf,
  leftOf,
  type Minor,
  type OrderDiscount,
  plainAmount,
  refundedOf,
  type Shop,
  type ShopOrder,
  type ShopProduct,
  subtotalOf,
  totalOf,
} from '../shopify/shopify-order.ts';
import { itemsOf, type Visitor } from './visitor.ts';

/** Returns a path in a store's storefront. */
export const pathIn = ({ domain }: Shop, path = ''): string => `/shopify/${domain}${path}`;

/** Formats minor units of the store's currency: `$329.00`. */
const moneyIn = ({ currency }: Shop, amount: Minor): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(
    Number(plainAmount(amount, currency)),
  );

interface StorePage {
  title: string;
  content: Html;
}

/** Sends a page of a storefront, with links to its cart and orders. */
export function sendStorePage(
  reply: FastifyReply,
  shop: Shop,
  visitor: Visitor,
  { title, content }: StorePage,
): FastifyReply {
  const count = itemsOf(visitor, shop).reduce((sum, { quantity }) => sum + quantity, 0);
  const privacy = visitor.tracked
    ? html`<button name="tracked" value="no">Decline cookies</button>`
    : html`<button name="tracked" value="yes">Accept cookies</button>`;
  return sendVendorPage(reply, {
    vendor: shop.name,
    title,
    wide: true,
    note: 'Nothing is charged or shipped.',
    content: html`<nav aria-label="Store"><a href="${pathIn(shop)}">Products</a><a href="${pathIn(shop, '/cart')}">Cart (${count})</a><a href="${pathIn(shop, '/orders')}">Orders</a></nav>
${content}
<form class="row small" method="post" action="${pathIn(shop, '/privacy')}"><span class="quiet">${visitor.tracked ? 'The store remembers how you came here.' : "The store doesn't remember how you came here."}</span>${privacy}</form>`,
  });
}

const picture = ({ handle, motif }: ShopProduct, size: string) =>
  html`<img class="${size}" src="/thumb/${handle}.jpg?kind=${motif}" alt="">`;

const addForm = (shop: Shop, { id }: ShopProduct, label: string) =>
  html`<form method="post" action="${pathIn(shop, '/cart/add')}"><input type="hidden" name="product" value="${id}"><button class="main" aria-label="${label}">Add to cart</button></form>`;

/** The front page: everything the store sells. */
export const productsContent = (shop: Shop): Html => html`<h1>Products</h1>
<ul class="goods">${shop.products.map((product) => html`<li>${picture(product, 'cover')}<h3><a href="${pathIn(shop, `/products/${product.handle}`)}">${product.title}</a></h3><p>${moneyIn(shop, product.price)}</p>${addForm(shop, product, `Add ${product.title} to cart`)}</li>`)}</ul>`;

/** A product. */
export const productContent = (shop: Shop, product: ShopProduct): Html => html`<h1>${product.title}</h1>
${picture(product, 'cover')}<p>${moneyIn(shop, product.price)} <span class="quiet">${product.type}</span></p>${addForm(shop, product, `Add ${product.title} to cart`)}`;

/** The amounts of a cart. */
export interface CartSums {
  goods: Minor;
  discount: Minor;
  code: OrderDiscount['code'] | null;
}

const row = (label: Html | string, amount: string) =>
  html`<tr><th scope="row">${label}</th><td class="number">${amount}</td></tr>`;

const sumsTable = (shop: Shop, { goods, discount, code }: CartSums) =>
  html`<table class="amounts"><caption>Summary</caption><tbody>${row('Subtotal', moneyIn(shop, goods))}${code && row(html`Discount <code>${code}</code>`, `−${moneyIn(shop, discount)}`)}</tbody><tfoot>${row('Total before shipping', moneyIn(shop, goods - discount))}</tfoot></table>`;

const codeForm = (shop: Shop, { code }: CartSums, error: string | null, typed: string, back: string) =>
  html`<form class="row" method="post" action="${pathIn(shop, '/cart/code')}"><input type="hidden" name="back" value="${back}"><label>Discount code<input name="code" value="${typed}" maxlength="255" autocomplete="off"${error !== null && html` aria-invalid="true" aria-describedby="code-error"`}></label><button>Apply</button></form>
${error && html`<p class="error" id="code-error" role="alert">${error}</p>`}
${code && html`<form class="row" method="post" action="${pathIn(shop, '/cart/code')}"><input type="hidden" name="back" value="${back}"><input type="hidden" name="code" value=""><span>Code <code>${code}</code> applied</span><button aria-label="Remove code ${code}">Remove</button></form>`}`;

interface CartParts {
  sums: CartSums;
  error: string | null;
  /** The code as typed. */
  typed: string;
}

/** The cart. */
export function cartContent(shop: Shop, visitor: Visitor, { sums, error, typed }: CartParts): Html {
  const items = itemsOf(visitor, shop);
  if (items.length === 0)
    return html`<h1>Cart</h1><p>Your cart is empty.</p><p><a class="button main" href="${pathIn(shop)}">See products</a></p>`;
  return html`<h1>Cart</h1>
<ul class="plain">${items.map(({ product, quantity }) => html`<li class="cardline"><span>${product.title}</span><form class="inline" method="post" action="${pathIn(shop, '/cart/change')}"><input type="hidden" name="product" value="${product.id}"><label>Quantity<input class="count" type="number" name="quantity" min="0" max="99" value="${quantity}" aria-label="Quantity of ${product.title}"></label><button aria-label="Update quantity of ${product.title}">Update</button></form><span>${moneyIn(shop, product.price * quantity)}</span></li>`)}</ul>
${codeForm(shop, sums, error, typed, 'cart')}
${sumsTable(shop, sums)}
<p><a class="button main" href="${pathIn(shop, '/checkout')}">Check out</a></p>`;
}

/** What a buyer typed at the checkout. */
export interface BuyerInput {
  email: string;
  firstName: string;
  lastName: string;
}

const field = (label: string, name: keyof BuyerInput, buyer: BuyerInput, type = 'text') =>
  html`<label>${label}<input name="${name}" type="${type}" value="${buyer[name]}" maxlength="200" required></label>`;

/** The checkout. */
export const checkoutContent = (
  shop: Shop,
  { sums, error, typed, buyer }: CartParts & { buyer: BuyerInput },
): Html => html`<h1>Checkout</h1>
${codeForm(shop, sums, error, typed, 'checkout')}
${sumsTable(shop, sums)}
<form class="stack" method="post" action="${pathIn(shop, '/checkout')}">${field('Email', 'email', buyer, 'email')}${field('First name', 'firstName', buyer)}${field('Last name', 'lastName', buyer)}<div><button class="main">Pay now</button></div></form>`;

/** The newest orders of the store. */
export const ordersContent = (shop: Shop, orders: ShopOrder[]): Html => html`<h1>Orders</h1>
<p class="quiet">The newest orders of ${shop.name}, of all buyers. Open one to return goods.</p>
<ul class="plain">${orders.map((order) => html`<li class="cardline"><a href="${pathIn(shop, `/orders/${order.id}`)}">#${order.number}</a><span>${buyerName(order)}</span><span>${timeTag(order.createdAt)}</span><span>${moneyIn(shop, totalOf(order))}</span></li>`)}</ul>`;

const buyerName = ({ customer }: ShopOrder) =>
  customer ? `${customer.firstName} ${customer.lastName}` : 'Guest';

const STATUS: Record<string, string> = {
  paid: 'Paid',
  pending: 'Payment pending',
  voided: 'Canceled',
  partially_refunded: 'Partially refunded',
  refunded: 'Refunded',
};
const DISPUTES = {
  needs_response: 'Payment disputed',
  won: 'Dispute won by the store',
  lost: 'Dispute lost by the store',
};

/** An order, with what its buyer can still do. */
export function orderContent(shop: Shop, order: ShopOrder): Html {
  const { id, number, lines, discount, dispute, cancelledAt } = order;
  const path = pathIn(shop, `/orders/${id}`);
  const status = [
    cancelledAt ? 'Canceled' : null,
    STATUS[financialStatusOf(order)],
    dispute && DISPUTES[dispute.status],
  ];
  const line = (one: ShopOrder['lines'][number]) => {
    const left = leftOf(order, one);
    const form =
      left > 0 &&
      order.paid &&
      html`<form class="inline" method="post" action="${path}/return"><input type="hidden" name="line" value="${one.id}"><label>Pieces<input class="count" type="number" name="quantity" min="1" max="${left}" value="${left}" aria-label="Pieces of ${one.title} to return"></label><button aria-label="Return ${one.title}">Return</button></form>`;
    return html`<li class="cardline"><span>${one.quantity} × ${one.title}${left < one.quantity && html` <span class="quiet">${one.quantity - left} returned</span>`}</span>${form}<span>${moneyIn(shop, one.price * one.quantity - one.discount)}</span></li>`;
  };
  return html`<h1>Order #${number}</h1>
<p>${buyerName(order)}, ${timeTag(order.createdAt)}</p><p>${status.filter(Boolean).join(', ')}</p>
<ul class="plain">${lines.map(line)}</ul>
<table class="amounts"><caption>Summary</caption><tbody>${discount && row(html`Discount <code>${discount.code}</code>`, `−${moneyIn(shop, discountOf(order))}`)}${row('Goods', moneyIn(shop, subtotalOf(order)))}${row('Shipping', moneyIn(shop, order.shipping))}${order.tax > 0 && row('Tax', moneyIn(shop, order.tax))}${refundedOf(order) > 0 && row('Refunded', `−${moneyIn(shop, refundedOf(order))}`)}</tbody><tfoot>${row('Total', moneyIn(shop, totalOf(order) - refundedOf(order)))}</tfoot></table>
<div class="row">${!cancelledAt && html`<form method="post" action="${path}/cancel"><button>Cancel order</button></form>`}${!dispute && html`<form method="post" action="${path}/dispute"><button name="status" value="needs_response">Dispute payment</button></form>`}${dispute?.status === 'needs_response' && html`<form class="row" method="post" action="${path}/dispute"><button name="status" value="won">Store wins dispute</button><button name="status" value="lost">Store loses dispute</button></form>`}</div>`;
}
