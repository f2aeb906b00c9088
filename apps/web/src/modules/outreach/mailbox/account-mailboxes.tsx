import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Mailbox, MailboxVendor } from '@troupe/domain/outreach/mailbox';
import { Button } from '@troupe/ui/action/button';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { notify } from '@troupe/ui/feedback/notify';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Section } from '@troupe/ui/layout/section';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { Menu } from '@troupe/ui/overlay/menu';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { providerName } from './mailbox-labels.ts';
import { type MailboxWrites, mailboxesOptions, useMailboxWrites } from './mailbox-queries.ts';
import { MailboxRow } from './mailbox-row.tsx';
import { t } from './messages/messages.gen.ts';
import './mailbox.css';

const ConnectDialog = lazy(() => import('./connect-mailbox-dialog.tsx'));
const SettingsDialog = lazy(() => import('./mailbox-settings-dialog.tsx'));

/** How often a mailbox whose earlier emails are being read is asked for again, and others. */
const WHILE_READING_MS = 3000;
const OTHERWISE_MS = 30_000;

/** The brand's connected mailboxes. Members connect their own, and see those of others. */
export default function AccountMailboxes() {
  const brandId = useBrandId();
  const query = useQuery({
    ...mailboxesOptions(brandId),
    refetchInterval: ({ state }) =>
      state.data?.mailboxes.some(({ status, synced }) => status === 'connected' && !synced)
        ? WHILE_READING_MS
        : OTHERWISE_MS,
  });
  const isOwner = useQuery(brandOptions(brandId)).data?.abilities.manageEmailDomain.allowed ?? false;
  const writes = useMailboxWrites();
  const finishing = useConsentResult(writes);
  const [opened, setOpened] = useState<
    { kind: 'connect' | 'settings' | 'disconnect'; mailbox: Mailbox | null } | undefined
  >();
  const close = () => setOpened(undefined);
  const { mailboxes, vendors = [] } = query.data ?? {};
  const connectVendor = (vendor: MailboxVendor, shared = false) =>
    writes.start.mutate(
      { vendor, shared },
      {
        onSuccess: ({ url }) => window.location.assign(url),
        onError: (error) => void notify.failure(t('connectFailed'), { detail: errorText(error) }),
      },
    );
  const reconnect = (mailbox: Mailbox) =>
    mailbox.provider === 'imap'
      ? setOpened({ kind: 'connect', mailbox })
      : connectVendor(mailbox.provider, mailbox.shared);
  const button = (
    <Button
      kind={mailboxes?.length === 0 ? 'main' : 'second'}
      icon={<IconPlus size={16} />}
      busy={writes.start.isPending || finishing}
      onClick={vendors.length === 0 ? () => setOpened({ kind: 'connect', mailbox: null }) : undefined}
    >
      {t('connect')}
    </Button>
  );
  const connect =
    vendors.length === 0 ? (
      button
    ) : (
      <Menu
        label={t('connect')}
        align="end"
        trigger={button}
        items={[
          ...vendors.map((vendor) => ({
            label: providerName(vendor),
            onClick: () => connectVendor(vendor),
          })),
          { label: t('provider.other'), onClick: () => setOpened({ kind: 'connect', mailbox: null }) },
        ]}
      />
    );
  const { kind, mailbox = null } = opened ?? {};
  return (
    <Section
      id="mailboxes"
      title={t('title')}
      subtitle={mailboxes && mailboxes.length > 0 ? t('subtitle') : undefined}
      actions={mailboxes && mailboxes.length > 0 ? connect : undefined}
    >
      <LoadState what={t('what')} query={query}>
        <SkeletonRows rows={2} />
      </LoadState>
      {mailboxes?.length === 0 && (
        <EmptyState title={t('none')} text={t('noneText')} drawing="none" actions={connect} />
      )}
      {mailboxes && mailboxes.length > 0 && (
        <ul className="mailboxes">
          {mailboxes.map((one) => (
            <MailboxRow
              key={one.id}
              mailbox={one}
              writes={writes}
              isOwner={isOwner}
              onReconnect={() => reconnect(one)}
              onSettings={() => setOpened({ kind: 'settings', mailbox: one })}
              onDisconnect={() => setOpened({ kind: 'disconnect', mailbox: one })}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {kind === 'connect' && <ConnectDialog mailbox={mailbox} writes={writes} onClose={close} />}
        {kind === 'settings' && mailbox && (
          <SettingsDialog mailbox={mailbox} writes={writes} onClose={close} />
        )}
      </Suspense>
      {kind === 'disconnect' && mailbox && (
        <ConfirmDialog
          open
          danger
          title={t('disconnectTitle', { address: mailbox.address })}
          text={mailbox.isSender ? t('disconnectSenderText') : t('disconnectText')}
          confirm={t('disconnect')}
          busy={writes.disconnect.isPending}
          onClose={close}
          onConfirm={() =>
            !writes.disconnect.isPending &&
            writes.disconnect.mutate(mailbox.id, {
              onSuccess: () => void notify.success(t('disconnected', { address: mailbox.address })),
              onError: (error) => void notify.failure(t('disconnectFailed'), { detail: errorText(error) }),
              onSettled: close,
            })
          }
        />
      )}
    </Section>
  );
}

/** Finishes a connection when the vendor's page led back here. Returns whether it is being finished. */
function useConsentResult({ finish }: MailboxWrites): boolean {
  const { code, state, error: refused } = useSearch({ strict: false }) as Record<string, string | undefined>;
  const navigate = useNavigate();
  // A code works once, and effects may run twice.
  const used = useRef('');
  const { mutate } = finish;
  useEffect(() => {
    const given = state ?? '';
    if (given === '' || used.current === given) return;
    used.current = given;
    void navigate({ to: '/account/$page', params: { page: 'mailboxes' }, replace: true });
    if (!code) {
      notify.info(refused === 'access_denied' ? t('consentDenied') : t('connectFailed'));
      return;
    }
    mutate(
      { code, state: given },
      {
        onSuccess: ({ mailbox }) => void notify.success(t('connected', { address: mailbox.address })),
        onError: (error) => void notify.failure(t('connectFailed'), { detail: errorText(error) }),
      },
    );
  }, [code, state, refused, navigate, mutate]);
  return finish.isPending;
}
