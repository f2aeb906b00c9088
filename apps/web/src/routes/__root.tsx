import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useBlocker, useRouter } from '@tanstack/react-router';
import { ADMIN_GROUP, selectedBrandOf } from '@troupe/domain/account/user';
import { CrashBoundary } from '@troupe/ui/feedback/crash-boundary';
import { closeTopLayer, useHasLayer } from '@troupe/ui/overlay/layers';
import { type ReactNode, useEffect } from 'react';
import { legacyTarget } from '../modules/account/user/legacy-host.ts';
import { BrandIdContext, brandsOptions, meOptions } from '../shared/brand/current-brand.ts';
import { config } from '../shared/config.ts';
import { sessionAtStart, sessionState, useSession } from '../shared/session/session.ts';

interface RouterContext {
  queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  // Before any redirect, because the original URL decides the target.
  beforeLoad: ({ context, location }) => leaveLegacyHost(context.queryClient, location),
  component: Root,
});

function Root() {
  useBackClosesLayers();
  return (
    <CrashBoundary>
      <CurrentBrandProvider>
        <Outlet />
      </CurrentBrandProvider>
    </CrashBoundary>
  );
}

/** Back closes a dialog that lies over the page, instead of leaving the page under it. */
function useBackClosesLayers() {
  const router = useRouter();
  const layered = useHasLayer();
  useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK' && closeTopLayer(),
    enableBeforeUnload: false,
    disabled: !layered,
  });
  useEffect(() => {
    // Only in-app navigation can be blocked, so add a history entry to the first page.
    if (!layered || router.history.canGoBack()) return;
    void router.commitLocation({
      ...router.latestLocation,
      state: { ...router.latestLocation.state, layered: true },
      resetScroll: false,
      hashScrollIntoView: false,
      ignoreBlocker: true,
    });
  }, [layered, router]);
}

/** Makes the brand being worked with known to everything inside: the saved one, else the first. */
function CurrentBrandProvider({ children }: { children: ReactNode }) {
  const signedIn = useSession().status !== 'none';
  const { data: me } = useQuery({ ...meOptions, enabled: signedIn });
  const chosen = me ? selectedBrandOf(me) : null;
  const needsFirst = me?.role === 'administrator' && chosen === null;
  const { data: all } = useQuery({ ...brandsOptions(), enabled: needsFirst });
  return <BrandIdContext value={chosen ?? all?.brands[0]?.id ?? null}>{children}</BrandIdContext>;
}

/** As the browser has it: the router tidies addresses before it looks at them. */
const opened = location.href;
let first = true;

/** Administrators sign in and out on the legacy host too. */
const STAYING = /^\/(login|logout)(\/|$)/;

/**
 * Redirects signed-in people other than administrators from the legacy host to the new dashboard, from any page. Does
 * nothing on other hosts. Never returns when it redirects.
 */
async function leaveLegacyHost(
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
