import type { ErrorComponentProps } from '@tanstack/react-router';
import { GenericError } from './generic-error.tsx';

/** What the router shows when a screen or its data could not be loaded. */
export function LoadFailure({ error }: ErrorComponentProps) {
  return <GenericError error={error} />;
}
