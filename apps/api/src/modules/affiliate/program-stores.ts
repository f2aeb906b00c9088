import { abilityUnless } from '@troupe/domain/account/ability';
import type { ProgramStore } from '@troupe/domain/affiliate/affiliate-program';
import { missingScopes } from '@troupe/domain/commerce/store';
import type { Api } from '../../platform/api.ts';
import { readProgramStores } from './affiliate-program/program-store.queries.ts';

/** What discount codes need. */
export const CODE_SCOPES = ['write_discounts'];

/** Returns the address of a store's pages. */
export const storefrontOf = ({ config }: Pick<Api, 'config'>, shop: string): string =>
  config.SHOPIFY_SHOP_ORIGIN.replace('{shop}', shop);

/** Returns a brand's stores as programs use them, the one connected last first. */
export async function programStores(api: Api, brandId: string): Promise<ProgramStore[]> {
  const stores = await readProgramStores(api.db, brandId);
  return stores.map(({ id, name, shop, currency, status, scopes }) => ({
    id,
    name,
    shop,
    currency,
    storefront: storefrontOf(api, shop),
    createCodes: abilityUnless(
      status !== 'connected'
        ? `Reconnect ${name} to create codes there.`
        : missingScopes(CODE_SCOPES, scopes).length > 0
          ? `${name} doesn't allow us to create discount codes. Open the app from your store and allow it.`
          : null,
    ),
  }));
}
