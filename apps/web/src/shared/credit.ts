import { useQuery } from '@tanstack/react-query';
import { CallError } from '@troupe/contract/client';
import { listCredits } from '@troupe/contract/credit';
import type { NoticeOptions } from '@troupe/ui/notify';
import { useBrandId } from './current-brand.ts';
import { callOptions } from './query.ts';

/** What a brand can spend, what is held, and a page of its movements. */
export const creditsOptions = (brandId: string, page = 1) =>
  callOptions(listCredits, { params: { brandId }, query: { page } });

/** How many credits the brand can spend; undefined until it is known. */
export function useBalance(): number | undefined {
  return useQuery(creditsOptions(useBrandId())).data?.balance;
}

/** The way on for somebody whose credits or plan do not suffice; undefined for other failures. */
export function wayToPay(error: unknown): NoticeOptions['action'] {
  if (!(error instanceof CallError)) return undefined;
  if (error.code === 'insufficient_credits') return { label: 'Buy credits', href: '/pricing' };
  if (error.code === 'subscription_required') return { label: 'See plans', href: '/pricing' };
  return undefined;
}
