import { type QueryClient, useQuery } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useBlocker, useRouter } from '@tanstack/react-router';
import { selectedBrandOf } from '@troupe/domain/account/user';
import { CrashBoundary } from '@troupe/ui/feedback/crash-boundary';
import { closeTopLayer, useHasLayer } from '@troupe/ui/overlay/layers';
import { type ReactNode, useEffect } from 'react';
import { leaveLegacyHost } from '../modules/account/user/leave-legacy-host.ts';
import { BrandIdContext, brandsOptions, meOptions } from '../shared/brand/current-brand.ts';
import { useSession } from '../shared/session/session.ts';

interface RouterContext {
  queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({
  // Before any route redirects: the address that was opened decides where somebody goes.
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
    // Only a step within the app can be held back; the first page of all gets one of its own.
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
