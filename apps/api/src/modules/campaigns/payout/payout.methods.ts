import type { PayoutMethod } from '@troupe/domain/campaigns/payout';
import type { PayoutProvider } from '@troupe/domain/campaigns/payout-provider';
import type { Config } from '../../../platform/config.ts';

/**
 * Returns the methods that a brand can use now, whatever it chose earlier. Payments come from the platform's balance, so
 * only brands that the operator has listed may use it.
 */
export function payoutMethodsOf(
  { STRIPE_BRANDS: brands }: Pick<Config, 'STRIPE_BRANDS'>,
  { configured }: Pick<PayoutProvider, 'configured'>,
  brandId: string,
): PayoutMethod[] {
  const isListed = brands.includes('*') || brands.includes(brandId);
  return configured && isListed ? ['manual', 'stripe'] : ['manual'];
}
