import { createFileRoute, redirect } from '@tanstack/react-router';
import { readAnalyticsAddress, tabOf } from '../../modules/analytics/analytics-address.ts';
import { AnalyticsPage } from './-analytics-page.tsx';

export const Route = createFileRoute('/_member/analytics/$tab')({
  beforeLoad: ({ params, search }) => {
    const tab = tabOf(params.tab);
    if (tab === undefined || tab === 'overview') throw redirect({ to: '/analytics', search, replace: true });
  },
  validateSearch: readAnalyticsAddress,
  component: AnalyticsTab,
});

function AnalyticsTab() {
  const tab = tabOf(Route.useParams().tab) ?? 'overview';
  const address = Route.useSearch({ select: readAnalyticsAddress, structuralSharing: true });
  const navigate = Route.useNavigate();
  return (
    <AnalyticsPage
      tab={tab}
      address={address}
      onChange={(part) =>
        void navigate({
          search: (before) =>
            readAnalyticsAddress(Object.assign({}, before, part) as Record<string, unknown>),
          replace: !('open' in part),
          resetScroll: false,
        })
      }
    />
  );
}
