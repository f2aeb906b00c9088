import { IconPlus, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { changeAffiliateLink, deleteAffiliateLink } from '@troupe/contract/affiliate/affiliate-link';
import type { AffiliateLink } from '@troupe/domain/affiliate/affiliate-link';
import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { IconButton } from '@troupe/ui/action/icon-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { exactNumber } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { AffiliateWho, affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { linksOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';
import { EmptyTab, TabTools } from './tab-tools.tsx';

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
      <TabTools
        address={address}
        onChange={onChange}
        searchLabel={t('links.find')}
        busy={isPlaceholderData}
        states={STATES.map((value) => ({ value, label: t(`links.state.${value}`) }))}
        byCreator
      >
        <span className="t-grow" />
        {button}
      </TabTools>
      <LoadState what={t('links.what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && data.brandAffiliateLinks.length > 0 && (
        <Table label={t('tab.links')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.link')}</Th>
              <Th data-wide="1">{t('column.creator')}</Th>
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
        <EmptyTab
          address={address}
          onChange={onChange}
          emptyTitle={t('links.none')}
          emptyText={t('links.noneText')}
          noMatchTitle={t('links.noMatch')}
          action={button}
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
            <span className="affiliate-phone t-12 t-ink2 t-ellipsis" dir="auto">
              {affiliateName(creator)}
            </span>
          </span>
          <CopyButton text={url} label={t('links.copy', { name: label || short })} />
          <IconButton
            className="affiliate-qr-button"
            label={t('links.showQr', { name: label || short })}
            icon={<IconQrcode size={16} />}
            size="row"
            onClick={onQr}
          />
        </span>
      </Td>
      <Td data-wide="1">
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
        <RowMenu link={link} onEdit={onEdit} onQr={onQr} />
      </Td>
    </Tr>
  );
}

function RowMenu({ link, onEdit, onQr }: RowProps) {
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
  const name = label || slug;
  const onSettled = () => setAsks(null);
  return (
    <>
      <MoreMenu
        label={t('links.more', { name })}
        items={[
          { label: t('action.edit'), onClick: onEdit },
          { label: t('links.qr'), onClick: onQr },
          state === 'paused'
            ? {
                label: t('action.resume'),
                onClick: () => change.mutate('active'),
                disabledReason: abilities.resume.reason,
              }
            : {
                label: t('action.pause'),
                onClick: () => change.mutate('paused'),
                disabledReason: abilities.pause.reason,
              },
          { label: t('links.end'), onClick: () => setAsks('end'), disabledReason: abilities.end.reason },
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
