import { expect, test } from 'vitest';
import {
  AddOnChoice,
  CheckoutState,
  CompletedCheckout,
  HostedPage,
  HostedPageId,
  PAYMENT_FAILED,
} from './checkout.ts';

test('validates checkout pages, purchases and their states', () => {
  expect(PAYMENT_FAILED).toBe('An error occurred while processing your payment. Please try again.');
  expect(Object.keys(HostedPage.shape)).toEqual(['id', 'url', 'type', 'state', 'expiresAt']);
  expect(HostedPage.shape.state.options).toEqual([
    ...['created', 'requested', 'succeeded', 'acknowledged', 'cancelled'],
  ]);
  expect(CheckoutState.options).toEqual(['open', 'completed', 'refunded', 'ended']);
  expect(Object.keys(CompletedCheckout.shape)).toEqual(['checkoutId', 'first', 'purchase']);
  const { purchase } = CompletedCheckout.shape;
  expect(Object.keys(purchase.shape)).toEqual(['transactionId', 'currency', 'value', 'items']);
  expect(Object.keys(purchase.shape.items.element.shape)).toEqual(['id', 'name', 'price', 'quantity']);
  expect(AddOnChoice.options).toEqual([
    ...['affiliate', 'paid-ads-management', 'social-media-content-management'],
    ...['credits-10', 'credits-50', 'credits-200'],
  ]);
});

test.each([
  ['hp_1.a-B', 'hp_1.a-B'],
  [' hp ', 'hp'],
  ['x'.repeat(100), 'x'.repeat(100)],
  ['x'.repeat(101), null],
  ['', null],
  ['../portal', null],
  [5, null],
])('parses the page id %j as %j', (given, id) => {
  const { success, data, error } = HostedPageId.safeParse(given);
  expect(success ? data : null).toBe(id);
  if (!success) expect(error.issues[0]?.message).toBe(PAYMENT_FAILED);
});
