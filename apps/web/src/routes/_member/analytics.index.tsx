import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { type AnalyticsAddress, readAnalyticsAddress } from '../../modules/analytics/analytics-address.ts';
import { AnalyticsPage } from './-analytics-page.tsx';

export const Route = createFileRoute('/_member/analytics/')({
  // Read with the screen, whose code isn't part of the first load.
  validateSearch: (raw: Record<string, unknown>) => raw as AnalyticsAddress,
  component: Overview,
});

function Overview() {
  const address = Route.useSearch({ select: read, structuralSharing: true });
  const navigate = useNavigate();
  return (
    <AnalyticsPage
      tab="overview"
      address={address}
      onChange={(part) =>
        void navigate({
          to: '/analytics',
          search: (before) => read(Object.assign({}, before, part)),
          replace: !('open' in part),
          resetScroll: false,
        })
      }
    />
  );
}

const read = (search: object): AnalyticsAddress => readAnalyticsAddress(search as Record<string, unknown>);
