import { randomBytes } from 'node:crypto';
import { cookieOptions, cookiesOf } from '../accounts/sessions.ts';
import type { Host } from '../host.ts';
import type { Visit } from '../visit.ts';

/** Days a browser or network stays known without a sign-in. */
const KNOWN_DAYS = { browser: 365, network: 90 };
const COOKIE_MS = 400 * 24 * 3600_000;

/** The origin of a request, as known to an account. */
export interface Place {
  /** Browser id; null if the account has never signed in from it. */
  browser: string | null;
  /** Whether the account has signed in from this network. */
  knownNetwork: boolean;
}

const deviceCookie = (host: Host) => host.provider.cookieName('session').replace(/_session$/, '_device');

/** Returns the id in the signed device cookie, or null. */
function deviceOf(host: Host, visit: Visit): string | null {
  return cookiesOf(host, visit).get(deviceCookie(host), { signed: true }) ?? null;
}

const browserKey = (host: Host, device: string) => host.vault.hash('known-browser', device);
const networkKey = (host: Host, visit: Visit) => host.vault.hash('known-network', visit.address);

/**
 * Returns whether an account knows this browser and network; nothing is known without an account.
 */
export async function findPlace(host: Host, visit: Visit, accountId: string | undefined): Promise<Place> {
  const device = deviceOf(host, visit);
  const { rows } = await host.db.query<{ kind: 'browser' | 'network' }>(
    `select kind from known_place where account_id = $1
       and ((kind = 'browser' and key = $2 and seen_at > now() - make_interval(days => $4))
         or (kind = 'network' and key = $3 and seen_at > now() - make_interval(days => $5)))`,
    [
      accountId ?? null,
      device && browserKey(host, device),
      networkKey(host, visit),
      KNOWN_DAYS.browser,
      KNOWN_DAYS.network,
    ],
  );
  const kinds = rows.map(({ kind }) => kind);
  return { browser: kinds.includes('browser') ? device : null, knownNetwork: kinds.includes('network') };
}

/** Remembers this browser and network after a complete sign-in, and sets the device cookie. */
export async function rememberPlace(host: Host, visit: Visit, accountId: string): Promise<void> {
  const device = deviceOf(host, visit) ?? randomBytes(16).toString('base64url');
  cookiesOf(host, visit).set(deviceCookie(host), device, { ...cookieOptions, maxAge: COOKIE_MS });
  await host.db.query(
    `insert into known_place (account_id, kind, key) values ($1, 'browser', $2), ($1, 'network', $3)
     on conflict (account_id, kind, key) do update set seen_at = now()`,
    [accountId, browserKey(host, device), networkKey(host, visit)],
  );
}
