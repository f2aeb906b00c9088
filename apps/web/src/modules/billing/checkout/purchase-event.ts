import type { CompletedCheckout } from '@troupe/domain/billing/checkout';

const KEY = 'troupe.purchases';
const KEPT = 50;

/**
 * Reports a purchase to the tag manager, once per transaction in this browser, even if its last page is loaded again.
 * Amounts are in main units; personal data is never included.
 */
export function trackPurchase({
  transactionId,
  currency,
  value,
  items,
}: CompletedCheckout['purchase']): void {
  const told = readTold();
  if (told.includes(transactionId)) return;
  writeTold([...told, transactionId].slice(-KEPT));
  window.dataLayer ??= [];
  // Objects are merged by the tag manager: what an earlier event left would count as sold now.
  window.dataLayer.push({ ecommerce: null });
  window.dataLayer.push({
    event: 'purchase',
    ecommerce: {
      transaction_id: transactionId,
      currency,
      value: value / 100,
      items: items.map(({ id, name, price, quantity }) => ({
        item_id: id,
        item_name: name,
        item_category: 'addon',
        price: price / 100,
        quantity,
      })),
    },
  });
}

function readTold(): string[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(told) ? told.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function writeTold(ids: string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Without storage, report it once per page load.
  }
}
