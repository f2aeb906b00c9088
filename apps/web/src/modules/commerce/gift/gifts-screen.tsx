import { IconGift } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { GIFT_SCOPES, type Gift } from '@troupe/domain/commerce/gift';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { Button } from '@troupe/ui/action/button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { linkTarget } from '../../../shared/links.ts';
import { PageNav } from '../../../shared/list/list-pages.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { giftsOptions, storesOptions, useGiftWrites } from './gift-queries.ts';
import { GiftCosts, GiftStatusText, productsText } from './gift-status.tsx';
import { t } from './messages/messages.gen.ts';
import './gift.css';

const OfferGiftsDialog = lazy(() => import('./offer-gifts-dialog.tsx'));

/** A campaign's gifts with their creator, products and status. */
export function GiftsScreen({ campaignId }: { campaignId: string }) {
  const brandId = useBrandId();
  const [page, setPage] = useState(1);
  const [isOffering, setOffering] = useState(false);
  const query = useQuery(giftsOptions(brandId, campaignId, page));
  const stores = useQuery(storesOptions(brandId));
  const { data } = query;
  const connected = stores.data?.stores.filter(({ status }) => status === 'connected');
  const able = connected?.filter(({ missingScopes }) =>
    GIFT_SCOPES.every((scope) => !missingScopes.includes(scope)),
  );
  const offer = (
    <Button kind="main" icon={<IconGift size={16} />} onClick={() => setOffering(true)}>
      {t('offer')}
    </Button>
  );
  const isReady = able === undefined || able.length > 0;
  return (
    <div className="t-page gifts">
      {connected && able?.length === 0 && <NoStore name={connected[0]?.name ?? null} />}
      <LoadState what={t('what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data?.total === 0 && isReady && (
        <EmptyState title={t('none')} text={t('noneText')} actions={offer} drawing="seats" />
      )}
      {data && data.total > 0 && (
        <>
          {isReady && <div className="gifts-tools">{offer}</div>}
          <GiftTable gifts={data.gifts} campaignId={campaignId} />
          <PageNav label={t('pages')} of={data} onPage={setPage} />
        </>
      )}
      {isOffering && (
        <Suspense>
          <OfferGiftsDialog campaignId={campaignId} stores={able ?? []} onClose={() => setOffering(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Why nothing can be offered: no store is connected, or none allows orders. */
function NoStore({ name }: { name: string | null }) {
  return (
    <div className="t-panel gifts-blocked" role="note">
      <div>
        <p className="t-name">{name === null ? t('noStore') : t('noPermission', { store: name })}</p>
        <p className="t-ink2">{name === null ? t('noStoreText') : t('noPermissionText')}</p>
      </div>
      <Button href={linkTarget('storeApp')}>{name === null ? t('connect') : t('reconnect')}</Button>
    </div>
  );
}

function GiftTable({ gifts, campaignId }: { gifts: readonly Gift[]; campaignId: string }) {
  const [cancelling, setCancelling] = useState<Gift | null>(null);
  const { cancel } = useGiftWrites(campaignId);
  const name = cancelling ? cancelling.creator.fullname || cancelling.creator.username : '';
  return (
    <>
      <Table label={t('title')} bleed className="gifts-table">
        <thead>
          <tr>
            <Th>{t('column.creator')}</Th>
            <Th data-wide="1">{t('column.products')}</Th>
            <Th>{t('column.status')}</Th>
            <Th data-wide="2">{t('column.order')}</Th>
            <Th numeric data-wide="2">
              {t('column.cost')}
            </Th>
            <Th numeric data-wide="1">
              {t('column.offered')}
            </Th>
            <Th>
              <span className="t-hidden">{t('column.actions')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {gifts.map((gift) => (
            <Row key={gift.id} gift={gift} onCancel={() => setCancelling(gift)} />
          ))}
        </tbody>
      </Table>
      {cancelling && (
        <ConfirmDialog
          open
          danger
          title={t('cancel.title', { name })}
          text={t('cancel.text')}
          confirm={t('cancel')}
          onConfirm={() => {
            cancel.mutate(cancelling.id);
            setCancelling(null);
          }}
          onClose={() => setCancelling(null)}
        />
      )}
    </>
  );
}

function Row({ gift, onCancel }: { gift: Gift; onCancel: () => void }) {
  const { creator, campaignId, optInId, orderName, orderUrl, abilities, offered } = gift;
  const name = creator.fullname || creator.username;
  const products = productsText(gift);
  return (
    <Tr>
      <Td>
        <span className="gifts-who">
          <Avatar name={name} src={creator.profilePicUrl} size={28} />
          <Link
            href={`/campaigns/${campaignId}/opt-ins?optIn=${optInId}`}
            className="t-name t-ellipsis"
            dir="auto"
          >
            {name}
          </Link>
          <PlatformIcon platform={creator.platform} label={PLATFORM_NAMES[creator.platform]} />
        </span>
        {/* A column of its own on wider screens. */}
        <span className="t-12 t-ink2 gifts-text gifts-phone" dir="auto">
          {products.join(', ')}
        </span>
      </Td>
      <Td data-wide="1">
        <span className="gifts-text" dir="auto">
          {products.join(', ')}
        </span>
        {gift.lines.length === 0 && <span className="t-12 t-ink2 gifts-text">{t('toChoose')}</span>}
      </Td>
      <Td>
        <GiftStatusText gift={gift} />
      </Td>
      <Td data-wide="2">
        {orderUrl ? (
          <a className="t-link" href={orderUrl} target="_blank" rel="noreferrer noopener">
            {orderName}
          </a>
        ) : (
          '–'
        )}
      </Td>
      <Td numeric data-wide="2">
        {gift.cost === null ? '–' : <GiftCosts gift={gift} />}
      </Td>
      <Td numeric data-wide="1">
        <Ago at={offered} />
      </Td>
      <Td numeric>
        {abilities.cancel.allowed && (
          <Button size="row" kind="quiet" aria-label={t('cancelOf', { name })} onClick={onCancel}>
            {t('action.cancel')}
          </Button>
        )}
      </Td>
    </Tr>
  );
}
