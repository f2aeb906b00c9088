import { useQuery } from '@tanstack/react-query';
import {
  type BillingEvent,
  BillingEventState,
  type Reconciliation,
} from '@troupe/domain/billing/billing-event';
import { Button } from '@troupe/ui/action/button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Segmented } from '@troupe/ui/field/segmented';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { errorText } from '../../../shared/call/error-text.ts';
import { useFieldText } from '../../../shared/call/field-errors.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { billingEventsOptions, reconciliationsOptions, useReconcile, useReplay } from './admin-queries.ts';
import './admin.css';

const TONES: Record<BillingEventState, PillTone> = {
  received: 'iris',
  processed: 'green',
  ignored: 'neutral',
  failed: 'red',
};

const stateName = (state: BillingEventState): string => t(`billing.status.${state}`);

interface BillingScreenProps {
  page: number;
  state: BillingEventState | undefined;
  onWant: (page: number, state: BillingEventState | undefined) => void;
}

/** What the billing provider told us, and where the books differ. */
export function BillingScreen({ page, state, onWant }: BillingScreenProps) {
  const events = useQuery(billingEventsOptions(page, state));
  const books = useQuery(reconciliationsOptions);
  const compare = useReconcile();
  const { data } = events;
  return (
    <>
      <AdminHead
        section="billing"
        subtitle={t('billing.subtitle')}
        actions={
          <Button busy={compare.isPending} onClick={() => !compare.isPending && compare.mutate(undefined)}>
            {t('billing.reconcile')}
          </Button>
        }
      />
      <div className="t-page admin">
        <h2 className="t-16">{t('billing.reconciliations')}</h2>
        {books.error && (
          <ErrorState
            title={t('billing.reconciliationsFailed')}
            text={errorText(books.error)}
            busy={books.isFetching}
            onRetry={() => void books.refetch()}
          />
        )}
        {books.data?.reconciliations.length === 0 && <p className="t-ink2">{t('billing.notReconciled')}</p>}
        <ul className="admin-members t-panel" hidden={!books.data?.reconciliations.length}>
          {books.data?.reconciliations.slice(0, 5).map((one) => (
            <Comparison key={one.id} one={one} />
          ))}
        </ul>
        <div className="admin-tools">
          <h2 className="t-16">{t('webhooks')}</h2>
          <Segmented
            label={shared('status')}
            value={state ?? 'all'}
            onChange={(next) => onWant(1, next === 'all' ? undefined : (next as BillingEventState))}
            options={[
              { value: 'all', label: t('billing.all') },
              ...BillingEventState.options.map((value) => ({ value, label: stateName(value) })),
            ]}
          />
        </div>
        <LoadState what={t('webhooks.whatReceived')} query={events}>
          <SkeletonRows rows={6} />
        </LoadState>
        {data?.events.length === 0 && <EmptyState title={t('billing.none')} drawing="seats" />}
        {data && data.events.length > 0 && <Events events={data.events} />}
        <PageNav label={t('billing.pages')} of={data} onPage={(next) => onWant(next, state)} />
      </div>
    </>
  );
}

function Comparison({ one }: { one: Reconciliation }) {
  const open = one.differences.filter(({ repaired }) => !repaired).length;
  return (
    <li>
      <span className="admin-member">
        <span>
          {t.rich('billing.compared', { count: one.compared, ago: () => <Ago key="ago" at={one.started} /> })}
        </span>
        {one.failure && (
          <span className="t-12 t-ink2">{t('billing.endedEarly', { failure: one.failure })}</span>
        )}
        {one.differences.map(({ what, id, text, repaired }) => (
          <span key={`${what} ${id}`} className="t-12 t-ink2">
            {text} {repaired ? t('billing.fixedNote') : ''}
          </span>
        ))}
      </span>
      {one.failure ? (
        <Pill tone="red">{t('billing.failed')}</Pill>
      ) : open > 0 ? (
        <Pill tone="tangerine">{t('billing.differences', { count: open })}</Pill>
      ) : (
        <Pill tone="green">{one.differences.length > 0 ? t('billing.fixed') : t('billing.matched')}</Pill>
      )}
    </li>
  );
}

function Events({ events }: { events: readonly BillingEvent[] }) {
  const replay = useReplay();
  const say = useFieldText();
  return (
    <Table label={t('webhooks')} bleed density="ledger" className="admin-events">
      <thead>
        <tr>
          <Th>{t('billing.event')}</Th>
          <Th data-wide>{t('brands.brand')}</Th>
          <Th>{shared('status')}</Th>
          <Th data-wide>{t('billing.received')}</Th>
          <Th>
            <span className="t-hidden">{t('billing.replay')}</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {events.map(({ id, type, brand, state, note, received, attempts }) => (
          <Tr key={id}>
            <Td title={id} className="admin-event">
              {type}
            </Td>
            <Td data-wide dir="auto" className="t-ink2">
              {brand?.name ?? '–'}
            </Td>
            <Td title={t('billing.tried', { count: attempts })}>
              <span className="admin-state">
                <Pill tone={TONES[state]} title={note ? say(note) : undefined}>
                  {stateName(state)}
                </Pill>
                {note && <span className="t-12 t-ink2 admin-note">{say(note)}</span>}
              </span>
            </Td>
            <Td data-wide className="t-ink2">
              <Ago at={received} />
            </Td>
            <Td numeric>
              <Button
                size="row"
                aria-label={t('billing.replayNamed', { type })}
                busy={replay.isPending && replay.variables === id}
                onClick={() => !replay.isPending && replay.mutate(id)}
              >
                {t('billing.replay')}
              </Button>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
