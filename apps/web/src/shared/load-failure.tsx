import type { ErrorComponentProps } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import { lazy, Suspense } from 'react';
import { GenericError } from './generic-error.tsx';

const CrashDialog = lazy(() => import('./crash-dialog.tsx'));

/** What stands in a screen's place: the error page when a call failed, the dialog when the screen itself did. */
export function LoadFailure({ error }: ErrorComponentProps) {
  if (error instanceof CallError) return <GenericError error={error} />;
  return (
    <Suspense fallback={<GenericError error={null} />}>
      <CrashDialog error={error} />
    </Suspense>
  );
}
