import { createFileRoute } from '@tanstack/react-router';
import { DrawerLayout } from '@troupe/ui/overlay/drawer';
import { lazy, Suspense, useCallback } from 'react';
import { reportsOptions } from '../../modules/discovery/audience-report/audience-report-queries.ts';
import {
  queryOf,
  type ReportsAddress,
  readReportsAddress,
} from '../../modules/discovery/audience-report/reports-address.ts';
import { ReportsScreen, useReports } from '../../modules/discovery/audience-report/reports-screen.tsx';
import { warmForBrand } from '../../shared/brand/current-brand.ts';
import { t as shared } from '../../shared/messages/messages.gen.ts';
import { BrandScreen, DocumentTitle } from '../../shared/screen/screen.tsx';

const InsightsPanel = lazy(() => import('./-insights-panel.tsx'));

export const Route = createFileRoute('/_member/creator-search/deep-insights')({
  validateSearch: readReportsAddress,
  loaderDeps: ({ search }) => queryOf(readReportsAddress(search)),
  loader: ({ context: { queryClient }, deps }) =>
    warmForBrand(queryClient, (brandId) => void queryClient.prefetchQuery(reportsOptions(brandId, deps))),
  component: DeepInsights,
});

function DeepInsights() {
  return (
    <BrandScreen>
      <DocumentTitle>{shared('recruitment.deep-insights')}</DocumentTitle>
      <Screen />
    </BrandScreen>
  );
}

function Screen() {
  const address = Route.useSearch({ select: readReportsAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  const query = useReports(address);
  const change = useCallback(
    (part: Partial<ReportsAddress>, replace = 'q' in part) =>
      void navigate({
        search: (before) => readReportsAddress({ ...before, ...part }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  const creators = query.data?.reports.map(({ socialProfile }) => socialProfile) ?? [];
  const at = creators.findIndex(({ id }) => id === address.creator);
  const step = (to: number) => {
    const other = at < 0 ? undefined : creators[to];
    return other ? () => change({ creator: other.id }, true) : null;
  };
  return (
    <DrawerLayout
      drawer={
        address.creator && (
          <Suspense>
            <InsightsPanel
              creatorId={address.creator}
              known={creators[at]}
              kind="details"
              onPrevious={step(at - 1)}
              onNext={step(at + 1)}
              onClose={() => change({ creator: undefined })}
            />
          </Suspense>
        )
      }
    >
      <ReportsScreen address={address} query={query} onChange={change} />
    </DrawerLayout>
  );
}
