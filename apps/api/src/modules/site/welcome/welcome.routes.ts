import { getWelcome } from '@troupe/contract/site/welcome';
import type { Api } from '../../../platform/api.ts';
import { readWelcome } from './welcome.queries.ts';

/** Registers the call that returns a brand's setup progress. */
export function welcomeRoutes({ db, implement }: Api): void {
  implement(getWelcome, ({ brandId }) => readWelcome(db, brandId));
}
