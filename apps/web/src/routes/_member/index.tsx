import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_member/')({
  beforeLoad: () => {
    throw redirect({ to: '/campaigns', replace: true });
  },
});
