import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_member/affiliate/')({
  beforeLoad: () => {
    throw redirect({ to: '/affiliate/$tab', params: { tab: 'dashboard' }, replace: true });
  },
});
