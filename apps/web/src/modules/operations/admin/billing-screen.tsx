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
import { counted } from '@troupe/ui/lib/format';
import { errorText } from '../../../shared/call/error-text.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { AdminHead } from '../../../shared/screen/admin-head.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { billingEventsOptions, reconciliationsOptions, useReconcile, useReplay } from './admin-queries.ts';
import './admin.css';

const STATES: Record<BillingEventState, { label: string; tone: PillTone }> = {
  received: { label: 'Received', tone: 'iris' },
  processed: { label: 'Processed', tone: 'green' },
  ignored: { label: 'Ignored', tone: 'neutral' },
  failed: { label: 'Failed', tone: 'red' },
};

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
        subtitle="Billing provider webhooks and reconciliation differences"
        actions={
          <Button busy={compare.isPending} onClick={() => !compare.isPending && compare.mutate(undefined)}>
            Reconcile
          </Button>
        }
      />
      <div className="t-page admin">
        <h2 className="t-16">Reconciliations</h2>
        {books.error && (
          <ErrorState
            title="Couldn't load reconciliations."
            text={errorText(books.error)}
            busy={books.isFetching}
            onRetry={() => void books.refetch()}
          />
        )}
        {books.data?.reconciliations.length === 0 && (
          <p className="t-ink2">Not reconciled yet. Reconciliation runs every night.</p>
        )}
        <ul className="admin-members t-panel" hidden={!books.data?.reconciliations.length}>
          {books.data?.reconciliations.slice(0, 5).map((one) => (
            <Comparison key={one.id} one={one} />
          ))}
        </ul>
        <div className="admin-tools">
          <h2 className="t-16">Webhooks</h2>
          <Segmented
            label="Status"
            value={state ?? 'all'}
            onChange={(next) => onWant(1, next === 'all' ? undefined : (next as BillingEventState))}
            options={[
              { value: 'all', label: 'All' },
              ...BillingEventState.options.map((value) => ({ value, label: STATES[value].label })),
            ]}
          />
        </div>
        <LoadState what="the webhooks" query={events}>
          <SkeletonRows rows={6} />
        </LoadState>
        {data?.events.length === 0 && <EmptyState title="No webhooks received." drawing="seats" />}
        {data && data.events.length > 0 && <Events events={data.events} />}
        <PageNav label="Pages of webhooks" of={data} onPage={(next) => onWant(next, state)} />
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
          <Ago at={one.started} />, {counted(one.compared, 'entry', 'entries')} compared
        </span>
        {one.failure && <span className="t-12 t-ink2">Ended early: {one.failure}</span>}
        {one.differences.map(({ what, id, text, repaired }) => (
          <span key={`${what} ${id}`} className="t-12 t-ink2">
            {text} {repaired ? 'Fixed.' : ''}
          </span>
        ))}
      </span>
      {one.failure ? (
        <Pill tone="red">Failed</Pill>
      ) : open > 0 ? (
        <Pill tone="tangerine">{counted(open, 'difference')}</Pill>
      ) : (
        <Pill tone="green">{one.differences.length > 0 ? 'Fixed' : 'Matched'}</Pill>
      )}
    </li>
  );
}

function Events({ events }: { events: readonly BillingEvent[] }) {
  const replay = useReplay();
  return (
    <Table label="Webhooks" bleed density="ledger" className="admin-events">
      <thead>
        <tr>
          <Th>Event</Th>
          <Th data-wide>Brand</Th>
          <Th>Status</Th>
          <Th data-wide>Received</Th>
          <Th>
            <span className="t-hidden">Replay</span>
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
            <Td title={`Tried ${attempts} times`}>
              <span className="admin-state">
                <Pill tone={STATES[state].tone} title={note ?? undefined}>
                  {STATES[state].label}
                </Pill>
                {note && <span className="t-12 t-ink2 admin-note">{note}</span>}
              </span>
            </Td>
            <Td data-wide className="t-ink2">
              <Ago at={received} />
            </Td>
            <Td numeric>
              <Button
                size="row"
                aria-label={`Replay ${type}`}
                busy={replay.isPending && replay.variables === id}
                onClick={() => !replay.isPending && replay.mutate(id)}
              >
                Replay
              </Button>
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  );
}
