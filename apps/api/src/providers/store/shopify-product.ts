import type { GiftProduct } from '@troupe/domain/commerce/gift';
import {
  type StoreAccess,
  StoreFailure,
  type StorePlatformPort,
} from '@troupe/domain/commerce/store-platform';
import { toMinor } from '@troupe/domain/money';
import { z } from 'zod';
import type { ShopifyCaller } from './shopify-call.ts';

type Products = Pick<StorePlatformPort, 'readProducts' | 'readProductsById' | 'readStock' | 'readUnitCosts'>;

/** The cost of a query counts all variants of all products, and must stay below 1,000. */
const VARIANTS = 40;
const PAGE = 12;
const AT_ONCE = 20;
/** The title of the only variant of a product. */
const ONLY = 'Default Title';

const PRODUCT = `legacyResourceId
      title
      featuredMedia { preview { image { url } } }
      priceRangeV2 { minVariantPrice { currencyCode } }
      variants(first: ${VARIANTS}) { nodes { legacyResourceId title price availableForSale } }`;

/** Products of a store. They need the scope `read_products`. */
export function shopifyProducts(call: ShopifyCaller): Products {
  return {
    async readProducts(access, search, after) {
      // Letters and digits only: others have a meaning in searches.
      const words = search.match(/[\p{L}\p{N}]+/gu) ?? [];
      const { products } = await call.query(access, {
        name: 'products',
        text: `query products($query: String, $after: String) {
          products(first: ${PAGE}, after: $after, query: $query, sortKey: TITLE) {
            pageInfo { hasNextPage endCursor }
            nodes { ${PRODUCT} }
          }
        }`,
        variables: { query: ['status:active', ...words].join(' '), after },
        data: z.object({
          products: z.object({
            pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
            nodes: z.array(Product),
          }),
        }),
      });
      const { hasNextPage, endCursor } = products.pageInfo;
      return { products: products.nodes.map(toProduct), next: hasNextPage ? (endCursor ?? null) : null };
    },
    async readProductsById(access, ids) {
      const nodes = await readEach(call, access, ids, { name: 'product', fields: PRODUCT, node: Product });
      return new Map(nodes.map((node) => [node.legacyResourceId, toProduct(node)]));
    },
    async readStock(access, variantIds) {
      const fields = 'legacyResourceId availableForSale';
      const nodes = await readEach(call, access, variantIds, { name: 'productVariant', fields, node: Stock });
      return new Map(nodes.map(({ legacyResourceId: id, availableForSale }) => [id, availableForSale]));
    },
    async readUnitCosts(access, variantIds) {
      const fields = 'legacyResourceId inventoryItem { unitCost { amount currencyCode } }';
      try {
        const nodes = await readEach(call, access, variantIds, {
          name: 'productVariant',
          fields,
          node: Cost,
        });
        return new Map(
          nodes.map(({ legacyResourceId, inventoryItem }) => {
            const cost = inventoryItem?.unitCost;
            return [legacyResourceId, cost ? toMinor(cost.amount, cost.currencyCode) : null];
          }),
        );
      } catch (error) {
        // Stores can withhold costs.
        if (error instanceof StoreFailure && error.kind === 'refused') return new Map();
        throw error;
      }
    },
  };
}

/** Reads objects by id, some at once. Those that were deleted are missing. */
async function readEach<T>(
  call: ShopifyCaller,
  access: StoreAccess,
  ids: readonly string[],
  { name, fields, node }: { name: 'product' | 'productVariant'; fields: string; node: z.ZodType<T> },
): Promise<T[]> {
  const type = name === 'product' ? 'Product' : 'ProductVariant';
  const read: T[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const declared = some.map((_, at) => `$id${at}: ID!`).join(', ');
    const asked = some.map((_, at) => `n${at}: ${name}(id: $id${at}) { ${fields} }`).join('\n');
    const answer = await call.query(access, {
      name,
      text: `query ${name}(${declared}) { ${asked} }`,
      variables: Object.fromEntries(some.map((id, at) => [`id${at}`, `gid://shopify/${type}/${id}`])),
      data: z.record(z.string(), node.nullable()),
    });
    read.push(...Object.values(answer).filter((one) => one !== null));
  }
  return read;
}

const LegacyId = z.union([z.string(), z.int()]).transform(String);
const Money = z.object({ amount: z.union([z.string(), z.number()]), currencyCode: z.string() });
const Stock = z.object({ legacyResourceId: LegacyId, availableForSale: z.boolean() });
const Cost = z.object({
  legacyResourceId: LegacyId,
  inventoryItem: z.object({ unitCost: Money.nullish() }).nullish(),
});

const Product = z.object({
  legacyResourceId: LegacyId,
  title: z.string(),
  featuredMedia: z
    .object({ preview: z.object({ image: z.object({ url: z.string() }).nullish() }).nullish() })
    .nullish(),
  priceRangeV2: z.object({ minVariantPrice: z.object({ currencyCode: z.string() }) }),
  variants: z.object({
    nodes: z.array(Stock.extend({ title: z.string(), price: z.union([z.string(), z.number()]) })),
  }),
});

function toProduct(told: z.output<typeof Product>): GiftProduct {
  const { currencyCode } = told.priceRangeV2.minVariantPrice;
  return {
    id: told.legacyResourceId,
    title: told.title.slice(0, 255),
    imageUrl: told.featuredMedia?.preview?.image?.url ?? null,
    variants: told.variants.nodes.map(({ legacyResourceId, title, price, availableForSale }) => ({
      id: legacyResourceId,
      title: title === ONLY ? '' : title.slice(0, 255),
      price: toMinor(price, currencyCode) ?? 0,
      available: availableForSale,
    })),
  };
}
