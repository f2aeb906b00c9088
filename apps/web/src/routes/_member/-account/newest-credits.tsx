import { useQuery } from '@tanstack/react-query';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { Section } from '@troupe/ui/layout/section';
import { exactNumber } from '@troupe/ui/lib/format';
import { amountText } from '../../../modules/billing/credit/credit-labels.ts';
import { creditsOptions } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';

const SHOWN = 5;

/** The latest credit entries; a separate screen shows all. */
export default function NewestCredits() {
  const query = useQuery(creditsOptions(useBrandId()));
  const { data } = query;
  return (
    <Section
      id="credits"
      title="Credit entries"
      subtitle="Every change, newest first"
      actions={
        data &&
        data.total > 0 && (
          <Link href="/account/credits" className="t-link t-medium">
            See all credits
          </Link>
        )
      }
    >
      <LoadState what="the credit entries" query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data?.entries.length === 0 && (
        <EmptyState
          title="No credit activity yet."
          text="Plans grant credits each month; a report costs one."
          drawing="none"
        />
      )}
      {data && data.entries.length > 0 && (
        <Table label="Credit entries" bleed density="ledger" className="account-credits">
          <thead>
            <tr>
              <Th>When</Th>
              <Th>Reason</Th>
              <Th data-wide>By</Th>
              <Th numeric>Change</Th>
              <Th numeric>Balance</Th>
            </tr>
          </thead>
          <tbody>
            {data.entries
              .filter(({ kind }) => kind !== 'capture')
              .slice(0, SHOWN)
              .map((entry) => (
                <Tr key={entry.id}>
                  <Td className="t-ink2 account-when">
                    <Ago at={entry.created} />
                  </Td>
                  <Td className="account-reason">{entry.reason}</Td>
                  <Td data-wide className="t-ink2">
                    {entry.by ?? 'Troupe'}
                  </Td>
                  <Td numeric className={entry.amount > 0 ? 'account-gain' : undefined}>
                    {amountText(entry.amount)}
                  </Td>
                  <Td numeric>{exactNumber(entry.balance)}</Td>
                </Tr>
              ))}
          </tbody>
        </Table>
      )}
    </Section>
  );
}
