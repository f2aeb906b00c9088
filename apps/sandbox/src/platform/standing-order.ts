/** An order that stands until it is removed, or for so many cases. */
export interface StandingOrder {
  /** Cases it still applies to; null until it is removed. */
  times: number | null;
}

/**
 * Counts a case that some of the orders held for.
 * @returns the orders that stand after it
 */
export function counted<Order extends StandingOrder>(orders: Order[], held: readonly Order[]): Order[] {
  for (const order of held) if (order.times !== null) order.times -= 1;
  return orders.filter(({ times }) => times === null || times > 0);
}
