import { createHmac } from 'node:crypto';

/**
 * The key under which a buyer stands in the ledger of a brand: the same for every order of theirs, and of no use to
 * whoever does not have the secret.
 * @param customerId the buyer's id at the store
 */
export const customerKeyOf = (secretKey: string, brandId: string, customerId: string): string =>
  createHmac('sha256', secretKey)
    .update(`customer:${brandId}:${customerId}`)
    .digest('base64url')
    .slice(0, 24);
