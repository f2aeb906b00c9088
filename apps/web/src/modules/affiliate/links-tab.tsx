import { IconDots, IconPlus, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { changeAffiliateLink, deleteAffiliateLink } from '@troupe/contract/affiliate/affiliate-link';
import type { AffiliateLink } from '@troupe/domain/affiliate/affiliate-link';
import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { AffiliateWho } from '../../shared/creator/affiliate-who.tsx';
import { FindField } from '../../shared/list/list-controls.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { linksOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { CreatorFilter } from './creator-filter.tsx';
import { t } from './messages/messages.gen.ts';

const LinkDialog = lazy(() => import('./link-dialog.tsx'));
const QrDialog = lazy(() => import('./qr-dialog.tsx'));

const STATES = ['active', 'paused', 'ended'] as const;

/** The links of all creators: create, copy, show as QR code, edit, pause, end. */
export default function LinksTab({ address, onChange, program }: TabProps & { program: ProgramOverview }) {
  const query = useQuery(linksOptions(useBrandId(), address));
  const { data, isPlaceholderData } = query;
  const [editing, setEditing] = useState<AffiliateLink | null>(null);
  const [qr, setQr] = useState<AffiliateLink | null>(null);
  const { invited, active, paused } = program.counts;
  const noCreators = invited + active + paused === 0;
  const narrowed = Boolean(address.search || address.state || address.creator);
  const button = (
    <Button
      kind="main"
      icon={<IconPlus size={16} />}
      disabledReason={noCreators ? t('links.creatorsFirst') : undefined}
      onClick={() => onChange({ open: 'new' })}
    >
      {t('links.new')}
    </Button>
  );
  return (
    <div className="affiliate-tab">
      <div className="affiliate-tools">
        <FindField
          label={t('links.find')}
          value={address.search}
          busy={isPlaceholderData}
          onChange={(search) => onChange({ search, page: undefined })}
        />
        <SelectField
          label={t('list.state')}
          hideLabel
          value={address.state ?? ''}
          onChange={(event) => onChange({ state: event.target.value || undefined, page: undefined })}
          options={[
            { value: '', label: t('list.allStates') },
            ...STATES.map((value) => ({ value, label: t(`links.state.${value}`) })),
          ]}
        />
        <CreatorFilter
          value={address.creator}
          onChange={(creator) => onChange({ creator, page: undefined })}
        />
        <span className="t-grow" />
        {button}
      </div>
      <LoadState what={t('links.what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && data.brandAffiliateLinks.length > 0 && (
        <Table label={t('tab.links')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.link')}</Th>
              <Th>{t('column.creator')}</Th>
              <Th data-wide="1">{t('column.state')}</Th>
              <Th numeric>{t('column.clicks30')}</Th>
              <Th numeric data-wide="2">
                {t('column.otherHits')}
              </Th>
              <Th data-wide="2">{t('column.created')}</Th>
              <Th>
                <span className="t-hidden">{t('column.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.brandAffiliateLinks.map((link) => (
              <Row key={link.id} link={link} onEdit={() => setEditing(link)} onQr={() => setQr(link)} />
            ))}
          </tbody>
        </Table>
      )}
      {data?.brandAffiliateLinks.length === 0 && (
        <EmptyState
          title={narrowed ? t('links.noMatch') : t('links.none')}
          text={narrowed ? undefined : t('links.noneText')}
          drawing="seats"
          actions={
            narrowed ? (
              <Button
                onClick={() =>
                  onChange({ search: undefined, state: undefined, creator: undefined, page: undefined })
                }
              >
                {t('list.clear')}
              </Button>
            ) : (
              button
            )
          }
        />
      )}
      {data && data.brandAffiliateLinks.length > 0 && (
        <p className="t-12 t-ink3">
          {t('list.clickDays', { zone: program.rules.zone.replaceAll('_', ' ') })}
        </p>
      )}
      <PageNav label={t('list.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
      <Suspense>
        {(editing || address.open === 'new') && (
          <LinkDialog
            link={editing}
            affiliateId={address.creator}
            stores={program.stores}
            onClose={() => (editing ? setEditing(null) : onChange({ open: undefined }))}
          />
        )}
        {qr && <QrDialog link={qr} onClose={() => setQr(null)} />}
      </Suspense>
    </div>
  );
}

interface RowProps {
  link: AffiliateLink;
  onEdit: () => void;
  onQr: () => void;
}

function Row({ link, onEdit, onQr }: RowProps) {
  const { url, label, creator, state, credits, clicks30Days, otherHits30Days, created, destination } = link;
  const short = url.replace(/^https?:\/\//, '');
  return (
    <Tr>
      <Td>
        <span className="affiliate-link">
          <span className="affiliate-link-text">
            <span className="t-name t-ellipsis" dir="auto">
              {label || short}
            </span>
            <span className="t-12 t-ink2 t-ellipsis" dir="ltr" title={destination ?? undefined}>
              {label ? short : (destination ?? t('links.storeGone'))}
            </span>
          </span>
          <CopyButton text={url} label={t('links.copy', { name: label || short })} />
          <IconButton
            label={t('links.showQr', { name: label || short })}
            icon={<IconQrcode size={16} />}
            size="row"
            onClick={onQr}
          />
        </span>
      </Td>
      <Td>
        <AffiliateWho creator={creator} />
      </Td>
      <Td data-wide="1">
        <Pill tone={state === 'active' ? 'green' : state === 'paused' ? 'tangerine' : 'neutral'}>
          {t(`links.state.${state}`)}
        </Pill>
        {state === 'active' && !credits && <span className="t-12 t-ink2"> {t('links.noCredit')}</span>}
      </Td>
      <Td numeric>{exactNumber(clicks30Days)}</Td>
      <Td numeric data-wide="2" className="t-ink2">
        {exactNumber(otherHits30Days)}
      </Td>
      <Td data-wide="2" className="t-ink2">
        <Ago at={created} />
      </Td>
      <Td>
        <RowMenu link={link} onEdit={onEdit} />
      </Td>
    </Tr>
  );
}

function RowMenu({ link, onEdit }: { link: AffiliateLink; onEdit: () => void }) {
  const params = { brandId: useBrandId(), linkId: link.id };
  const { state, abilities, label, slug } = link;
  const [asks, setAsks] = useState<'end' | 'delete' | null>(null);
  const failed = t('links.changeFailed');
  const change = useAffiliateWrite(
    (next: 'active' | 'paused' | 'ended') =>
      client.call(changeAffiliateLink, { params, body: { state: next } }),
    { failed },
  );
  const remove = useAffiliateWrite(() => client.call(deleteAffiliateLink, { params }), { failed });
  const refusal = ({ allowed, reason }: { allowed: boolean; reason: string | null }) =>
    allowed ? undefined : (reason ?? undefined);
  const name = label || slug;
  const onSettled = () => setAsks(null);
  return (
    <>
      <Menu
        label={t('links.more', { name })}
        align="end"
        trigger={
          <IconButton label={t('links.more', { name })} icon={<IconDots size={18} />} size="row" noTooltip />
        }
        items={[
          { label: t('action.edit'), onClick: onEdit },
          state === 'paused'
            ? {
                label: t('action.resume'),
                onClick: () => change.mutate('active'),
                disabledReason: refusal(abilities.resume),
              }
            : {
                label: t('action.pause'),
                onClick: () => change.mutate('paused'),
                disabledReason: refusal(abilities.pause),
              },
          { label: t('links.end'), onClick: () => setAsks('end'), disabledReason: refusal(abilities.end) },
          'divider',
          { label: t('action.delete'), danger: true, onClick: () => setAsks('delete') },
        ]}
      />
      <ConfirmDialog
        open={asks !== null}
        danger
        title={asks === 'end' ? t('links.endTitle', { name }) : t('links.deleteTitle', { name })}
        text={asks === 'end' ? t('links.endText') : t('links.deleteText')}
        confirm={asks === 'end' ? t('links.end') : t('action.delete')}
        busy={change.isPending || remove.isPending}
        onClose={onSettled}
        onConfirm={() =>
          asks === 'end' ? change.mutate('ended', { onSettled }) : remove.mutate(undefined, { onSettled })
        }
      />
    </>
  );
}
