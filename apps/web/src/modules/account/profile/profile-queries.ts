import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { updateMe } from '@troupe/contract/account/user';
import { CallError, type ClientInput } from '@troupe/contract/client';
import type { User } from '@troupe/domain/account/user';
import { setFormats } from '@troupe/ui/lib/format';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { config } from '../../../shared/config.ts';
import { accessToken } from '../../../shared/session/session.ts';

type Change = NonNullable<ClientInput<typeof updateMe>['body']>;

/** Saves a part of the profile. What else is being saved at the moment stays as it is shown. */
export function useSaveProfile(): (change: Change) => Promise<void> {
  const showMe = useShowMe();
  return async (change) => {
    const me = await client.call(updateMe, { body: change });
    showMe(me, Object.keys(change) as (keyof User)[]);
  };
}

/** Updates the cached user. @param fields the saved fields; others in the response may be outdated */
export function useShowMe(): (me: User, fields: readonly (keyof User)[]) => void {
  const queryClient = useQueryClient();
  return (me, fields) => {
    const saved = Object.fromEntries(fields.map((field) => [field, me[field]]));
    const now = queryClient.setQueryData(meOptions.queryKey, (before) => ({ ...(before ?? me), ...saved }));
    if (now) setFormats(now);
  };
}

/** What a failed save says of one field. */
export const fieldText = (error: unknown, field: string): string =>
  (error instanceof CallError && error.body.fields?.[field]) || errorText(error);

/** How the account is protected, as the login host tells it. */
export interface SignInState {
  email: string;
  pendingEmail: string | null;
  /** ISO 8601 UTC. */
  passwordChangedAt: string;
  authenticatorApp: boolean;
  passkeys: number;
  passkeyAfterPassword: boolean;
  recoveryCodesLeft: number;
  sessions: number;
}

/**
 * Refetched when the page becomes visible again, because it changes at the login host, often in another tab. Null with
 * a login host other than ours, which has no such pages.
 */
export const signInStateOptions = queryOptions<SignInState | null>({
  queryKey: ['sign-in-state'],
  queryFn: async ({ signal }) => {
    const about = await fetch(`${config.issuer}/.well-known/openid-configuration`, { signal });
    const { account_management_uri: pages } = (await about.json()) as { account_management_uri?: string };
    if (!pages) return null;
    const token = await accessToken();
    const answer = await fetch(`${pages}/state`, { headers: { authorization: `Bearer ${token}` }, signal });
    if (!answer.ok) throw new Error(`The login host answers ${answer.status}`);
    return await answer.json();
  },
  staleTime: 0,
  refetchOnWindowFocus: 'always',
  retry: false,
});

/** A page of the login host that leads back here. */
export function loginHostPage(path: string): string {
  const address = new URL(path, config.issuer);
  address.searchParams.set('return_to', `${config.webOrigin}/profile`);
  return address.href;
}
