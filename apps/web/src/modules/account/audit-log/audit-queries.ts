import { infiniteQueryOptions } from '@tanstack/react-query';
import * as calls from '@troupe/contract/account/audit-log';
import type { CallOutput } from '@troupe/contract/call';
import type { CallError } from '@troupe/contract/client';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** Which lines of the log are wanted; empty texts are no limit. */
export interface AuditWish {
  person: string;
  action: string;
  from: string;
  to: string;
}

/** The wish as the API takes it. */
export const filterOf = (wish: AuditWish) =>
  Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== '')) as Partial<AuditWish>;

type Page = CallOutput<typeof calls.listAuditLog>;

/** The log of a brand, page by page, newest first. */
export const auditOptions = (brandId: string, wish: AuditWish) =>
  infiniteQueryOptions<Page, CallError, { pages: Page[] }, readonly unknown[], string | null>({
    queryKey: [calls.listAuditLog.noun, calls.listAuditLog.name, brandId, wish],
    queryFn: ({ pageParam, signal }) =>
      client.call(
        calls.listAuditLog,
        { params: { brandId }, query: { ...filterOf(wish), ...(pageParam ? { before: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    staleTime: 5000,
  });

/** Whom and what the log can be narrowed to. */
export const auditFiltersOptions = (brandId: string) =>
  callOptions(calls.listAuditFilters, { params: { brandId } });
