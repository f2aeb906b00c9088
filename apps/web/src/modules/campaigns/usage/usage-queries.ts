import { getUsage, listCollaborations } from '@troupe/contract/campaigns/usage';
import { callOptions } from '../../../shared/call/query.ts';

/** How much of its plan a brand uses. */
export const usageOptions = (brandId: string) => callOptions(getUsage, { params: { brandId } });

/** The opt-ins that count in a month, `YYYY-MM`. */
export const collaborationsOptions = (brandId: string, month: string, page: number) =>
  callOptions(listCollaborations, { params: { brandId }, query: { month, page } });
