import { keepPreviousData } from '@tanstack/react-query';
import { listDemoRequests } from '@troupe/contract/site/demo-request';
import { callOptions } from '../../../shared/call/query.ts';

/** A page of the requests for a demo; `heldBack` those that look like spam. */
export const demoRequestsOptions = (page: number, heldBack: boolean) => ({
  ...callOptions(listDemoRequests, { query: { page, heldBack: String(heldBack) } }),
  placeholderData: keepPreviousData,
});
