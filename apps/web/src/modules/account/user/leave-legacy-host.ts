import type { QueryClient } from '@tanstack/react-query';
import { ADMIN_GROUP } from '@troupe/domain/account/user';
import { meOptions } from '../../../shared/brand/current-brand.ts';
import { config } from '../../../shared/config.ts';
import { sessionAtStart, sessionState } from '../../../shared/session/session.ts';
import { legacyTarget } from './legacy-host.ts';

/** As the browser has it: the router tidies addresses before it looks at them. */
const opened = location.href;
let first = true;

/** Administrators sign in and out on the legacy host too. */
const STAYING = /^\/(login|logout)(\/|$)/;

/**
 * Sends signed-in people other than administrators from the legacy host to the new dashboard, whatever they opened.
 * Does nothing on other hosts. Never returns for people who are sent away: the page is left.
 */
export async function leaveLegacyHost(
  queryClient: QueryClient,
  { pathname, href }: { pathname: string; href: string },
): Promise<void> {
  const { legacyDashboard, newDashboard } = config.links;
  const at = new URL(first ? opened : href, location.origin);
  first = false;
  const target = legacyTarget({ at, legacyDashboard, newDashboard, administrator: false });
  if (target === null || STAYING.test(pathname)) return;
  if ((await sessionAtStart()) !== 'open') return;
  const session = sessionState();
  if (session.status === 'none' || session.session.groups.includes(ADMIN_GROUP)) return;
  const me = await queryClient.ensureQueryData(meOptions).catch(() => null);
  if (me?.role !== 'brand') return;
  location.replace(target);
  await new Promise(() => {});
}
