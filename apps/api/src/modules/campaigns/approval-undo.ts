import { UNDO_SECONDS } from '@troupe/domain/campaigns/opt-in';
import type { Api } from '../../platform/api.ts';
import { oneByOne, type Queryable } from '../../platform/jobs.ts';
import { finishApproval, readFinalApprovals } from './opt-in/opt-in-change.queries.ts';

const JOB = 'approval-final';
/** Waits a few seconds past the undo window, so a late undo request still counts. */
const FINAL_SECONDS = UNDO_SECONDS + 3;

/**
 * Publishes approvals once they can no longer be undone; until then, conversation lines, notices and webhooks are
 * held back. Returns the function that schedules this for one approval.
 */
export function approvalUndo(api: Api) {
  const finish = () => finishApprovals(api);
  api.jobs.define(JOB, finish);
  // Catches approvals left behind by a killed process.
  api.jobs.every('* * * * *', 'approval-final-sweep', finish);
  return (transaction: Queryable): Promise<void> =>
    api.jobs.send(JOB, {}, { transaction, delaySeconds: FINAL_SECONDS });
}

/** Publishes approvals that are now final. */
export async function finishApprovals({ db, clock, log }: Pick<Api, 'db' | 'clock' | 'log'>) {
  const now = clock.now();
  await oneByOne(log, 'failed to publish an approval', await readFinalApprovals(db, now), (optInId) =>
    db.transaction((tx) => finishApproval(tx, optInId, now)),
  );
}
