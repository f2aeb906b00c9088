import { createHash } from 'node:crypto';
import type { MailboxAccess, MailboxVendor, MailServer } from '@troupe/domain/outreach/mailbox';
import { decodeJwt } from 'jose';
import { z } from 'zod';
import { fetchJson } from '../../platform/outgoing/fetch-json.ts';
import { MailboxFailure } from '../../platform/outgoing/mail-server.ts';
import type { MailboxTokens, MailboxVendorPort } from '../../platform/outgoing/mailbox-vendor.ts';

/** The settings of a vendor's OAuth app and hosts. */
export interface VendorSettings {
  access: MailboxAccess;
  clientId: string;
  clientSecret: string;
  authorizeUrl: string;
  tokenUrl: string;
  imap: MailServer;
  smtp: MailServer;
}

/** Scopes for reading and sending, for refreshing without the user, and for the address. */
const SCOPES: Record<MailboxVendor, Record<MailboxAccess, string>> = {
  google: {
    imap: 'openid email https://mail.google.com/',
    api: 'openid email https://www.googleapis.com/auth/gmail.readonly https://www.googleapis.com/auth/gmail.send',
  },
  microsoft: {
    imap: 'openid email offline_access https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send',
    api: 'openid email offline_access https://graph.microsoft.com/Mail.Read https://graph.microsoft.com/Mail.Send',
  },
};

/** Google issues refresh tokens only with these. */
const MORE: Record<MailboxVendor, Record<string, string>> = {
  google: { access_type: 'offline', prompt: 'consent' },
  microsoft: { prompt: 'select_account' },
};

const TIMEOUT_MS = 15_000;
const MAX_BYTES = 100_000;

const Granted = z.object({
  access_token: z.string().min(1).max(10_000),
  expires_in: z.coerce
    .number()
    .min(0)
    .max(10 ** 7)
    .default(3600),
  refresh_token: z.string().max(10_000).optional(),
  id_token: z.string().max(20_000).optional(),
  scope: z.string().max(10_000).optional(),
});
const Claims = z.object({ email: z.email().optional(), preferred_username: z.email().optional() });

/** Errors that no retry helps against (RFC 6749, 5.2). */
const Refused = z.object({ error: z.enum(['invalid_grant', 'interaction_required', 'consent_required']) });

/** Gmail or Microsoft 365: authorization code with PKCE, and refresh tokens. */
export function mailboxVendor(vendor: MailboxVendor, settings: VendorSettings): MailboxVendorPort {
  const { access, clientId, clientSecret, authorizeUrl, tokenUrl, imap, smtp } = settings;

  async function token(fields: Record<string, string>): Promise<z.output<typeof Granted> | null> {
    const body = new URLSearchParams({ ...fields, client_id: clientId, client_secret: clientSecret });
    const answer = await fetchJson(
      tokenUrl,
      { method: 'POST', body, headers: { accept: 'application/json' } },
      { timeoutMs: TIMEOUT_MS, mostBytes: MAX_BYTES },
    );
    if (typeof answer === 'string') throw new MailboxFailure('server', answer, { isTemporary: true });
    if (answer.status !== 200) {
      if (Refused.safeParse(answer.body).success) return null;
      throw new MailboxFailure('server', `The vendor responded with ${answer.status}`, { isTemporary: true });
    }
    const granted = Granted.safeParse(answer.body);
    if (!granted.success)
      throw new MailboxFailure('server', "The vendor's response was incomplete", { isTemporary: true });
    return granted.data;
  }

  /** Whether a scope is missing. At Google, people can allow only some; Microsoft grants all or none, by other names. */
  const isPartial = ({ scope }: z.output<typeof Granted>): boolean => {
    const granted = scope?.split(' ');
    const wanted = SCOPES[vendor][access]
      .split(' ')
      .filter((one) => /^https:.*\.googleapis\.com\//.test(one));
    return granted !== undefined && wanted.some((one) => !granted.includes(one));
  };

  const tokensOf = ({
    access_token,
    expires_in,
    refresh_token,
  }: z.output<typeof Granted>): MailboxTokens => ({
    accessToken: access_token,
    expires: new Date(Date.now() + expires_in * 1000).toISOString(),
    refreshToken: refresh_token ?? null,
  });

  return {
    configured: clientId !== '' && clientSecret !== '',
    access,
    servers: { imap, smtp },
    consentUrl({ state, verifier, redirectUri }) {
      const url = new URL(authorizeUrl);
      const query = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: SCOPES[vendor][access],
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...MORE[vendor],
      };
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return url.href;
    },
    async accept({ code, verifier, redirectUri }) {
      const granted = await token({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      });
      if (!granted?.refresh_token || !granted.id_token || isPartial(granted)) return null;
      // Not verified: it came from the vendor over TLS (OpenID Connect Core, 3.1.3.7).
      const claims = Claims.safeParse(claimsOf(granted.id_token));
      const address = claims.data?.email ?? claims.data?.preferred_username;
      return address ? { ...tokensOf(granted), address: address.toLowerCase() } : null;
    },
    async refresh(refreshToken) {
      const granted = await token({ grant_type: 'refresh_token', refresh_token: refreshToken });
      return granted && tokensOf(granted);
    },
  };
}

function claimsOf(idToken: string): unknown {
  try {
    return decodeJwt(idToken);
  } catch {
    return null;
  }
}
