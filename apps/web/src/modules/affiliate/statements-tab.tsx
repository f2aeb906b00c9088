import { useQuery } from '@tanstack/react-query';
import {
  approveStatement,
  closeStatements,
  exportStatements,
  getStatementCsv,
  getStatementPdf,
} from '@troupe/contract/affiliate/commission-statement';
import type { CommissionStatement, StatementState } from '@troupe/domain/affiliate/commission-statement';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { monthTitle } from '@troupe/ui/lib/calendar';
import { dayText, wallTime } from '@troupe/ui/lib/date';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { AffiliateWho } from '../../shared/creator/affiliate-who.tsx';
import { CsvButton } from '../../shared/download.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { statementsOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';
import { EmptyTab, TabTools } from './tab-tools.tsx';

const STATES: readonly StatementState[] = ['open', 'approved', 'carried'];
const TONES: Record<StatementState, PillTone> = { open: 'tangerine', approved: 'green', carried: 'neutral' };

/** The month of a statement in its zone, such as "October 2026". */
function monthOf({ from, zone }: CommissionStatement): string {
  const { year, month } = wallTime(new Date(from), zone);
  return monthTitle(`${year}-${String(month).padStart(2, '0')}-01`);
}

/** Monthly statements: what each creator earned, what is due, and its approval. */
export default function StatementsTab({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const query = useQuery(statementsOptions(brandId, address));
  const { data, isPlaceholderData } = query;
  const close = useAffiliateWrite(() => client.call(closeStatements, { params: { brandId } }), {
    failed: t('statements.closeFailed'),
    onDone: ({ statements }) => notify.success(t('statements.closed', { count: statements.length })),
  });
  const open = data?.sums.filter(({ state }) => state === 'open') ?? [];
  return (
    <div className="affiliate-tab">
      <TabTools
        address={address}
        onChange={onChange}
        states={STATES.map((value) => ({ value, label: t(`statement.state.${value}`) }))}
        byCreator
      >
        <Button busy={close.isPending} onClick={() => close.mutate(undefined)}>
          {t('statements.close')}
        </Button>
        <CsvButton
          fileName="commission-statements.csv"
          download={() =>
            client.download(exportStatements, {
              params: { brandId },
              query: {
                affiliateId: address.creator,
                state: address.state as StatementState | undefined,
              },
            })
          }
        />
      </TabTools>
      {data && data.statements.length > 0 && (
        <p className="t-ink2">{t('statements.processing', { percent: PROCESSING_FEE_PERCENT })}</p>
      )}
      {open.length > 0 && (
        <p>
          {open
            .map(({ count, due, currency }) =>
              t('statements.waiting', { count, due: columnMoney(due, currency) }),
            )
            .join(' ')}
        </p>
      )}
      <LoadState what={t('statements.what')} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {data && data.statements.length > 0 && (
        <Table label={t('tab.statements')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.creator')}</Th>
              <Th data-wide="1">{t('column.month')}</Th>
              <Th numeric data-wide="2">
                {t('column.earned')}
              </Th>
              <Th numeric data-wide="2">
                {t('column.takenBack')}
              </Th>
              <Th numeric data-wide="2">
                {t('column.carriedIn')}
              </Th>
              <Th numeric>{t('column.due')}</Th>
              <Th numeric data-wide="1">
                {t('column.brandPays')}
              </Th>
              <Th data-wide="1">{t('column.state')}</Th>
              <Th>{t('column.actions')}</Th>
            </tr>
          </thead>
          <tbody>
            {data.statements.map((statement) => (
              <Row key={statement.id} brandId={brandId} statement={statement} />
            ))}
          </tbody>
        </Table>
      )}
      {data?.statements.length === 0 && (
        <EmptyTab
          address={address}
          onChange={onChange}
          emptyTitle={t('statements.none')}
          emptyText={t('statements.noneText')}
          noMatchTitle={t('statements.noMatch')}
        />
      )}
      <PageNav label={t('list.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
    </div>
  );
}

function Row({ brandId, statement }: { brandId: string; statement: CommissionStatement }) {
  const { id, creator, currency, earned, bonus, takenBack, carriedIn, carriedOut, due, state } = statement;
  const params = { brandId, statementId: id };
  const money = (amount: number) => columnMoney(amount, currency);
  const approve = useAffiliateWrite(() => client.call(approveStatement, { params }), {
    failed: t('statements.approveFailed'),
    onDone: () => notify.success(t('statements.approved', { amount: money(due) })),
  });
  const month = monthOf(statement);
  return (
    <Tr>
      <Td>
        <AffiliateWho creator={creator} />
        <span className="statement-month t-12 t-ink2">{month}</span>
      </Td>
      <Td data-wide="1">{month}</Td>
      <Td numeric data-wide="2">
        {money(earned + bonus)}
      </Td>
      <Td numeric data-wide="2">
        {money(takenBack)}
      </Td>
      <Td numeric data-wide="2">
        {money(carriedIn)}
      </Td>
      <Td numeric>
        {state === 'carried' ? t('statements.carried', { amount: money(carriedOut) }) : money(due)}
        {statement.payBy && (
          <p className="t-12 t-ink2">
            {statement.paymentState === 'paid'
              ? t('statements.paid')
              : t('statements.payBy', { date: dayText(statement.payBy) })}
          </p>
        )}
      </Td>
      <Td numeric data-wide="1">
        {due > 0 && money(statement.brandPays)}
      </Td>
      <Td data-wide="1">
        <Pill tone={TONES[state]} title={statement.paymentReason ?? undefined}>
          {t(`statement.state.${state}`)}
        </Pill>
      </Td>
      <Td>
        <span className="t-row t-wrap statement-actions">
          {state === 'open' && (
            <Button
              size="row"
              kind="main"
              busy={approve.isPending}
              disabledReason={statement.abilities.approve.reason}
              onClick={() => approve.mutate(undefined)}
            >
              {t('statements.approve')}
            </Button>
          )}
          <CsvButton
            type="PDF"
            size="row"
            fileName={`statement-${creator.username}-${month}.pdf`}
            download={() => client.download(getStatementPdf, { params })}
          />
          <CsvButton
            size="row"
            fileName={`statement-${creator.username}-${month}.csv`}
            download={() => client.download(getStatementCsv, { params })}
          />
        </span>
      </Td>
    </Tr>
  );
}
