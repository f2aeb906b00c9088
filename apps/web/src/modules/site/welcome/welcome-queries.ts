import { getWelcome } from '@troupe/contract/site/welcome';
import { callOptions } from '../../../shared/call/query.ts';

/** How far a brand is set up. Asked anew at each visit: every other screen may have changed it. */
export const welcomeOptions = (brandId: string) => ({
  ...callOptions(getWelcome, { params: { brandId } }),
  staleTime: 0,
});
