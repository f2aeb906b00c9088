import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_member/social-listening/')({
  beforeLoad: () => {
    throw redirect({ to: '/social-listening/$tab', params: { tab: 'mentions' }, replace: true });
  },
});
