import { createFileRoute, Outlet } from '@tanstack/react-router';
import { Shell } from './-shell/shell.tsx';

export const Route = createFileRoute('/_public')({ codeSplitGroupings: [], component: Public });

function Public() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  );
}
