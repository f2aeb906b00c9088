import { IconPencil, IconPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { deleteCost, exportCosts } from '@troupe/contract/analytics/cost-entry';
import { type CostEntry, CostKind, type CostSum } from '@troupe/domain/analytics/cost-entry';
import { costNote } from '@troupe/domain/analytics/gift-note';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { tiles } from '@troupe/ui/layout/tiles';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { CsvButton } from '../../shared/download.tsx';
import { FilterChip } from '../../shared/list/filter-chip.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './analytics-address.ts';
import { AnalyticsFilters } from './analytics-filters.tsx';
import { dayName } from './analytics-labels.ts';
import { costFilterOf, costsOptions, useAnalyticsWrite } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

const CostDialog = lazy(() => import('./cost-dialog.tsx'));
const CostImportDialog = lazy(() => import('./cost-import-dialog.tsx'));

/** What creator marketing cost: payments that Troupe knows, and costs that were entered or imported. */
export default function CostsTab({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const query = useQuery(costsOptions(brandId, address));
  const { data, isPlaceholderData } = query;
  const [isImporting, setImporting] = useState(false);
  const edited = data?.costs.find(({ id }) => id === address.open);
  const close = () => onChange({ open: undefined });
  return (
    <>
      <div className="analytics-tools">
        <AnalyticsFilters address={address} onChange={onChange} figures={false}>
          <FilterChip
            name={t('cost.kind')}
            single
            options={CostKind.options.map((value) => ({ value, label: t(`cost.kind.${value}`) }))}
            value={address.group ? [address.group] : []}
            onChange={([value]) => onChange({ group: value, page: undefined })}
          />
        </AnalyticsFilters>
        <span className="t-row t-wrap">
          <CsvButton
            fileName="costs.csv"
            download={() =>
              client.download(exportCosts, { params: { brandId }, query: costFilterOf(address) })
            }
          />
          <Button icon={<IconUpload size={16} />} onClick={() => setImporting(true)}>
            {t('cost.import')}
          </Button>
          <Button kind="main" icon={<IconPlus size={16} />} onClick={() => onChange({ open: 'new' })}>
            {t('cost.add')}
          </Button>
        </span>
      </div>
      <LoadState what={t('cost.what')} query={query}>
        <SkeletonRows rows={8} />
      </LoadState>
      {data && data.sums.length > 0 && <Sums sums={data.sums} />}
      {data && data.costs.length > 0 && (
        <Table label={t('tab.costs')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.day')}</Th>
              <Th>{t('cost.kind')}</Th>
              <Th data-wide="1">{t('cost.for')}</Th>
              <Th data-wide="2">{t('cost.note')}</Th>
              <Th data-wide="2">{t('cost.source')}</Th>
              <Th numeric>{t('cost.amount')}</Th>
              <Th>
                <span className="t-hidden">{t('cost.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.costs.map((cost) => (
              <CostRow key={cost.id} cost={cost} onEdit={() => onChange({ open: cost.id })} />
            ))}
          </tbody>
        </Table>
      )}
      {data?.costs.length === 0 && (
        <EmptyState title={t('cost.none')} text={t('cost.noneText')} drawing="seats" />
      )}
      <PageNav label={t('cost.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
      <Suspense>
        {address.open === 'new' && <CostDialog cost={null} address={address} onClose={close} />}
        {edited && <CostDialog key={edited.id} cost={edited} address={address} onClose={close} />}
        {isImporting && <CostImportDialog onClose={() => setImporting(false)} />}
      </Suspense>
    </>
  );
}

/** Totals by kind; amounts of different currencies stay apart. */
function Sums({ sums }: { sums: readonly CostSum[] }) {
  return (
    <dl {...tiles(sums.length)}>
      {sums.map(({ kind, currency, amount, count }) => (
        <div key={`${kind}${currency}`} className="t-panel analytics-card">
          <dt className="t-12 t-ink2">{t(`cost.kind.${kind}`)}</dt>
          <dd className="t-20 t-num">{columnMoney(amount, currency)}</dd>
          <dd className="t-12 t-ink2">{t('cost.count', { count, text: exactNumber(count) })}</dd>
        </div>
      ))}
    </dl>
  );
}

function CostRow({ cost, onEdit }: { cost: CostEntry; onEdit: () => void }) {
  const { day, kind, campaignTitle, username, reference, source, amount, currency, by } = cost;
  const note = costNote(cost);
  const brandId = useBrandId();
  const [isRemoving, setRemoving] = useState(false);
  const remove = useAnalyticsWrite(() => client.call(deleteCost, { params: { brandId, costId: cost.id } }), {
    failed: t('cost.deleteFailed'),
    onDone: () => setRemoving(false),
  });
  const isOwn = source === 'hand' || source === 'import' || source === 'gift';
  const what = t('cost.named', { kind: t(`cost.kind.${kind}`), amount: columnMoney(amount, currency) });
  return (
    <Tr>
      <Td className="analytics-nowrap">{dayName(day)}</Td>
      <Td>
        <span className="analytics-who-text">
          <span>{t(`cost.kind.${kind}`)}</span>
          {/* Columns of their own on wider screens. */}
          <span className="t-12 t-ink2 t-ellipsis analytics-phone" dir="auto">
            {note || campaignTitle || t('cost.allCampaigns')}
          </span>
        </span>
      </Td>
      <Td data-wide="1">
        <span className="analytics-who-text">
          <span className="t-ellipsis" dir="auto">
            {campaignTitle ?? t('cost.allCampaigns')}
          </span>
          {username && <span className="t-12 t-ink2">@{username}</span>}
        </span>
      </Td>
      <Td data-wide="2">
        <span className="analytics-note" dir="auto">
          {/* Gifts have a reference that only Troupe understands. */}
          {[note, source === 'gift' ? null : reference].filter(Boolean).join(' · ')}
        </span>
      </Td>
      <Td data-wide="2">
        <Pill tone={isOwn ? 'iris' : 'neutral'} title={by ?? undefined}>
          {t(`cost.source.${source}`)}
        </Pill>
      </Td>
      <Td numeric>{columnMoney(amount, currency)}</Td>
      <Td className="analytics-nowrap analytics-row-actions">
        {isOwn && (
          <>
            <IconButton label={t('cost.edit', { what })} icon={<IconPencil size={18} />} onClick={onEdit} />
            <IconButton
              label={t('cost.delete', { what })}
              icon={<IconTrash size={18} />}
              onClick={() => setRemoving(true)}
            />
          </>
        )}
        <ConfirmDialog
          open={isRemoving}
          title={t('cost.deleteTitle')}
          text={t('cost.deleteText', { what })}
          confirm={t('cost.deleteConfirm')}
          danger
          busy={remove.isPending}
          onConfirm={() => remove.mutate(undefined)}
          onClose={() => setRemoving(false)}
        />
      </Td>
    </Tr>
  );
}
