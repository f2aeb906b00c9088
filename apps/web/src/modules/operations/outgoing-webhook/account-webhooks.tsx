import { IconKey, IconList, IconPencil, IconPlus, IconPower, IconSend, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OutgoingWebhook } from '@troupe/domain/operations/outgoing-webhook';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { counted } from '@troupe/ui/lib/format';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { OwnerSection, useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { SecretOnce } from '../../../shared/secret-once.tsx';
import { t } from '../messages/messages.gen.ts';
import './outgoing-webhook.css';
import { standingOf } from './webhook-labels.ts';
import { useWebhookWrites, webhooksOptions } from './webhook-queries.ts';

const WebhookDialog = lazy(() => import('./webhook-dialog.tsx'));
const DeliveriesDialog = lazy(() => import('./deliveries-dialog.tsx'));

type Open =
  | { what: 'form'; hook: OutgoingWebhook | null }
  | { what: 'deliveries' | 'remove' | 'rotate'; hook: OutgoingWebhook }
  | { what: 'secret'; secret: string };

/** The brand's webhook endpoints. */
export default function AccountWebhooks() {
  const brandId = useBrandId();
  const query = useQuery({ ...webhooksOptions(brandId), enabled: useIsOwner() === true });
  const writes = useWebhookWrites();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const hooks = query.data?.outgoingWebhooks ?? [];

  const itemsOf = (hook: OutgoingWebhook): MenuItem[] => [
    {
      label: t('webhook.test'),
      icon: <IconSend size={18} />,
      disabledReason: hook.enabled ? undefined : t('webhook.onFirst'),
      onClick: () => writes.test.mutate(hook, { onSuccess: () => setOpen({ what: 'deliveries', hook }) }),
    },
    {
      label: t('webhook.deliveries'),
      icon: <IconList size={18} />,
      onClick: () => setOpen({ what: 'deliveries', hook }),
    },
    {
      label: t('webhook.edit'),
      icon: <IconPencil size={18} />,
      onClick: () => setOpen({ what: 'form', hook }),
    },
    {
      label: hook.enabled ? t('webhook.turnOff') : t('webhook.turnOn'),
      icon: <IconPower size={18} />,
      onClick: () => writes.turn.mutate({ hook, enabled: !hook.enabled }),
    },
    {
      label: t('webhook.rotate'),
      icon: <IconKey size={18} />,
      onClick: () => setOpen({ what: 'rotate', hook }),
    },
    'divider',
    {
      label: shared('action.remove'),
      icon: <IconTrash size={18} />,
      danger: true,
      onClick: () => setOpen({ what: 'remove', hook }),
    },
  ];

  return (
    <OwnerSection
      id="webhooks"
      title={t('webhooks')}
      what={t('webhooks.what')}
      query={query}
      actions={
        <Button icon={<IconPlus size={16} />} onClick={() => setOpen({ what: 'form', hook: null })}>
          {t('webhook.add')}
        </Button>
      }
    >
      {hooks.length === 0 ? (
        <EmptyState title={t('webhook.none')} text={t('webhook.noneText')} />
      ) : (
        <Table label={t('webhooks')} bleed className="webhook-table">
          <thead>
            <tr>
              <Th>{t('webhook.url')}</Th>
              <Th data-wide>{t('webhook.events')}</Th>
              <Th>{shared('status')}</Th>
              <Th>
                <span className="t-hidden">{shared('actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {hooks.map((hook) => {
              const { tone, label, detail } = standingOf(hook);
              return (
                <Tr key={hook.id}>
                  <Td className="webhook-address">
                    <span className="t-name" dir="ltr">
                      {hook.url}
                    </span>
                    {(detail ?? hook.description) && (
                      <span className="t-12 t-ink3" dir="auto">
                        {detail ?? hook.description}
                      </span>
                    )}
                  </Td>
                  <Td data-wide className="t-ink2">
                    {counted(hook.events.length, 'event')}
                  </Td>
                  <Td>
                    <Pill tone={tone}>{label}</Pill>
                  </Td>
                  <Td>
                    <RowActions>
                      <MoreMenu label={shared('actions.more', { name: hook.url })} items={itemsOf(hook)} />
                    </RowActions>
                  </Td>
                </Tr>
              );
            })}
          </tbody>
        </Table>
      )}
      {open?.what === 'form' && (
        <Suspense>
          <WebhookDialog
            hook={open.hook}
            writes={writes}
            onSaved={(secret) => setOpen(secret ? { what: 'secret', secret } : null)}
            onClose={close}
          />
        </Suspense>
      )}
      {open?.what === 'deliveries' && (
        <Suspense>
          <DeliveriesDialog hook={open.hook} writes={writes} onClose={close} />
        </Suspense>
      )}
      {open?.what === 'secret' && (
        <SecretOnce
          title={t('webhook.secretTitle')}
          what={t('webhook.secret')}
          secret={open.secret}
          use={t('webhook.secretUse')}
          onClose={close}
        />
      )}
      {open?.what === 'rotate' && (
        <ConfirmDialog
          open
          title={t('webhook.rotateAsk')}
          text={t('webhook.rotateText')}
          confirm={t('webhook.rotate')}
          busy={writes.rotate.isPending}
          onConfirm={() =>
            !writes.rotate.isPending &&
            writes.rotate.mutate(open.hook, {
              onSuccess: ({ secret }) => setOpen({ what: 'secret', secret }),
            })
          }
          onClose={close}
        />
      )}
      {open?.what === 'remove' && (
        <ConfirmDialog
          open
          danger
          title={t('webhook.removeAsk')}
          text={t('webhook.removeText', { url: open.hook.url })}
          confirm={shared('action.remove')}
          busy={writes.remove.isPending}
          onConfirm={() => !writes.remove.isPending && writes.remove.mutate(open.hook, { onSettled: close })}
          onClose={close}
        />
      )}
    </OwnerSection>
  );
}
