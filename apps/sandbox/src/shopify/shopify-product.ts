import { type CallContext, gid, need, numberOf, type PageArgs, pageOf } from './shopify-context.ts';
import { decimalAmount, plainAmount, type ShopProduct, secondOf } from './shopify-order.ts';

/** A product in GraphQL. */
function productView(product: ShopProduct, { shop, origin }: CallContext): Record<string, unknown> {
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
      pageOf([product], args, () => ({
        id: gid('ProductVariant', product.variantId),
        legacyResourceId: String(product.variantId),
        title: 'Default Title',
        sku: product.sku,
        price: plainAmount(product.price, shop.currency),
      })),
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

  products: (args: PageArgs & { sortKey?: string | null; query?: string | null }, context: CallContext) => {
    need(context, 'read_products', 'products');
    const words = (args.query ?? '')
      .toLowerCase()
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
