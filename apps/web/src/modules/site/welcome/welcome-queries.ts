import { getWelcome } from '@troupe/contract/site/welcome';
import { callOptions } from '../../../shared/call/query.ts';

/** The brand's setup progress. Refetched on each visit, because any screen can change it. */
export const welcomeOptions = (brandId: string) => ({
  ...callOptions(getWelcome, { params: { brandId } }),
  staleTime: 0,
});
