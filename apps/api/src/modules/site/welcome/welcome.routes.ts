import { addSampleData, getWelcome, removeSampleData } from '@troupe/contract/site/welcome';
import type { Api } from '../../../platform/api.ts';
import {
  deleteSampleData,
  insertSampleData,
  lockForSampleData,
  readSampleData,
} from './sample-data.queries.ts';
import { readWelcome } from './welcome.queries.ts';

/** Registers the calls for a brand's setup progress and for its sample data. */
export function welcomeRoutes({ db, clock, implement, implementChange }: Api): void {
  implement(getWelcome, async ({ brandId }) => {
    const [progress, sample] = await Promise.all([readWelcome(db, brandId), readSampleData(db, brandId)]);
    return { ...progress, sample };
  });

  implementChange(addSampleData, async ({ brandId, caller, commit }) => {
    const sample = await commit(async (tx) => {
      await lockForSampleData(tx, brandId);
      const present = await readSampleData(tx, brandId);
      if (present) return present;
      await insertSampleData(tx, { brandId, userId: caller.userId }, clock.now());
      return readSampleData(tx, brandId);
    });
    if (!sample) throw new Error('the sample data was not inserted');
    return { sample };
  });

  implementChange(removeSampleData, ({ brandId, commit }) =>
    commit(async (tx) => {
      await lockForSampleData(tx, brandId);
      return { removed: await deleteSampleData(tx, brandId) };
    }),
  );
}
