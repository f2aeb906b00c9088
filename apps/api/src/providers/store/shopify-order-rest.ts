import { MAX_ORDER_LINES } from '@troupe/domain/commerce/order';
import type { StoreAccess } from '@troupe/domain/commerce/store-platform';
import { z } from 'zod';
import type { ShopifyCaller } from './shopify-call.ts';
import { ORDER_QUERY, REFUNDS_IN_PAGE } from './shopify-graph.ts';

const HasMore = z.object({ pageInfo: z.object({ hasNextPage: z.literal(true) }) });

/** The parts of an order that show whether there is more. */
const Long = z.object({
  legacyResourceId: z.union([z.string(), z.int()]),
  lineItems: z.unknown(),
  refunds: z.array(z.unknown()).nullish(),
});

const Refund = z.looseObject({ legacyResourceId: z.union([z.string(), z.int()]).transform(String) });

const Rest = z.object({
  order: z
    .object({
      lineItems: z.object({
        pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
        nodes: z.array(z.unknown()),
      }),
      refunds: z.array(Refund),
      sums: z.array(Refund),
    })
    .nullish(),
});

function isLong({ lineItems, refunds }: z.output<typeof Long>): boolean {
  const isCut = (refund: unknown) =>
    z
      .object({ refundLineItems: HasMore })
      .or(z.object({ refundShippingLines: HasMore }))
      .safeParse(refund).success;
  return (
    HasMore.safeParse(lineItems).success ||
    (refunds ?? []).length >= REFUNDS_IN_PAGE ||
    (refunds ?? []).some(isCut)
  );
}

/**
 * Completes an entry of a page of orders. Entries that are complete, or not orders, are returned
 * unchanged.
 * @throws StoreFailure
 */
export async function wholeOrder(
  { query }: Pick<ShopifyCaller, 'query'>,
  access: StoreAccess,
  node: unknown,
): Promise<unknown> {
  const order = Long.safeParse(node);
  if (!order.success || !isLong(order.data)) return node;
  const lines: unknown[] = [];
  for (let after: string | null = null; ; ) {
    const { order: rest }: z.output<typeof Rest> = await query(access, {
      name: 'order',
      text: ORDER_QUERY,
      variables: { id: `gid://shopify/Order/${order.data.legacyResourceId}`, after },
      data: Rest,
    });
    // Deleted in the meantime: keep the known data.
    if (!rest) return node;
    lines.push(...rest.lineItems.nodes);
    after = rest.lineItems.pageInfo.hasNextPage ? (rest.lineItems.pageInfo.endCursor ?? null) : null;
    if (after !== null && lines.length < MAX_ORDER_LINES) continue;
    const told = new Set(rest.refunds.map(({ legacyResourceId }) => legacyResourceId));
    return {
      ...(node as object),
      lineItems: { nodes: lines.slice(0, MAX_ORDER_LINES) },
      refunds: [...rest.refunds, ...rest.sums.filter(({ legacyResourceId }) => !told.has(legacyResourceId))],
    };
  }
}
