import { abilityUnless } from '@troupe/domain/account/ability';
import type { ProgramStore } from '@troupe/domain/affiliate/affiliate-program';
import { missingScopes } from '@troupe/domain/commerce/store';
import type { Api } from '../../platform/api.ts';
import { readProgramStores, type StoredProgramStore } from './affiliate-program/program-store.queries.ts';

/** What discount codes need. */
const CODE_SCOPES = ['write_discounts'];

/** Returns the address of a store's pages. */
export const storefrontOf = ({ config }: Pick<Api, 'config'>, shop: string): string =>
  config.SHOPIFY_SHOP_ORIGIN.replace('{shop}', shop);

/** Returns a brand's stores as programs use them, the one connected last first. */
export async function programStores(api: Api, brandId: string): Promise<ProgramStore[]> {
  const stores = await readProgramStores(api.db, brandId);
  return stores.map((store) => ({
    id: store.id,
    name: store.name,
    shop: store.shop,
    currency: store.currency,
    storefront: storefrontOf(api, store.shop),
    createCodes: abilityUnless(codeRefusalOf(store)),
  }));
}

/** Returns why codes can't be created in a store; null if they can. */
export function codeRefusalOf({
  name,
  status,
  scopes,
}: Pick<StoredProgramStore, 'name' | 'status' | 'scopes'>): string | null {
  if (status !== 'connected') return `Reconnect ${name} to create codes there.`;
  return missingScopes(CODE_SCOPES, scopes).length > 0
    ? `${name} doesn't allow us to create discount codes. Open the app from your store and grant permission.`
    : null;
}
