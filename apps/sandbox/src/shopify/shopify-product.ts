import { type CallContext, gid, need, numberOf, type PageArgs, pageOf } from './shopify-context.ts';
import {
  decimalAmount,
  findVariant,
  plainAmount,
  type ShopProduct,
  secondOf,
  variantsOf,
} from './shopify-order.ts';

type Variant = ReturnType<typeof variantsOf>[number];

/** A variant in GraphQL. */
function variantView(product: ShopProduct, variant: Variant, { shop }: CallContext): Record<string, unknown> {
  const { variantId, title, sku } = variant;
  const cost = product.cost ?? null;
  return {
    id: gid('ProductVariant', variantId),
    legacyResourceId: String(variantId),
    title,
    sku,
    price: plainAmount(product.price, shop.currency),
    availableForSale: !product.soldOut?.includes(variantId),
    inventoryItem: {
      id: gid('InventoryItem', variantId),
      unitCost:
        cost === null ? null : { amount: decimalAmount(cost, shop.currency), currencyCode: shop.currency },
    },
  };
}

/** A product in GraphQL. */
function productView(product: ShopProduct, context: CallContext): Record<string, unknown> {
  const { shop, origin } = context;
  const price = { amount: decimalAmount(product.price, shop.currency), currencyCode: shop.currency };
  const image = {
    url: `${origin}/thumb/${product.handle}.jpg?kind=${product.motif}`,
    altText: product.title,
  };
  return {
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.type,
    status: 'ACTIVE',
    onlineStoreUrl: `https://${shop.domain}/products/${product.handle}`,
    createdAt: secondOf(product.createdAt),
    updatedAt: secondOf(product.updatedAt),
    featuredImage: image,
    featuredMedia: { id: gid('MediaImage', product.id), alt: product.title, image, preview: { image } },
    priceRangeV2: { minVariantPrice: price, maxVariantPrice: price },
    variants: (args: PageArgs) =>
      pageOf(variantsOf(product), args, (variant) => variantView(product, variant, context)),
  };
}

/** Product queries. */
export const productRoot = {
  product: ({ id }: { id: string }, context: CallContext): Record<string, unknown> | null => {
    need(context, 'read_products', 'product');
    const wanted = numberOf('Product', id);
    const found = context.shop.products.find((one) => one.id === wanted);
    return found ? productView(found, context) : null;
  },

  productVariant: ({ id }: { id: string }, context: CallContext): Record<string, unknown> | null => {
    need(context, 'read_products', 'productVariant');
    const found = findVariant(context.shop, numberOf('ProductVariant', id));
    return found && variantView(found.product, found.variant, context);
  },

  products: (args: PageArgs & { sortKey?: string | null; query?: string | null }, context: CallContext) => {
    need(context, 'read_products', 'products');
    const words = (args.query ?? '')
      .toLowerCase()
      .replace(/^status:active\b/, '')
      .trim()
      .replace(/^title:/, '')
      .replace(/[*'"]/g, '');
    const fits = context.shop.products.filter(({ title }) => title.toLowerCase().includes(words));
    const key = args.sortKey === 'TITLE' ? 'title' : args.sortKey === 'UPDATED_AT' ? 'updatedAt' : 'id';
    return pageOf(
      fits,
      args,
      (one) => productView(one, context),
      (one) => `${one[key]} ${one.id}`,
    );
  },
};
