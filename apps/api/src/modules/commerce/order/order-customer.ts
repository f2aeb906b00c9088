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

/**
 * Returns the pseudonymous key of a buyer's email address, the same in all spellings that reach one mailbox: case and
 * what follows a plus don't matter.
 */
export function buyerEmailKeyOf(secretKey: string, brandId: string, email: string): string {
  const mailbox = email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*(?=@)/, '');
  return createHmac('sha256', secretKey)
    .update(`buyer-email:${brandId}:${mailbox}`)
    .digest('base64url')
    .slice(0, 24);
}
