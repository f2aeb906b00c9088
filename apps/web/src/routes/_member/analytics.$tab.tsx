import { createFileRoute, Navigate } from '@tanstack/react-router';
import {
  type AnalyticsAddress,
  readAnalyticsAddress,
  tabOf,
} from '../../modules/analytics/analytics-address.ts';
import { AnalyticsPage } from './-analytics-page.tsx';

export const Route = createFileRoute('/_member/analytics/$tab')({
  // Read with the screen, whose code isn't part of the first load.
  validateSearch: (raw: Record<string, unknown>) => raw as AnalyticsAddress,
  component: AnalyticsTab,
});

function AnalyticsTab() {
  const tab = tabOf(Route.useParams().tab);
  const address = Route.useSearch({ select: read, structuralSharing: true });
  const navigate = Route.useNavigate();
  if (tab === undefined || tab === 'overview') return <Navigate to="/analytics" search={address} replace />;
  return (
    <AnalyticsPage
      tab={tab}
      address={address}
      onChange={(part) =>
        void navigate({
          search: (before) => read(Object.assign({}, before, part)),
          replace: !('open' in part),
          resetScroll: false,
        })
      }
    />
  );
}

const read = (search: object): AnalyticsAddress => readAnalyticsAddress(search as Record<string, unknown>);
