import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  createReport,
  deleteReport,
  deleteReportLogo,
  uploadReportLogo,
} from '@troupe/contract/analytics/report';
import type { ReportForm, ReportSummary } from '@troupe/domain/analytics/report';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { FileChoice } from '@troupe/ui/field/file-choice';
import { Table, Td, Th } from '@troupe/ui/layout/data-table';
import { exactTime } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { useState } from 'react';
import { client } from '../../../shared/call/client.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import { campaignsOptions, reportsOptions, useReportWrite } from './report-queries.ts';
import './report.css';

/** What a new report shows until its owner changes it. */
function newReport(campaign: { id: string; title: string } | null = null): ReportForm {
  return {
    name: campaign ? t('new.campaignName', { campaign: campaign.title }).slice(0, 120) : t('new.name'),
    subtitle: '',
    widgets: [
      { id: 'figures', kind: 'figures', title: '', formulas: ['net-revenue', 'spend', 'roas', 'orders'] },
      { id: 'revenue', kind: 'chart', title: '', measure: 'net-revenue', form: 'line', every: null },
      {
        id: 'creators',
        kind: 'table',
        title: '',
        groupBy: 'creator',
        sort: 'net-revenue',
        formulas: ['net-revenue', 'orders', campaign ? 'views' : 'conversion'],
        rows: 10,
      },
      { id: 'changes', kind: 'changes', title: '' },
    ],
    filters: { campaignId: campaign?.id ?? null, creatorId: null, platform: null },
    window: campaign
      ? { kind: 'rolling', unit: 'day', count: 90 }
      : { kind: 'rolling', unit: 'week', count: 1 },
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    currency: null,
    compare: 'previous',
  };
}

interface ReportsTabProps {
  brandId: string;
  /** A campaign whose results are to be shared. */
  shareCampaign?: string | undefined;
  /** Closes that question. */
  onShared?: () => void;
}

/** The reports of a brand: create, open, delete, and the logo on them. */
export function ReportsTab({ brandId, shareCampaign, onShared }: ReportsTabProps) {
  const [page, setPage] = useState(1);
  const [leaving, setLeaving] = useState<ReportSummary | null>(null);
  const navigate = useNavigate();
  const query = useQuery(reportsOptions(brandId, page));
  const { data, isPlaceholderData } = query;
  const create = useReportWrite(() => client.call(createReport, { params: { brandId }, body: newReport() }), {
    failed: t('new.failed'),
    onDone: ({ report }) =>
      void navigate({ to: '/analytics/reports/$reportId', params: { reportId: report.id } }),
  });
  const remove = useReportWrite(
    (reportId: string) => client.call(deleteReport, { params: { brandId, reportId } }),
    { failed: t('delete.failed'), onDone: () => setLeaving(null) },
  );
  const button = (
    <Button
      kind="main"
      icon={<IconPlus size={16} />}
      busy={create.isPending}
      onClick={() => create.mutate(undefined)}
    >
      {t('new.action')}
    </Button>
  );
  return (
    <div className="report-tab">
      <div className="report-tools">
        <LogoChoice brandId={brandId} url={data?.logoUrl ?? null} />
        <span className="t-grow" />
        {data && data.reports.length > 0 && button}
      </div>
      <LoadState what={t('list.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {data?.reports.length === 0 && (
        <EmptyState title={t('list.empty')} text={t('list.emptyText')} actions={button} />
      )}
      {data && data.reports.length > 0 && (
        <>
          <Table label={t('list.label')} bleed aria-busy={isPlaceholderData || undefined}>
            <thead>
              <tr>
                <Th>{t('table.name')}</Th>
                <Th>{t('list.next')}</Th>
                <Th data-wide="1">{t('list.lastRun')}</Th>
                <Th numeric data-wide="1">
                  {t('list.links')}
                </Th>
                <Th data-wide="2">{t('list.changed')}</Th>
                <Th>
                  <span className="t-hidden">{t('list.actions')}</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {data.reports.map((report) => (
                <tr key={report.id}>
                  <Td dir="auto">
                    <Link href={`/analytics/reports/${report.id}`} className="t-link t-name">
                      {report.name}
                    </Link>
                  </Td>
                  <Td>{report.next ? exactTime(report.next) : t(`list.schedule.${report.schedule}`)}</Td>
                  <Td data-wide="1">{report.lastRun ? <Ago at={report.lastRun.asOf} /> : t('list.never')}</Td>
                  <Td numeric data-wide="1">
                    {report.shares}
                  </Td>
                  <Td data-wide="2">
                    <Ago at={report.changed} />
                  </Td>
                  <Td>
                    <IconButton
                      label={t('delete.label', { name: report.name })}
                      icon={<IconTrash size={16} />}
                      onClick={() => setLeaving(report)}
                    />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
          <PageNav label={t('list.label')} of={data} onPage={setPage} />
        </>
      )}
      {shareCampaign && (
        <CampaignReport brandId={brandId} campaignId={shareCampaign} onClose={() => onShared?.()} />
      )}
      <ConfirmDialog
        open={leaving !== null}
        title={t('delete.title', { name: leaving?.name ?? '' })}
        text={t('delete.text')}
        confirm={t('delete.confirm')}
        danger
        onConfirm={() => leaving && remove.mutate(leaving.id)}
        onClose={() => setLeaving(null)}
      />
    </div>
  );
}

/** Makes a report of one campaign, and opens it to be shared by link. */
function CampaignReport({
  brandId,
  campaignId,
  onClose,
}: {
  brandId: string;
  campaignId: string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const { data } = useQuery(campaignsOptions(brandId));
  const campaign = data?.campaigns.find(({ id }) => id === campaignId);
  const create = useReportWrite(
    () =>
      client.call(createReport, {
        params: { brandId },
        body: newReport({ id: campaignId, title: campaign?.title || t('field.oneCampaign') }),
      }),
    {
      failed: t('new.failed'),
      onDone: ({ report }) =>
        void navigate({
          to: '/analytics/reports/$reportId',
          params: { reportId: report.id },
          search: { share: true },
          replace: true,
        }),
    },
  );
  return (
    <ConfirmDialog
      open
      title={t('new.campaignTitle', { campaign: campaign?.title || t('field.oneCampaign') })}
      text={t('new.campaignText')}
      confirm={t('new.action')}
      onConfirm={() => create.isPending || create.mutate(undefined)}
      onClose={onClose}
    />
  );
}

function LogoChoice({ brandId, url }: { brandId: string; url: string | null }) {
  const upload = useReportWrite(
    (file: File) => client.upload(uploadReportLogo, { params: { brandId } }, file, file.name),
    { failed: t('logo.failed') },
  );
  const remove = useReportWrite(() => client.call(deleteReportLogo, { params: { brandId } }), {
    failed: t('logo.removeFailed'),
  });
  return (
    <div className="t-row">
      {url && <img src={url} alt={t('logo.alt')} className="report-logo" />}
      <FileChoice
        label={t('logo.choose')}
        accept="image/png,image/jpeg,image/webp"
        onFiles={([file]) => file && upload.mutate(file)}
      >
        {(choose) => (
          <Button busy={upload.isPending} onClick={choose}>
            {url ? t('logo.replace') : t('logo.add')}
          </Button>
        )}
      </FileChoice>
      {url && (
        <Button kind="quiet" busy={remove.isPending} onClick={() => remove.mutate(undefined)}>
          {t('logo.remove')}
        </Button>
      )}
    </div>
  );
}
