import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { PurchasedReport } from '@troupe/domain/discovery/audience-report';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { useArrowList } from '@troupe/ui/hooks';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { CreditBalance } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { CreatorWho } from '../../../shared/creator/creator-who.tsx';
import { PlatformFilter } from '../../../shared/list/filter-chip.tsx';
import { FindField } from '../../../shared/list/list-controls.tsx';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { RecruitmentFrame } from '../../../shared/screen/recruitment-frame.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { reportsOptions } from './audience-report-queries.ts';
import { t } from './messages/messages.gen.ts';
import { ageText } from './report-labels.ts';
import { queryOf, type ReportsAddress } from './reports-address.ts';
import './reports-screen.css';

/** The reports of an address. */
export function useReports(address: ReportsAddress) {
  const brandId = useBrandId();
  return useQuery({ ...reportsOptions(brandId, queryOf(address)), placeholderData: keepPreviousData });
}

interface ReportsScreenProps {
  address: ReportsAddress;
  query: ReturnType<typeof useReports>;
  onChange: (part: Partial<ReportsAddress>) => void;
}

/** The creators on whom the brand holds a report. */
export function ReportsScreen({ address, query, onChange }: ReportsScreenProps) {
  const { data, isPlaceholderData } = query;
  const narrowed = Boolean(address.q || address.platform);
  const empty = data !== undefined && data.reports.length === 0;
  const none = empty && !narrowed && !address.page;
  return (
    <RecruitmentFrame tab="deep-insights" actions={<CreditBalance button />}>
      <div className="reports">
        {!none && (
          <div className="reports-tools">
            <div className="reports-find">
              <FindField
                label={t('list.find')}
                value={address.q}
                busy={isPlaceholderData}
                onChange={(q) => onChange({ q, page: undefined })}
              />
            </div>
            <PlatformFilter
              value={address.platform ?? []}
              onChange={(platform) =>
                onChange({ platform: platform.length > 0 ? platform : undefined, page: undefined })
              }
            />
          </div>
        )}
        <LoadState what={t('list.what')} query={query}>
          <SkeletonRows rows={6} />
        </LoadState>
        {data && data.reports.length > 0 && (
          <ReportTable
            reports={data.reports}
            open={address.creator}
            onOpen={(creator) => onChange({ creator })}
          />
        )}
        {none && (
          <EmptyState
            title={t('list.none')}
            text={t('list.noneText')}
            actions={<Button href="/creator-search">{t('list.findCreators')}</Button>}
          />
        )}
        {empty && !none && (
          <EmptyState
            title={narrowed ? t('list.noMatch') : t('list.emptyPage')}
            drawing="seats"
            actions={
              <Button onClick={() => onChange({ q: undefined, platform: undefined, page: undefined })}>
                {t('list.showAll')}
              </Button>
            }
          />
        )}
        <PageNav
          label={t('list.pages')}
          of={data}
          onPage={(page) => onChange({ page: page > 1 ? String(page) : undefined })}
        />
      </div>
    </RecruitmentFrame>
  );
}

interface ReportTableProps {
  reports: readonly PurchasedReport[];
  /** The creator whose report is open in the drawer. */
  open: string | undefined;
  onOpen: (creatorId: string) => void;
}

function ReportTable({ reports, open, onOpen }: ReportTableProps) {
  const { rowProps } = useArrowList({ keys: reports.map(({ socialProfile }) => socialProfile.id), onOpen });
  return (
    <Table label={t('list.label')} bleed className="reports-table">
      <thead>
        <tr>
          <Th>{t('table.creator')}</Th>
          <Th>{t('table.report')}</Th>
          <Th data-wide>{t('table.audiences')}</Th>
          <Th data-wide>{t('table.boughtBy')}</Th>
          <Th data-wide numeric>
            {t('table.bought')}
          </Th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => {
          const creator = report.socialProfile;
          return (
            <Tr
              key={report.id}
              {...rowProps(creator.id)}
              aria-label={t('table.row', { name: creatorName(creator) })}
              current={creator.id === open}
              onOpen={() => onOpen(creator.id)}
            >
              <Td className="reports-who">
                <CreatorWho creator={creator} size={28} />
              </Td>
              <Td>
                <time dateTime={report.created} title={exactTime(report.created)}>
                  {ageText(report.ageDays)}
                </time>
                {report.updates > 0 && (
                  <div className="t-12 t-ink3">{t('table.updated', { count: report.updates })}</div>
                )}
              </Td>
              <Td data-wide className="t-ink2">
                {joined(report.subsets.map((name) => t(`subset.${name}`))) || t('table.noAudiences')}
              </Td>
              <Td data-wide className="t-ink2 t-ellipsis" dir="auto">
                {report.purchasedBy ?? t('table.formerMember')}
              </Td>
              <Td data-wide numeric className="t-ink2">
                <time dateTime={report.purchased} title={exactTime(report.purchased)}>
                  {dayText(report.purchased)}
                </time>
              </Td>
            </Tr>
          );
        })}
      </tbody>
    </Table>
  );
}
