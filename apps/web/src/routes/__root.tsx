import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { CrashBoundary } from '../shared/crash-boundary.tsx';
import { CurrentBrandProvider } from '../shared/current-brand-provider.tsx';

export interface RouterContext {
  queryClient: QueryClient;
}

export const Route = createRootRouteWithContext<RouterContext>()({ component: Root });

function Root() {
  return (
    <CrashBoundary>
      <CurrentBrandProvider>
        <Outlet />
      </CurrentBrandProvider>
    </CrashBoundary>
  );
}
