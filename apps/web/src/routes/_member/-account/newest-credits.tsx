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
import { t } from '../../-screens/messages/messages.gen.ts';

const SHOWN = 5;

/** The latest credit entries; a separate screen shows all. */
export default function NewestCredits() {
  const query = useQuery(creditsOptions(useBrandId()));
  const { data } = query;
  return (
    <Section
      id="credits"
      title={t('account.section.credits')}
      subtitle={t('credits.subtitle')}
      actions={
        data &&
        data.total > 0 && (
          <Link href="/account/credits" className="t-link t-medium">
            {t('credits.seeAll')}
          </Link>
        )
      }
    >
      <LoadState what={t('credits.what')} query={query}>
        <SkeletonRows rows={3} />
      </LoadState>
      {data?.entries.length === 0 && (
        <EmptyState title={t('credits.none')} text={t('credits.noneText')} drawing="none" />
      )}
      {data && data.entries.length > 0 && (
        <Table label={t('account.section.credits')} bleed density="ledger" className="account-credits">
          <thead>
            <tr>
              <Th>{t('credits.when')}</Th>
              <Th>{t('credits.reason')}</Th>
              <Th data-wide>{t('credits.by')}</Th>
              <Th numeric>{t('credits.change')}</Th>
              <Th numeric>{t('credits.balance')}</Th>
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
