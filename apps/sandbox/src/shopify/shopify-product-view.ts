import { type CallContext, gid, type PageArgs, pageInOrder } from './shopify-context.ts';
import type { ShopProduct } from './shopify-entity.ts';
import { decimalAmount, plainAmount, secondOf } from './shopify-value.ts';

/** A product as GraphQL shows it. */
export function productView(product: ShopProduct, { shop, origin }: CallContext): Record<string, unknown> {
  const price = { amount: decimalAmount(product.price, shop.currency), currencyCode: shop.currency };
  const image = {
    url: `${origin}/thumb/${product.handle}.jpg?kind=${product.motif}`,
    altText: product.title,
  };
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    productType: product.type,
    status: 'ACTIVE',
    tags: [],
    descriptionHtml: '',
    onlineStoreUrl: `https://${shop.domain}/products/${product.handle}`,
    createdAt: secondOf(product.createdAt),
    updatedAt: secondOf(product.updatedAt),
    featuredImage: image,
    featuredMedia: { id: gid('MediaImage', product.id), alt: product.title, image, preview: { image } },
    priceRangeV2: { minVariantPrice: price, maxVariantPrice: price },
    totalInventory: 100,
    variants: (args: PageArgs) =>
      pageInOrder([product], args, () => ({
        id: gid('ProductVariant', product.variantId),
        legacyResourceId: String(product.variantId),
        title: 'Default Title',
        displayName: product.title,
        sku: product.sku,
        price: plainAmount(product.price, shop.currency),
      })),
  };
}
