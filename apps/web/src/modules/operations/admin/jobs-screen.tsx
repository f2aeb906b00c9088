import { useQuery } from '@tanstack/react-query';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { failedJobsOptions, jobQueuesOptions, useRetryJob } from './admin-queries.ts';
import './admin.css';

/** The work in the background: how much waits, runs and has failed. */
export function JobsScreen() {
  const query = useQuery(jobQueuesOptions);
  const { data } = query;
  const [open, setOpen] = useState<string | null>(null);
  return (
    <>
      <AdminHead section="jobs" subtitle={t('jobs.subtitle')} />
      <div className="t-page admin">
        <LoadState what={t('jobs.what')} query={query}>
          <SkeletonRows rows={8} />
        </LoadState>
        {data && (
          <Table label={t('jobs.types')} bleed density="ledger" className="admin-jobs">
            <thead>
              <tr>
                <Th>{t('jobs.job')}</Th>
                <Th numeric>{t('jobs.waiting')}</Th>
                <Th numeric data-wide>
                  {t('jobs.retriedCount')}
                </Th>
                <Th numeric>{t('jobs.running')}</Th>
                <Th numeric>{t('jobs.failed')}</Th>
                <Th numeric data-wide>
                  {t('jobs.done')}
                </Th>
                <Th data-wide>{t('jobs.oldest')}</Th>
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
                        aria-label={t('jobs.showFailed', { queue: queue.name })}
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
      title={t('jobs.failedOf', { queue })}
      onClose={onClose}
      width={560}
      actions={
        <Button kind="main" onClick={onClose}>
          {shared('action.close')}
        </Button>
      }
    >
      <LoadState what={t('jobs.failedWhat')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data?.jobs.length === 0 && <p>{t('jobs.noFailed')}</p>}
      <ul className="admin-members">
        {data?.jobs.map(({ id, failed, created, tries, message }) => (
          <li key={id}>
            <span className="admin-member">
              <span>{message || t('jobs.noDetails')}</span>
              <span className="t-12 t-ink2">
                {t.rich('jobs.tried', { count: tries, ago: () => <Ago key="ago" at={failed ?? created} /> })}
              </span>
            </span>
            <Button
              size="row"
              busy={retry.isPending && retry.variables?.jobId === id}
              onClick={() => !retry.isPending && retry.mutate({ queue, jobId: id })}
            >
              {t('jobs.retry')}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
