import { expect, test } from 'vitest';
import { idOfNode, OrdersPage, readGraphOrder } from './shopify-graph-order.ts';

const money = (amount: string, currencyCode = 'EUR') => ({ shopMoney: { amount, currencyCode } });
const nodes = (all: unknown[], hasNextPage = false) => ({ nodes: all, pageInfo: { hasNextPage } });
const bare = {
  legacyResourceId: 7,
  name: '#7',
  test: false,
  currencyCode: 'EUR',
  totalPriceSet: money('106.00'),
  createdAt: '2026-05-01T12:00:00+02:00',
  updatedAt: '2026-05-02T10:00:00Z',
};
const read = (more: object = {}) => readGraphOrder({ ...bare, ...more });
const refundOf = (more: object) =>
  read({ refunds: [{ legacyResourceId: '1', totalRefundedSet: money('26.00'), ...more }] }).refunds[0];

test('leaves missing values of a minimal order empty', () => {
  expect(read()).toEqual({
    externalId: '7',
    name: '#7',
    placed: '2026-05-01T10:00:00.000Z',
    updated: '2026-05-02T10:00:00.000Z',
    cancelled: null,
    financialStatus: null,
    fulfillmentStatus: null,
    test: false,
    currency: 'EUR',
    total: 10_600,
    subtotal: 0,
    discount: 0,
    tax: 0,
    shipping: 0,
    taxesIncluded: false,
    presentment: null,
    discounts: [],
    attributes: [],
    lines: null,
    ref: null,
    landingSite: null,
    referringSite: null,
    customerId: null,
    buyerEmail: null,
    refunds: [],
  });
});

test('parses an order with sums, codes, notes and first visit', () => {
  const order = read({
    cancelledAt: '2026-05-03T10:00:00Z',
    taxesIncluded: true,
    subtotalPriceSet: money('100'),
    totalDiscountsSet: money('5.5'),
    totalTaxSet: money('19.00'),
    totalShippingPriceSet: money('6'),
    discountCodes: ['MIA10'],
    customAttributes: [{ key: 'ref', value: 'mia' }, { key: 'gift' }],
    customerJourneySummary: {
      firstVisit: {
        landingPage: 'https://larkmoor.example/tents?ref=mia',
        referrerUrl: 'https://social.example/',
      },
    },
    totalPriceSet: { ...money('106.00'), presentmentMoney: { amount: '1500', currencyCode: 'JPY' } },
  });
  expect(order).toMatchObject({
    cancelled: '2026-05-03T10:00:00.000Z',
    taxesIncluded: true,
    subtotal: 10_000,
    discount: 550,
    tax: 1900,
    shipping: 600,
    discounts: [{ code: 'MIA10', amount: null, type: null }],
    attributes: [
      { name: 'ref', value: 'mia' },
      { name: 'gift', value: '' },
    ],
    landingSite: '/tents?ref=mia',
    referringSite: 'https://social.example/',
    presentment: { currency: 'JPY', total: 1500 },
  });
});

test("omits the buyer's total if it is in the store currency or has no amount", () => {
  const shown = (amount: string, currencyCode: string) =>
    read({ totalPriceSet: { ...money('106.00'), presentmentMoney: { amount, currencyCode } } }).presentment;
  expect(shown('106.00', 'EUR')).toBeNull();
  expect(shown('free', 'USD')).toEqual({ currency: 'USD', total: 0 });
});

test.each([
  ['PAID', 'paid'],
  ['UNFULFILLED', null],
  ['PARTIALLY_FULFILLED', 'partial'],
  ['', null],
  [null, null],
])('converts the status %j to %j, as in webhooks', (told, status) => {
  expect(read({ displayFulfillmentStatus: told }).fulfillmentStatus).toBe(status);
  expect(read({ displayFinancialStatus: told }).financialStatus).toBe(status);
});

test.each([
  ['/tents?ref=mia', '/tents?ref=mia'],
  ['', ''],
  [null, null],
])('converts the landing page %j to %j', (landingPage, path) => {
  expect(read({ customerJourneySummary: { firstVisit: { landingPage } } }).landingSite).toBe(path);
});

test("a line's discount is the larger of line and code discounts", () => {
  const line = {
    id: 'gid://shopify/LineItem/11?shop=1',
    title: 'x'.repeat(501),
    quantity: 2,
    totalDiscountSet: money('1.00'),
  };
  const parts = ['2.00', '3.00'].map((amount) => ({ allocatedAmountSet: money(amount) }));
  const { lines } = read({
    lineItems: nodes([
      { ...line, sku: 'T-1', originalUnitPriceSet: money('40.00'), discountAllocations: parts },
      { ...line, id: '12', title: 'Tent' },
    ]),
  });
  expect(lines).toEqual([
    {
      id: '11',
      title: 'x'.repeat(500),
      sku: 'T-1',
      quantity: 2,
      price: 4000,
      discount: 500,
      giftCard: false,
    },
    { id: '12', title: 'Tent', sku: null, quantity: 2, price: null, discount: 100, giftCard: false },
  ]);
  expect(read({ lineItems: { nodes: [] } }).lines).toEqual([]);
  expect(read({ lineItems: nodes([line], true) }).lines).toBeNull();
});

test("parses a refund's goods and their tax", () => {
  const goods = ['10.00', '5.00'].map((amount) => ({
    subtotalSet: money(amount),
    totalTaxSet: money('1.00'),
  }));
  expect(refundOf({ createdAt: '2026-05-04T10:00:00Z', refundLineItems: nodes(goods) })).toEqual({
    id: '1',
    money: 2600,
    currency: 'EUR',
    goods: 1500,
    goodsTax: 200,
    lines: null,
    created: '2026-05-04T10:00:00.000Z',
  });
  expect(refundOf({})).toMatchObject({ goods: null, goodsTax: 0, created: null });
});

test('a partial refund has unknown goods', () => {
  const goods = [{ subtotalSet: money('10.00') }];
  const shipping = [{ subtotalAmountSet: money('5.00'), taxAmountSet: money('1.00') }];
  expect(refundOf({ refundShippingLines: { nodes: shipping } })?.goods).toBe(2000);
  expect(refundOf({ refundLineItems: { nodes: [] }, refundShippingLines: nodes(shipping) })?.goods).toBe(
    2000,
  );
  expect(
    refundOf({ refundLineItems: nodes(goods, true), refundShippingLines: nodes(shipping) }),
  ).toMatchObject({
    goods: null,
    goodsTax: 0,
  });
  expect(refundOf({ refundShippingLines: nodes(shipping, true) })?.goods).toBeNull();
});

test('rejects an order in an unknown format, with its id if there is one', () => {
  expect(() => read({ name: null })).toThrow();
  expect(() => read({ totalPriceSet: money('much') })).toThrow('no amount');
  expect(idOfNode({ legacyResourceId: 7, name: null })).toBe('7');
  for (const node of [{}, null, 'order']) expect(idOfNode(node)).toBe('without an id');
});

test('a page has its orders and whether more follow', () => {
  const page = { orders: { pageInfo: { hasNextPage: true, endCursor: 'c' }, nodes: ['odd', bare] } };
  expect(OrdersPage.parse(page)).toEqual(page);
});
