import { UNDO_SECONDS } from '@troupe/domain/campaigns/opt-in';
import type { Api } from '../../platform/api.ts';
import { oneByOne, type Queryable } from '../../platform/jobs.ts';
import { finishApproval, readFinalApprovals } from './opt-in/opt-in-change.queries.ts';

const JOB = 'approval-final';
/** After the last moment in which an undo is taken. */
const FINAL_SECONDS = UNDO_SECONDS + 3;

/**
 * Publishes approvals once they can no longer be undone: conversation lines, notices and webhooks are held back until
 * then. Returns how to hold them back.
 */
export function approvalUndo(api: Api) {
  const finish = () => finishApprovals(api);
  api.jobs.define(JOB, finish);
  // What a killed process left.
  api.jobs.every('* * * * *', 'approval-final-sweep', finish);
  return (transaction: Queryable): Promise<void> =>
    api.jobs.send(JOB, {}, { transaction, delaySeconds: FINAL_SECONDS });
}

/** Publishes the approvals that became final. */
export async function finishApprovals({ db, clock, log }: Pick<Api, 'db' | 'clock' | 'log'>) {
  const now = clock.now();
  await oneByOne(log, 'an approval could not be told of', await readFinalApprovals(db, now), (optInId) =>
    db.transaction((tx) => finishApproval(tx, optInId, now)),
  );
}
