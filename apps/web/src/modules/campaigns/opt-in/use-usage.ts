import { useQuery } from '@tanstack/react-query';
import { getUsage } from '@troupe/contract/campaigns/usage';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { usageWords } from './opt-in-words.ts';

/** What a brand uses of its plan. */
export const usageOptions = (brandId: string) => callOptions(getUsage, { params: { brandId } });

/** `4 of 5 collaborations this month`; null while it is not known. */
export function useUsageWords(): string | null {
  const { data } = useQuery(usageOptions(useBrandId()));
  return data ? usageWords(data.collaborations) : null;
}
