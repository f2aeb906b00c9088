import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet, useBlocker, useRouter } from '@tanstack/react-router';
import { CrashBoundary } from '@troupe/ui/feedback/crash-boundary';
import { closeTopLayer, useHasLayer } from '@troupe/ui/overlay/layers';
import { useEffect } from 'react';
import { leaveLegacyHost } from '../modules/account/user/leave-legacy-host.ts';
import { CurrentBrandProvider } from '../shared/brand/current-brand-provider.tsx';

export interface RouterContext {
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
