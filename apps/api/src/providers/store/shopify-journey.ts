import type {
  PlatformJourney,
  PlatformVisit,
  StorePlatformPort,
} from '@troupe/domain/commerce/store-platform';
import { z } from 'zod';
import type { ShopifyCaller } from './shopify-call.ts';
import { pathOf } from './shopify-graph-order.ts';

/** Orders read in one query; its cost grows with them. */
const READ_AT_ONCE = 25;

const VISIT = 'occurredAt landingPage referralCode';
const SUMMARY = `legacyResourceId
    customerJourneySummary { ready firstVisit { ${VISIT} } lastVisit { ${VISIT} } }`;

const Visit = z
  .object({
    occurredAt: z.string().transform((text) => new Date(text).toISOString()),
    landingPage: z.string().nullish(),
    referralCode: z.string().nullish(),
  })
  .nullish()
  .catch(null);

const Node = z.object({
  legacyResourceId: z.union([z.string(), z.int()]).transform(String),
  customerJourneySummary: z
    .object({ ready: z.boolean().nullish(), firstVisit: Visit, lastVisit: Visit })
    .nullish(),
});

/** Customer journeys (Admin GraphQL `Order.customerJourneySummary`), which the platform computes some time after an order. */
export function shopifyJourneys(call: ShopifyCaller): Pick<StorePlatformPort, 'readJourneys'> {
  return {
    async readJourneys(access, orderIds) {
      const journeys = new Map<string, PlatformJourney>();
      const ids = orderIds.filter((id) => /^\d{1,20}$/.test(id));
      for (let at = 0; at < ids.length; at += READ_AT_ONCE) {
        const some = ids.slice(at, at + READ_AT_ONCE);
        const declared = some.map((_, index) => `$id${index}: ID!`).join(', ');
        const fields = some.map((_, index) => `o${index}: order(id: $id${index}) { ${SUMMARY} }`).join('\n');
        const read = await call.query(access, {
          name: 'journeys',
          text: `query journeys(${declared}) { ${fields} }`,
          variables: Object.fromEntries(some.map((id, index) => [`id${index}`, `gid://shopify/Order/${id}`])),
          data: z.record(z.string(), z.unknown()),
        });
        for (const node of Object.values(read)) {
          const found = Node.safeParse(node).data;
          // Orders in an unknown format, or that the app can't see, don't hide others.
          if (found) journeys.set(found.legacyResourceId, toJourney(found));
        }
      }
      return journeys;
    },
  };
}

function toJourney({ customerJourneySummary: summary }: z.output<typeof Node>): PlatformJourney {
  return {
    ready: summary?.ready === true,
    first: toVisit(summary?.firstVisit),
    last: toVisit(summary?.lastVisit),
  };
}

function toVisit(visit: z.output<typeof Visit>): PlatformVisit | null {
  if (!visit) return null;
  return {
    at: visit.occurredAt,
    ref: visit.referralCode?.trim().slice(0, 200) || null,
    landingPage: pathOf(visit.landingPage)?.slice(0, 2000) ?? null,
  };
}
