import type { AskedCharge, AskedItem } from './billing-items.ts';

/** Who pays: an id that is known is used as it is, one that is not is made when the payment succeeds. */
export interface AskedCustomer {
  id?: string;
  email?: string;
  first_name?: string;
  last_name?: string;
  company?: string;
  phone?: string;
  locale?: string;
}

/** What a hosted page does when it is paid. */
export interface CheckoutOrder {
  customer: AskedCustomer;
  /** For a new subscription an id of the asker's choice; for an existing one which. */
  subscriptionId?: string;
  items: AskedItem[];
  charges: AskedCharge[];
  /** The items take the place of all there are. */
  replace: boolean;
  redirectUrl?: string;
  cancelUrl?: string;
}
