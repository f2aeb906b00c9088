import { getMailQueue } from '@troupe/contract/outreach/mail';
import type { Api } from '../../../platform/api.ts';
import { readMailQueue } from './mail.queries.ts';

/** The visible queue. */
export function mailRoutes({ db, clock, implement }: Api): void {
  implement(getMailQueue, async ({ brandId }) => readMailQueue(db, brandId, clock.now()));
}
