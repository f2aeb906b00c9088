import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { readAnalyticsAddress } from '../../modules/analytics/analytics-address.ts';
import { AnalyticsPage } from './-analytics-page.tsx';

export const Route = createFileRoute('/_member/analytics/')({
  validateSearch: readAnalyticsAddress,
  component: Overview,
});

function Overview() {
  const address = Route.useSearch({ select: readAnalyticsAddress, structuralSharing: true });
  const navigate = useNavigate();
  return (
    <AnalyticsPage
      tab="overview"
      address={address}
      onChange={(part) =>
        void navigate({
          to: '/analytics',
          search: (before) =>
            readAnalyticsAddress(Object.assign({}, before, part) as Record<string, unknown>),
          replace: !('open' in part),
          resetScroll: false,
        })
      }
    />
  );
}
