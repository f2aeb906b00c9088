import type { QueryClient } from '@tanstack/react-query';
import { createCallOptions, makeQueryClient, type QueryTimes } from '@troupe/browser/query';
import { CallError } from '@troupe/contract/client';
import { isScreenShown } from '@troupe/ui/lib/first-screen';
import { leaveEndedActing } from '../brand/acting.ts';
import { client } from './client.ts';

const second = 1000;

/** How long answers about a noun stay fresh, and how long unused ones are kept. */
const times: Record<string, QueryTimes> = {
  user: { staleTime: 300 * second, gcTime: 120 * second },
  campaign: { staleTime: 60 * second, gcTime: 30 * second },
};
const otherTimes = { staleTime: 30 * second };

/** The query of a call, for a route's loader and for a component. */
export const callOptions = createCallOptions(client, (noun) => times[noun] ?? otherTimes);

/** Makes the cache of all answers; one per page. */
export function createQueryClient(): QueryClient {
  // Payment past due: refetch the brand, which shows it.
  const onError = (error: Error) => {
    if (error instanceof CallError && error.code === 'acting_ended') leaveEndedActing();
    if (error instanceof CallError && error.code === 'payment_past_due') {
      void queryClient.invalidateQueries({ queryKey: ['brand', 'getBrand'] });
    }
  };
  const queryClient = makeQueryClient(otherTimes, onError);
  return queryClient;
}

/** The first screen waits this long for data that are on their way, in milliseconds. */
const FIRST_DATA_MS = 150;

/**
 * Returns what a route's loader waits for: on the first screen briefly for the data that the page's first script
 * requested, because rendering once with rows is faster than rendering twice. Later nothing: screens show cached data.
 */
export function firstData(loading: Promise<unknown>): Promise<unknown> | undefined {
  if (!globalThis.troupeEarly || isScreenShown()) return undefined;
  return Promise.race([loading, new Promise((resolve) => setTimeout(resolve, FIRST_DATA_MS))]);
}
