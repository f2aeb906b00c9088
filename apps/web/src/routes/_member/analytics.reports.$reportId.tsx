import { createFileRoute } from '@tanstack/react-router';
import { ReportScreen } from '../../modules/analytics/report/report-screen.tsx';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { BrandScreen } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/analytics/reports/$reportId')({
  validateSearch: ({ run, share }: Record<string, unknown>): { run?: string; share?: boolean } =>
    typeof run === 'string' ? { run } : share === true ? { share } : {},
  component: ReportRoute,
});

function ReportRoute() {
  return (
    <BrandScreen>
      <OpenReport />
    </BrandScreen>
  );
}

function OpenReport() {
  const { reportId } = Route.useParams();
  const { run, share } = Route.useSearch();
  return (
    <ReportScreen
      key={reportId}
      brandId={useBrandId()}
      reportId={reportId}
      runId={run ?? null}
      share={share ?? false}
    />
  );
}
