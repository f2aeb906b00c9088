import * as calls from '@troupe/contract/outreach/mailbox';
import type { MailboxAccess, MailboxVendor } from '@troupe/domain/outreach/mailbox';
import type { TestPerson } from '../../testing/test-api.ts';
import type { TestSandbox } from '../../testing/test-sandbox.ts';

/** Returns the settings for the mailboxes of both vendors in the sandbox. */
export function vendorsOfSandbox(
  { origin, imapPort, smtpUrl }: TestSandbox,
  access: MailboxAccess = 'imap',
): Record<string, string> {
  const vendor = (name: string) => ({
    [`${name}_MAIL_ACCESS`]: access,
    [`${name}_MAIL_CLIENT_ID`]: 'sandbox-mail-client',
    [`${name}_MAIL_CLIENT_SECRET`]: 'sandbox-mail-secret',
    [`${name}_MAIL_IMAP_URL`]: `imap://127.0.0.1:${imapPort}`,
    [`${name}_MAIL_SMTP_URL`]: smtpUrl,
  });
  return {
    ...vendor('GOOGLE'),
    GOOGLE_MAIL_AUTHORIZE_URL: `${origin}/google-mail/o/oauth2/v2/auth`,
    GOOGLE_MAIL_TOKEN_URL: `${origin}/google-mail/token`,
    GOOGLE_MAIL_API_URL: `${origin}/gmail-api`,
    ...vendor('MICROSOFT'),
    MICROSOFT_MAIL_AUTHORIZE_URL: `${origin}/microsoft-mail/common/oauth2/v2.0/authorize`,
    MICROSOFT_MAIL_TOKEN_URL: `${origin}/microsoft-mail/common/oauth2/v2.0/token`,
    MICROSOFT_MAIL_API_URL: `${origin}/graph-api/v1.0`,
  };
}

/** Allows access on the vendor's consent page; returns the parameters of the redirect. */
export async function consent(url: string, account: string): Promise<{ code: string; state: string }> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ account }),
    redirect: 'manual',
  });
  const back = new URL(response.headers.get('location') ?? 'http://none.test');
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' };
}

/** Connects a vendor's mailbox with OAuth. */
export async function allowAccess(by: TestPerson, brandId: string, vendor: MailboxVendor, account: string) {
  const { url } = await by.call(calls.startMailboxConsent, { params: { brandId }, body: { vendor } });
  const body = await consent(url, account);
  return by.call(calls.connectVendorMailbox, { params: { brandId }, body });
}
