import { beginCreatorConnection } from '@troupe/contract/campaigns/creator-connection';
import type { Platform } from '@troupe/domain/discovery/creator';
import { client } from '../../../shared/api.ts';

const RETURN_KEY = 'troupe.connect.returnTo';

/** Leaves for a platform, which asks whether the account may be read, and comes back to this page afterwards. */
export async function connectAccount(platform: Platform): Promise<void> {
  const { url } = await client.call(beginCreatorConnection, { body: { platform } });
  sessionStorage.setItem(RETURN_KEY, location.pathname + location.search);
  location.assign(url);
}

/** Where the account was connected from, once; the account page where that is not known. */
export function takeConnectReturn(): string {
  const path = sessionStorage.getItem(RETURN_KEY) ?? '/account';
  sessionStorage.removeItem(RETURN_KEY);
  return path;
}
