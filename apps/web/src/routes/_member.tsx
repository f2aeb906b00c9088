import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import { MemberGate } from '../modules/account/user/member-gate.tsx';
import { brandOptions, warmForBrand } from '../shared/brand/current-brand.ts';
import { sessionAtStart } from '../shared/session/session.ts';
import { t } from './-screens/messages/messages.gen.ts';
import { LateActing } from './-shell/after-start.tsx';
import { PastDueGate } from './-shell/past-due.tsx';
import { Shell } from './-shell/shell.tsx';

export const Route = createFileRoute('/_member')({
  // The shell is part of every first load, so it isn't split.
  codeSplitGroupings: [],
  beforeLoad: async ({ location, context }) => {
    const session = await sessionAtStart();
    if (session === 'unreachable') {
      throw new CallError(0, {}, t('login.unreachable'));
    }
    if (session === 'none') throw redirect({ to: '/login', search: { returnTo: location.href } });
    void warmForBrand(context.queryClient, (brandId) =>
      context.queryClient.prefetchQuery(brandOptions(brandId)),
    );
  },
  component: Member,
});

function Member() {
  return (
    <>
      <LateActing />
      <MemberGate>
        <PastDueGate>
          <Shell>
            <Outlet />
          </Shell>
        </PastDueGate>
      </MemberGate>
    </>
  );
}
