import { getWelcome } from '@troupe/contract/site/welcome';
import type { Api } from '../../../platform/api.ts';
import { readWelcome } from './welcome.queries.ts';

/** How far a brand is set up. */
export function welcomeRoutes({ db, implement }: Api): void {
  implement(getWelcome, ({ brandId }) => readWelcome(db, brandId));
}
