import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { connectShopifyStore } from '@troupe/contract/commerce/store';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { type ReactNode, useMemo, useRef, useSyncExternalStore } from 'react';
import { brandOptions, meOptions } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { clearStore, type KeptStore, keepStore, keptStore, onStoreChange } from './kept-store.ts';
import './store-connect.css';
import { forgetNonce, nonceOf } from './store-nonce.ts';
import { connectFailureText } from './store-queries.ts';

interface ConnectStoreDialogProps {
  /** The brand being worked with: the store goes to it. */
  brandId: string;
  /** Brand picker for members of several brands. */
  brandChoice: ReactNode;
}

/** Asks whether the store that arrived in this browser is to be connected to the brand. */
export default function ConnectStoreDialog({ brandId, brandChoice }: ConnectStoreDialogProps) {
  const kept = useKeptStore();
  // The storage of a browser may hold anything.
  const shop = kept.shop?.slice(0, 100);
  const { data: brand } = useQuery(brandOptions(brandId));
  const queryClient = useQueryClient();
  const sent = useRef(false);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: ({ to, store }: Sending) =>
      client.call(connectShopifyStore, { params: { brandId: to }, body: bodyOf(store) }),
    onSuccess: (_store, { to }) => {
      notify.success(t('connect.done'), {
        action: { label: t('connect.see'), href: '/account#store' },
      });
      void queryClient.refetchQueries({ queryKey: meOptions.queryKey });
      void queryClient.invalidateQueries({ queryKey: [connectShopifyStore.noun] });
      void queryClient.invalidateQueries({ queryKey: ['welcome'] });
      void queryClient.invalidateQueries({ queryKey: brandOptions(to).queryKey });
    },
    onError: (error) => notify.failure(connectFailureText(error)),
    onSettled: (_answer, _error, { store }) => {
      sent.current = false;
      clearStore(store.code);
      if (store.state !== undefined) forgetNonce(store.state);
    },
  });
  const connect = () => {
    // A second press comes before the first is drawn.
    if (sent.current || !brand) return;
    sent.current = true;
    mutate({ to: brandId, store: kept, name: brand.name });
  };
  const cancel = () => {
    if (sent.current) return;
    clearStore(kept.code);
    notify.info(t('connect.failed', { shop: shop ?? '' }), {
      action: { label: shared('action.undo'), onClick: () => keepStore(kept) },
    });
  };
  const name = variables?.name ?? brand?.name;

  return (
    <Dialog
      open
      title={t('connect.title')}
      onClose={cancel}
      actions={
        <>
          <Button onClick={cancel} disabled={isPending}>
            {shared('action.cancel')}
          </Button>
          <Button kind="main" busy={isPending} disabled={!brand} onClick={connect}>
            {t('connect.action')}
          </Button>
        </>
      }
    >
      <div className="connect-store">
        <p>
          {t.rich('connect.text', {
            hasBrand: name ? 'yes' : 'no',
            shopName: shop ?? '',
            brandName: name ?? '',
            shop: (words) => (
              <strong key="shop" dir="ltr">
                {words}
              </strong>
            ),
            brand: (words) => (
              <strong key="brand" dir="auto">
                {words}
              </strong>
            ),
          })}
        </p>
        <p className="t-ink2">{t('connect.reads')}</p>
        {brandChoice && !isPending && (
          <div className="connect-store-brand">
            <span className="t-12 t-ink2">{t('connect.choose')}</span>
            {brandChoice}
          </div>
        )}
      </div>
    </Dialog>
  );
}

/** The store that waits, as it is kept at the moment. */
function useKeptStore(): KeptStore {
  const text = useSyncExternalStore(onStoreChange, () => JSON.stringify(keptStore()));
  return useMemo(() => JSON.parse(text) as KeptStore, [text]);
}

interface Sending {
  to: string;
  store: KeptStore;
  /** The brand as the person saw it when they pressed. */
  name: string;
}

const bodyOf = ({ shop = '', code = '', state, ...more }: KeptStore) => {
  const nonce = state === undefined ? undefined : nonceOf(state);
  return { shop, code, ...more, ...(state === undefined ? {} : { state }), ...(nonce ? { nonce } : {}) };
};
