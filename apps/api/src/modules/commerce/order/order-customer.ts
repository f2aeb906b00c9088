import { createHmac } from 'node:crypto';

/**
 * Returns the pseudonymous key of a buyer in a brand's orders: the same for all their orders, and
 * irreversible without the secret.
 * @param customerId the buyer's id at the store
 */
export const customerKeyOf = (secretKey: string, brandId: string, customerId: string): string =>
  createHmac('sha256', secretKey)
    .update(`customer:${brandId}:${customerId}`)
    .digest('base64url')
    .slice(0, 24);
