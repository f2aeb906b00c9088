import type { MailboxAccess, MailboxVendor, MailServer } from '@troupe/domain/outreach/mailbox';

/** Tokens for a mailbox. `refreshToken` is null if the earlier one stays valid. */
export interface MailboxTokens {
  accessToken: string;
  /** ISO 8601. */
  expires: string;
  refreshToken: string | null;
}

/** A vendor whose mailboxes are connected by OAuth 2.0 with PKCE. Calls throw `MailboxFailure`. */
export interface MailboxVendorPort {
  configured: boolean;
  /** How newly connected mailboxes are read and sent from. */
  access: MailboxAccess;
  servers: { imap: MailServer; smtp: MailServer };
  /** Returns the URL of the consent page. */
  consentUrl(given: { state: string; verifier: string; redirectUri: string }): string;
  /** Redeems a code: tokens and the address they are for. Null if it was rejected. */
  accept(given: {
    code: string;
    verifier: string;
    redirectUri: string;
  }): Promise<(MailboxTokens & { address: string }) | null>;
  /** Returns new tokens; null if access was revoked. */
  refresh(refreshToken: string): Promise<MailboxTokens | null>;
}

export type MailboxVendors = Record<MailboxVendor, MailboxVendorPort>;
