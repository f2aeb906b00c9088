import { useQuery } from '@tanstack/react-query';
import type { Cohort, CohortReport } from '@troupe/domain/analytics/cohort';
import { toCsv } from '@troupe/domain/csv';
import { columnMoney } from '@troupe/domain/money';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactTime } from '@troupe/ui/lib/date';
import { exactNumber, numberLocale, percent } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { CsvButton } from '../../shared/download.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './analytics-address.ts';
import { cohortsOptions } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

type Shown = 'retention' | 'net';

/** Buyers by their first order: how many come back, and what they spend. */
export default function CohortsTab({ address, onChange }: TabProps) {
  const groupBy = address.group === 'creator' ? 'creator' : 'month';
  const currency = address.currency === 'each' ? undefined : address.currency;
  const [shown, setShown] = useState<Shown>('retention');
  const query = useQuery(cohortsOptions(useBrandId(), groupBy, currency));
  const report = query.data?.report;
  return (
    <>
      <div className="analytics-tools">
        <div className="analytics-filters">
          <Segmented
            label={t('cohort.groupBy')}
            value={groupBy}
            onChange={(value) => onChange({ group: value === 'creator' ? 'creator' : undefined })}
            options={(['month', 'creator'] as const).map((value) => ({
              value,
              label: t(`cohort.by.${value}`),
            }))}
          />
          <Segmented
            label={t('cohort.show')}
            value={shown}
            onChange={setShown}
            options={(['retention', 'net'] as const).map((value) => ({ value, label: t(`cohort.${value}`) }))}
          />
          {report && report.currencies.length > 1 && (
            <SelectField
              label={t('filter.currency')}
              hideLabel
              value={report.currency ?? ''}
              onChange={(event) => onChange({ currency: event.target.value })}
              options={report.currencies.map((value) => ({ value, label: value }))}
            />
          )}
        </div>
        {report && report.cohorts.length > 0 && (
          <CsvButton
            fileName={`cohorts-${groupBy}-${shown}.csv`}
            download={async () => new Blob([toCsv(cellsOf(report))], { type: 'text/csv;charset=utf-8' })}
          />
        )}
      </div>
      <LoadState what={t('cohort.what')} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {report && report.cohorts.length === 0 && (
        <EmptyState
          title={t('cohort.none')}
          text={report.ordersWithoutBuyer > 0 ? t('cohort.noBuyers') : t('cohort.noneText')}
          drawing="seats"
        />
      )}
      {report && report.cohorts.length > 0 && <Cohorts report={report} shown={shown} />}
    </>
  );
}

const nameOf = ({ month, creator }: Cohort): string =>
  month === null
    ? creator?.name || t(creator?.creatorId ? 'row.untitled' : 'cohort.nobody')
    : new Intl.DateTimeFormat(numberLocale(), { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${month}-15T12:00:00Z`),
      );

function cellsOf({ cohorts, currency }: CohortReport) {
  return [
    [
      t('cohort.cohort'),
      t('cohort.month'),
      t('cohort.buyers'),
      t('cohort.active'),
      t('cohort.retention'),
      t('rows.low'),
      t('rows.high'),
      t('measure.orders'),
      t('cohort.netIn', { currency: currency ?? '' }),
    ],
    ...cohorts.flatMap((cohort) =>
      cohort.cells.map(({ month, buyers, active, retention, orders, net }) => [
        nameOf(cohort),
        month,
        buyers,
        active,
        retention?.rate ?? '',
        retention?.low ?? '',
        retention?.high ?? '',
        orders,
        net,
      ]),
    ),
  ];
}

function Cohorts({ report, shown }: { report: CohortReport; shown: Shown }) {
  const { cohorts, currency, buyers, orders, ordersWithoutBuyer, model, modelWhy, asOf, version } = report;
  const longest = Math.max(...cohorts.map(({ cells }) => cells.length));
  const months = Array.from({ length: longest }, (_, month) => month);
  const money = (amount: number | null) =>
    amount === null || currency === null ? '–' : columnMoney(Math.round(amount), currency);
  const best = Math.max(
    ...cohorts.flatMap(({ cells }) =>
      cells.map((cell) =>
        shown === 'net' ? (cell.netPerBuyer ?? 0) : cell.month === 0 ? 0 : (cell.retention?.rate ?? 0),
      ),
    ),
    0.0001,
  );
  return (
    <>
      <p className="t-12 t-ink2">
        {t('cohort.line', { buyers, orders })}{' '}
        {ordersWithoutBuyer > 0 && t('cohort.without', { count: ordersWithoutBuyer })}{' '}
        {t(`cohort.help.${shown}`)}
      </p>
      <Table label={t('tab.cohorts')} density="ledger" bleed className="analytics-cohorts">
        <thead>
          <tr>
            <Th>{t('cohort.cohort')}</Th>
            <Th numeric>{t('cohort.buyers')}</Th>
            {months.map((month) => (
              <Th key={month} numeric>
                {t('cohort.monthShort', { month })}
              </Th>
            ))}
            {model && <Th numeric>{t('cohort.next')}</Th>}
          </tr>
        </thead>
        <tbody>
          {cohorts.map((cohort) => (
            <Tr key={cohort.month ?? cohort.creator?.creatorId ?? 'nobody'}>
              <Td className="analytics-cohort-name" dir="auto">
                {nameOf(cohort)}
              </Td>
              <Td numeric>{exactNumber(cohort.buyers)}</Td>
              {months.map((month) => {
                const cell = cohort.cells[month];
                const key = month;
                if (!cell || (shown === 'retention' && cell.retention === null)) return <Td key={key} />;
                const share = shown === 'net' ? (cell.netPerBuyer ?? 0) : (cell.retention?.rate ?? 0);
                const interval = cell.retention
                  ? t('cohort.cellTitle', {
                      active: cell.active,
                      buyers: cell.buyers,
                      low: percent(cell.retention.low, 1),
                      high: percent(cell.retention.high, 1),
                    })
                  : '';
                return (
                  <Td
                    key={key}
                    numeric
                    title={cell.complete ? interval : `${interval} ${t('cohort.running')}`}
                    data-heat={
                      month === 0 && shown === 'retention' ? undefined : Math.ceil((share / best) * 4)
                    }
                    data-running={cell.complete ? undefined : true}
                  >
                    {shown === 'net' ? money(cell.netPerBuyer) : percent(cell.retention?.rate, 1)}
                  </Td>
                );
              })}
              {model && (
                <Td numeric>
                  {cohort.next12Months
                    ? cohort.next12Months.net === null
                      ? t('cohort.nextOrders', { count: Math.round(cohort.next12Months.orders * 10) / 10 })
                      : money(cohort.next12Months.net)
                    : '–'}
                </Td>
              )}
            </Tr>
          ))}
        </tbody>
      </Table>
      <p className="t-12 t-ink2">
        {model
          ? t('cohort.model', { buyers: exactNumber(model.buyers) })
          : modelWhy && t(`cohort.modelWhy.${modelWhy}`)}{' '}
        {t('cohort.private')} {t('evidence.version', { id: 'cohort', version })} {exactTime(asOf)}
      </p>
    </>
  );
}
