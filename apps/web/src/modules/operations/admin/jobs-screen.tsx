import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { failedJobsOptions, jobQueuesOptions, useRetryJob } from './admin-queries.ts';
import './admin.css';

/** The work in the background: how much waits, runs and has failed. */
export function JobsScreen() {
  const query = useQuery(jobQueuesOptions);
  const { data } = query;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <AdminHead section="jobs" subtitle="Background jobs, updated every few seconds" />
      <div className="t-page admin">
        <LoadState what="the jobs" query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {data && (
          <Table label="Job types" bleed density="ledger" className="admin-jobs">
            <thead>
              <tr>
                <Th>Job</Th>
                <Th numeric>Waiting</Th>
                <Th numeric data-wide>
                  Retried
                </Th>
                <Th numeric>Running</Th>
                <Th numeric>Failed</Th>
                <Th numeric data-wide>
                  Done
                </Th>
                <Th data-wide>Oldest queued</Th>
              </tr>
            </thead>
            <tbody>
              {data.queues.map((queue) => (
                <Tr key={queue.name}>
                  <Td>{queue.name}</Td>
                  <Td numeric>{exactNumber(queue.waiting)}</Td>
                  <Td numeric data-wide>
                    {exactNumber(queue.retrying)}
                  </Td>
                  <Td numeric>{exactNumber(queue.active)}</Td>
                  <Td numeric>
                    {queue.failed > 0 ? (
                      <Button
                        size="row"
                        aria-label={`Show failed jobs of ${queue.name}`}
                        onClick={() => setOpen(queue.name)}
                      >
                        {exactNumber(queue.failed)}
                      </Button>
                    ) : (
                      '0'
                    )}
                  </Td>
                  <Td numeric data-wide>
                    {exactNumber(queue.completed)}
                  </Td>
                  <Td data-wide className="t-ink2">
                    {queue.oldest ? <Ago at={queue.oldest} /> : '–'}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
      {open && <FailedJobs queue={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function FailedJobs({ queue, onClose }: { queue: string; onClose: () => void }) {
  const query = useQuery(failedJobsOptions(queue));
  const { data } = query;
  const retry = useRetryJob();
  return (
    <Dialog
      open
      title={`Failed: ${queue}`}
      onClose={onClose}
      width={560}
      actions={
        <Button kind="main" onClick={onClose}>
          Close
        </Button>
      }
    >
      <LoadState what="the failed jobs" query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data?.jobs.length === 0 && <p>No failed jobs.</p>}
      <ul className="admin-members">
        {data?.jobs.map(({ id, failed, created, tries, message }) => (
          <li key={id}>
            <span className="admin-member">
              <span>{message || 'No failure details.'}</span>
              <span className="t-12 t-ink2">
                Tried {tries} times, last <Ago at={failed ?? created} />
              </span>
            </span>
            <Button
              size="row"
              busy={retry.isPending && retry.variables?.jobId === id}
              onClick={() => !retry.isPending && retry.mutate({ queue, jobId: id })}
            >
              Retry
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
