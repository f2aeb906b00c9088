import { useQuery } from '@tanstack/react-query';
import { listMessageTemplates } from '@troupe/contract/outreach/email-template';
import { ALL_VARIABLES } from '@troupe/domain/outreach/email-template';
import { useMemo } from 'react';
import { useBrandId } from './brand/current-brand.ts';
import { callOptions } from './call/query.ts';

/** The names of all variables for editors of emails, with the custom fields of the brand's lists. */
export function useVariables(): readonly string[] {
  const { data } = useQuery(callOptions(listMessageTemplates, { params: { brandId: useBrandId() } }));
  return useMemo(() => [...ALL_VARIABLES, ...(data?.listFields ?? [])], [data]);
}
