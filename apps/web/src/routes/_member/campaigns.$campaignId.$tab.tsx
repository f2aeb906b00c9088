import { createFileRoute, redirect } from '@tanstack/react-router';

/** A tab that there is none of: the overview stands for it. */
export const Route = createFileRoute('/_member/campaigns/$campaignId/$tab')({
  beforeLoad: ({ params: { campaignId } }) => {
    throw redirect({ to: '/campaigns/$campaignId', params: { campaignId }, replace: true });
  },
});
