import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import { changeMonitor, deleteMonitor, exportMonitors } from '@troupe/contract/listening/monitor';
import type { Monitor } from '@troupe/domain/listening/monitor';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import type { TabProps } from '../../../shared/listening/listening-address.ts';
import { monitorsOptions, useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { RemoveDialog } from '../../../shared/listening/remove-dialog.tsx';
import { useListFocus } from '../../../shared/listening/use-list-focus.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import { MONITOR_TONES } from './monitor-form.ts';
import './monitor.css';
import { firstQuery } from './query-words.ts';

const MonitorEditor = lazy(() => import('./monitor-editor.tsx'));
const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** Monitors of discount codes are created automatically. */
const isOwn = ({ kind }: Monitor): boolean => kind !== 'creator-code';

/** The monitors of a brand, or the editor of one. */
export default function MonitorsTab({ address, onChange }: TabProps) {
  const brandId = useBrandId();
  const [archived, setArchived] = useState(false);
  const query = useQuery(monitorsOptions(brandId, archived ? ['archived'] : []));
  const all = useQuery({
    ...monitorsOptions(brandId, ['active', 'paused', 'archived']),
    enabled: address.open !== undefined && address.open !== 'new',
  });
  const { data: brand } = useQuery(brandOptions(brandId));
  const [importing, setImporting] = useState(false);
  const monitors = query.data?.monitors;
  const rows = useListFocus<HTMLTableSectionElement>(monitors?.length);
  if (address.open) {
    const monitor = all.data?.monitors.find(({ id }) => id === address.open);
    if (address.open === 'new' || monitor)
      return (
        <Suspense fallback={<SkeletonRows rows={6} />}>
          <MonitorEditor
            key={address.open}
            monitor={monitor ?? null}
            suggestion={
              monitors && !monitors.some(isOwn) && brand
                ? { name: brand.name, query: firstQuery(brand.name) }
                : null
            }
            onClose={() => onChange({ open: undefined })}
          />
        </Suspense>
      );
    if (all.data)
      return (
        <EmptyState
          title={t('gone')}
          drawing="none"
          actions={<Button onClick={() => onChange({ open: undefined })}>{t('toList')}</Button>}
        />
      );
    return (
      <LoadState what={t('what')} query={all}>
        <SkeletonRows rows={6} />
      </LoadState>
    );
  }
  const download = async (monitorId: string[]) => {
    try {
      saveBlob(
        await client.download(exportMonitors, { params: { brandId }, query: { monitorId } }),
        'monitors.zip',
      );
    } catch (error) {
      notify.failure(t('exportFailed'), { detail: errorText(error) });
    }
  };
  return (
    <>
      <div className="listening-bar">
        <SelectField
          label={t('shown')}
          hideLabel
          value={archived ? 'archived' : ''}
          onChange={(event) => setArchived(event.target.value === 'archived')}
          options={[
            { value: '', label: t('shown.current') },
            { value: 'archived', label: t('shown.archived') },
          ]}
        />
        <span className="t-grow" />
        <Button icon={<IconUpload size={16} />} onClick={() => setImporting(true)}>
          {t('import')}
        </Button>
        {monitors && monitors.length > 0 && (
          <Button icon={<IconDownload size={16} />} onClick={() => void download([])}>
            {t('export')}
          </Button>
        )}
      </div>
      <LoadState what={t('what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {monitors && monitors.length > 0 && (
        <Table label={t('label')} bleed className="monitor-table">
          <thead>
            <tr>
              <Th>{t('column.name')}</Th>
              <Th>{t('column.state')}</Th>
              <Th numeric>{t('column.week')}</Th>
              <Th numeric data-wide="1">
                {t('column.unread')}
              </Th>
              <Th data-wide="1">{t('column.last')}</Th>
              <Th data-wide="2">{t('column.set')}</Th>
              <Th>
                <span className="t-hidden">{t('column.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody ref={rows} tabIndex={-1}>
            {monitors.map((monitor) => (
              <Row
                key={monitor.id}
                monitor={monitor}
                onOpen={() => onChange({ open: monitor.id })}
                onExport={() => void download([monitor.id])}
              />
            ))}
          </tbody>
        </Table>
      )}
      {monitors && monitors.length > 0 && !archived && !monitors.some(isOwn) && brand && (
        <EmptyState
          title={t('noOwn')}
          text={t('noneSuggestion', { query: firstQuery(brand.name) })}
          drawing="none"
          actions={
            <Button icon={<IconPlus size={16} />} onClick={() => onChange({ open: 'new' })}>
              {t('noneCreate', { name: brand.name })}
            </Button>
          }
        />
      )}
      {monitors?.length === 0 && archived && <EmptyState title={t('noArchived')} drawing="none" />}
      {monitors?.length === 0 && !archived && (
        <EmptyState
          title={t('none')}
          text={brand ? t('noneSuggestion', { query: firstQuery(brand.name) }) : t('noneText')}
          actions={
            <>
              <Button kind="main" icon={<IconPlus size={16} />} onClick={() => onChange({ open: 'new' })}>
                {brand ? t('noneCreate', { name: brand.name }) : t('new')}
              </Button>
              <Button icon={<IconUpload size={16} />} onClick={() => setImporting(true)}>
                {t('import')}
              </Button>
            </>
          }
        />
      )}
      <Suspense>{importing && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </>
  );
}

interface RowProps {
  monitor: Monitor;
  onOpen: () => void;
  onExport: () => void;
}

function Row({ monitor, onOpen, onExport }: RowProps) {
  const { id, name, kind, state, pauseReason, mentions7Days, days, unread, lastMention, setName, problems } =
    monitor;
  return (
    <Tr onOpen={onOpen}>
      <Td className="monitor-name">
        <button type="button" className="listening-link t-link t-medium listening-name" onClick={onOpen}>
          <bdi>{name}</bdi>
        </button>
        <span className="t-12 t-ink2">
          {t(`kind.${kind}`)}
          {problems.some(({ severity }) => severity === 'warning') && <>, {t('hasWarnings')}</>}
        </span>
      </Td>
      <Td>
        <Pill tone={MONITOR_TONES[state]}>
          {pauseReason === 'over-budget' ? t('state.overBudget') : t(`state.${state}`)}
        </Pill>
      </Td>
      <Td numeric className="monitor-week">
        <VolumeLine days={days} />
        <Link className="t-link" href={`/social-listening?monitor=${id}&since=7d`}>
          {exactNumber(mentions7Days)}
        </Link>
      </Td>
      <Td numeric data-wide="1">
        {unread > 0 ? (
          <Link className="t-link" href={`/social-listening?monitor=${id}&state=new`}>
            {unread >= 1000 ? '1,000+' : exactNumber(unread)}
          </Link>
        ) : (
          '0'
        )}
      </Td>
      <Td data-wide="1">{lastMention ? <Ago at={lastMention} short /> : t('noMention')}</Td>
      <Td data-wide="2">{setName ?? ''}</Td>
      <Td>
        <RowMenu monitor={monitor} onOpen={onOpen} onExport={onExport} />
      </Td>
    </Tr>
  );
}

/** Mentions of seven days as a line; the numbers are its name. */
function VolumeLine({ days }: { days: readonly number[] }) {
  const top = Math.max(1, ...days);
  const points = days.map((count, at) => `${(at / 6) * 60 + 2},${20 - (count / top) * 16}`).join(' ');
  const label = t('volume', { days: days.map(exactNumber).join(', ') });
  return (
    <svg className="monitor-volume" width={64} height={24} role="img" aria-label={label}>
      <title>{label}</title>
      <polyline points={points} />
    </svg>
  );
}

function RowMenu({ monitor, onOpen, onExport }: RowProps) {
  const brandId = useBrandId();
  const [deleting, setDeleting] = useState(false);
  const { id, name, state, version, abilities } = monitor;
  const move = useListeningWrite(
    (next: Monitor['state']) =>
      client.call(changeMonitor, { params: { brandId, monitorId: id }, body: { state: next, version } }),
    {
      failed: t('saveFailed'),
      onDone: ({ monitor: saved }, next) =>
        notify.success(t(`moved.${next}`, { name }), {
          action: {
            label: t('undo'),
            onClick: () =>
              void client
                .call(changeMonitor, {
                  params: { brandId, monitorId: id },
                  body: { state, version: saved.version },
                })
                .catch((error) => notify.failure(t('saveFailed'), { detail: errorText(error) })),
          },
        }),
    },
  );
  const remove = useListeningWrite(() => client.call(deleteMonitor, { params: { brandId, monitorId: id } }), {
    failed: t('deleteFailed'),
    onDone: () => notify.success(t('deleted', { name })),
  });
  const to = (next: Monitor['state']) => move.mutate(next);
  const items: MenuItem[] = [
    { label: t('edit'), onClick: onOpen, disabledReason: abilities.change.reason },
    { label: t('exportOne'), onClick: onExport },
  ];
  if (state === 'active')
    items.push({
      label: t('pause'),
      onClick: () => to('paused'),
      disabledReason: abilities.pause.reason,
    });
  else
    items.push({
      label: state === 'archived' ? t('restore') : t('resume'),
      onClick: () => to('active'),
      disabledReason: abilities.resume.reason,
    });
  if (state === 'archived')
    items.push({ label: t('delete'), danger: true, onClick: () => setDeleting(true) });
  else
    items.push({
      label: t('archive'),
      onClick: () => to('archived'),
      disabledReason: abilities.archive.reason,
    });
  return (
    <>
      <MoreMenu label={t('actionsOf', { name })} items={items} />
      <RemoveDialog
        open={deleting}
        title={t('deleteTitle', { name })}
        text={t('deleteText')}
        confirm={t('delete')}
        removal={remove}
        onClose={() => setDeleting(false)}
      />
    </>
  );
}
