import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { CallError } from '@troupe/contract/client';
import { Crashed } from '@troupe/ui/feedback/crash-boundary';
import { onReconnect } from '@troupe/ui/lib/connection';
import { useEffect } from 'react';
import { GenericError } from './generic-error.tsx';

/**
 * What stands in a screen's place: the error page when a call failed, the dialog when the screen itself did. A screen
 * that got no answer is loaded again when the connection is back.
 */
export function LoadFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  const unanswered = error instanceof CallError && error.status === 0;
  useEffect(
    () => (unanswered ? onReconnect(() => void router.invalidate()) : undefined),
    [unanswered, router],
  );
  return error instanceof CallError ? <GenericError error={error} /> : <Crashed error={error} />;
}
