import { createFileRoute, Outlet } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import { problems } from '@troupe/domain/problem';
import { useMe } from '../../shared/brand/current-brand.ts';
import { GenericError } from '../../shared/screen/screen.tsx';

export const Route = createFileRoute('/_member/admin')({ component: Administration });

const { status, message } = problems.forbidden;
const REFUSED = new CallError(status, { code: 'forbidden', message }, message);

/** Parts of the administration, for administrators only. The API refuses others anyway. */
function Administration() {
  const me = useMe();
  if (me && me.role !== 'administrator') return <GenericError error={REFUSED} />;
  return <Outlet />;
}
