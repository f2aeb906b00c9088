import { IconArrowBackUp, IconArrowsExchange, IconX } from '@tabler/icons-react';
import type { HeldSubscription } from '@troupe/domain/billing/subscription';
import { Pill } from '@troupe/ui/content/pill';
import { RowActions, Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import type { MenuItem } from '@troupe/ui/overlay/menu';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import { cancelText, periodName, priceText, standingOf } from './account-labels.ts';
import type { BillingWrites } from './account-queries.ts';

const PlanChangeDialog = lazy(() => import('./account-plan-change-dialog.tsx'));

interface AccountSubscriptionsProps {
  subscriptions: readonly HeldSubscription[];
  writes: BillingWrites;
  mayManage: boolean;
}

/** Plan and add-ons, each with its price, its next payment and what can be done about it. */
export function AccountSubscriptions({ subscriptions, writes, mayManage }: AccountSubscriptionsProps) {
  const [asked, setAsked] = useState<{ what: 'cancel' | 'change'; held: HeldSubscription } | null>(null);
  const close = () => setAsked(null);

  function itemsOf(held: HeldSubscription): MenuItem[] {
    if (held.ends)
      return [
        {
          label: t('subscription.resume', { name: held.name }),
          icon: <IconArrowBackUp size={18} />,
          onClick: () => writes.resume.mutate(held),
        },
      ];
    const change: MenuItem[] =
      held.kind === 'plan'
        ? [
            {
              label: t('plan.change.title'),
              icon: <IconArrowsExchange size={18} />,
              disabledReason: held.due > 0 ? t('subscription.settleFirst') : undefined,
              onClick: () => setAsked({ what: 'change', held }),
            },
            ...(held.change
              ? [
                  {
                    label: t('plan.change.keep', { plan: held.name }),
                    icon: <IconArrowBackUp size={18} />,
                    onClick: () => writes.keep.mutate(),
                  },
                ]
              : []),
          ]
        : [];
    const cancel: MenuItem[] = held.endsIfCancelled
      ? [
          {
            label: t('subscription.cancel', { name: held.name }),
            icon: <IconX size={18} />,
            danger: true,
            onClick: () => setAsked({ what: 'cancel', held }),
          },
        ]
      : [];
    return [...change, ...(change.length > 0 && cancel.length > 0 ? ['divider' as const] : []), ...cancel];
  }

  return (
    <>
      <Table label={t('subscriptions')} bleed className="subscription-table">
        <thead>
          <tr>
            <Th>{t('subscription')}</Th>
            <Th>{shared('status')}</Th>
            <Th data-wide>{t('subscription.since')}</Th>
            <Th data-wide>{t('subscription.nextPayment')}</Th>
            <Th numeric>{t('subscription.price')}</Th>
            <Th>
              <span className="t-hidden">{shared('actions')}</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {subscriptions.map((held) => (
            <Tr key={held.id}>
              <Td>
                <span className="t-name">{held.name}</span>
                {held.kind === 'plan' && <div className="t-12 t-ink2">{periodName(held.period)}</div>}
              </Td>
              <Td>
                <Standing held={held} />
              </Td>
              <Td data-wide className="t-ink2">
                {dayText(held.started)}
              </Td>
              <Td data-wide className="t-ink2">
                {held.termEnds && !(held.ends && held.ends <= held.termEnds) ? dayText(held.termEnds) : '–'}
              </Td>
              <Td numeric>{priceText(held.price, held.currency)}</Td>
              <Td>{mayManage && <Actions name={held.name} items={itemsOf(held)} />}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {asked && (
        <Suspense>
          {asked.what === 'cancel' ? (
            <CancelDialog held={asked.held} cancel={writes.cancel} onClose={close} />
          ) : (
            <PlanChangeDialog held={asked.held} change={writes.change} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  );
}

function Standing({ held }: { held: HeldSubscription }) {
  const { tone, word, more } = standingOf(held);
  return (
    <span className="subscription-standing">
      <Pill tone={tone}>{word}</Pill>
      {more && <span className="t-12 t-ink2">{more}</span>}
    </span>
  );
}

function Actions({ name, items }: { name: string; items: readonly MenuItem[] }) {
  if (items.length === 0) return null;
  return (
    <RowActions>
      <MoreMenu label={shared('actions.more', { name })} items={items} />
    </RowActions>
  );
}

interface CancelDialogProps {
  held: HeldSubscription;
  cancel: BillingWrites['cancel'];
  onClose: () => void;
}

/** Explains the notice before a subscription is cancelled. */
function CancelDialog({ held, cancel, onClose }: CancelDialogProps) {
  return (
    <ConfirmDialog
      open
      danger
      title={t('subscription.cancelAsk', { name: held.name })}
      text={cancelText(held)}
      confirm={t('subscription.cancel', { name: held.name })}
      cancel={t('subscription.keep')}
      busy={cancel.isPending}
      onConfirm={() => !cancel.isPending && cancel.mutate(held, { onSettled: onClose })}
      onClose={onClose}
    />
  );
}
