import { netAmount, toStoreCurrency } from '@troupe/domain/commerce/order-money';
import { expect, test } from 'vitest';
import type { ShopifyCaller } from './shopify-call.ts';
import { readGraphOrder } from './shopify-graph-order.ts';
import { wholeOrder } from './shopify-order-rest.ts';

const access = { shop: 'larkmoor.myshopify.com', accessToken: 'token' };
const eur = (amount: string) => ({ shopMoney: { amount, currencyCode: 'EUR' } });
const page = (nodes: unknown[], hasNextPage = false, endCursor: string | null = null) => ({
  nodes,
  pageInfo: { hasNextPage, endCursor },
});
const line = (id: number) => ({ id: `gid://shopify/LineItem/${id}`, title: `Tent ${id}`, quantity: 1 });
const sum = (id: number, amount: string) => ({ legacyResourceId: String(id), totalRefundedSet: eur(amount) });
const refund = (id: number, amount: string, goods: string[], shipping: [string, string][] = []) => ({
  ...sum(id, amount),
  refundLineItems: page(goods.map((subtotal) => ({ subtotalSet: eur(subtotal), totalTaxSet: eur('0.00') }))),
  refundShippingLines: page(
    shipping.map(([own, tax]) => ({ subtotalAmountSet: eur(own), taxAmountSet: eur(tax) })),
  ),
});
const order = (more: object) => ({
  legacyResourceId: '7',
  name: '#7',
  createdAt: '2026-05-01T10:00:00Z',
  updatedAt: '2026-05-02T10:00:00Z',
  test: false,
  currencyCode: 'EUR',
  totalPriceSet: eur('106.00'),
  subtotalPriceSet: eur('100.00'),
  lineItems: page([line(1)]),
  refunds: [],
  ...more,
});

/** Answers the query for the rest of an order, and records it. */
function caller(answer: (after: unknown) => unknown) {
  const asked: unknown[] = [];
  const query: ShopifyCaller['query'] = async (_access, { variables, data }) => {
    asked.push(variables);
    return data.parse({ order: answer(variables?.after) });
  };
  return { query, asked };
}

test("doesn't query an order that fits into its page again", async () => {
  const { query, asked } = caller(() => null);
  const node = order({ refunds: [refund(1, '5.00', ['5.00'])] });
  expect(await wholeOrder({ query }, access, node)).toBe(node);
  expect(await wholeOrder({ query }, access, 'no order')).toBe('no order');
  expect(asked).toEqual([]);
});

test('reads all lines and refunds of a long order', async () => {
  const refunds = [1, 2, 3, 4, 5].map((id) => refund(id, '1.00', ['1.00']));
  const sums = [
    ...refunds.map(({ legacyResourceId }) => sum(Number(legacyResourceId), '1.00')),
    sum(6, '10.00'),
  ];
  const { query, asked } = caller((after) => ({
    lineItems: after === null ? page([line(1), line(2)], true, 'c2') : page([line(3)]),
    refunds,
    sums,
  }));
  const told = readGraphOrder(
    await wholeOrder({ query }, access, order({ lineItems: page([line(1)], true, 'c1'), refunds })),
  );
  expect(told.lines?.map(({ id }) => id)).toEqual(['1', '2', '3']);
  expect(told.refunds.map(({ id, money, goods }) => [id, money, goods])).toEqual([
    ...['1', '2', '3', '4', '5'].map((id) => [id, 100, 100]),
    ['6', 1000, null],
  ]);
  const id = 'gid://shopify/Order/7';
  expect(asked).toEqual([
    { id, after: null },
    { id, after: 'c2' },
  ]);
});

test("keeps the page's data of an order deleted in the meantime", async () => {
  const node = order({ lineItems: page([line(1)], true, 'c1') });
  expect(
    await wholeOrder(
      caller(() => null),
      access,
      node,
    ),
  ).toBe(node);
});

test("refunded shipping doesn't reduce the net amount of goods", () => {
  const netOf = (...refunds: unknown[]) => {
    const told = readGraphOrder(order({ refunds }));
    const books = { ...told, presentmentCurrency: null, presentmentTotal: null };
    return netAmount({
      ...told,
      cancelled: false,
      refunds: told.refunds.map((one) => toStoreCurrency(books, one)),
    });
  };
  expect(netOf(refund(1, '6.00', [], [['5.00', '1.00']]))).toBe(10_000);
  expect(netOf(refund(1, '26.00', [], [['5.00', '1.00']]))).toBe(8000);
  expect(netOf(refund(1, '26.00', ['20.00'], [['5.00', '1.00']]))).toBe(8000);
  // Only an amount: the goods' share of the total.
  expect(netOf(refund(1, '10.60', []))).toBe(9000);
});
