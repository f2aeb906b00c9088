import { useQuery } from '@tanstack/react-query';
import type { OutgoingWebhook, WebhookDelivery } from '@troupe/domain/operations/outgoing-webhook';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { EmptyState } from '@troupe/ui/feedback/empty-state';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { exactTime } from '@troupe/ui/lib/date';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from '../messages/messages.gen.ts';
import { deliveryLooks, eventTitle } from './webhook-labels.ts';
import { deliveriesOptions, type WebhookWrites } from './webhook-queries.ts';

interface DeliveriesDialogProps {
  hook: OutgoingWebhook;
  writes: WebhookWrites;
  onClose: () => void;
}

/** How often deliveries are read again while one is on its way. */
const WHILE_WAITING_MS = 1500;

/** An endpoint's deliveries with responses and a resend action. */
export default function DeliveriesDialog({ hook, writes, onClose }: DeliveriesDialogProps) {
  const brandId = useBrandId();
  const query = useQuery({
    ...deliveriesOptions(brandId, hook.id),
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'pending') ? WHILE_WAITING_MS : false,
  });
  const { data } = query;
  return (
    <Dialog
      open
      width={560}
      title={t('delivery.title')}
      onClose={onClose}
      foot={t('delivery.kept')}
      actions={
        <Button
          disabledReason={hook.enabled ? undefined : t('webhook.onFirst')}
          busy={writes.test.isPending}
          onClick={() => !writes.test.isPending && writes.test.mutate(hook)}
        >
          {t('webhook.test')}
        </Button>
      }
    >
      <p className="t-ink2 webhook-url">{hook.url}</p>
      <LoadState what={t('delivery.what')} query={query}>
        <SkeletonRows rows={4} />
      </LoadState>
      {data?.deliveries.length === 0 && (
        <EmptyState title={t('delivery.none')} text={t('delivery.noneText')} />
      )}
      {data && data.deliveries.length > 0 && (
        <ul className="webhook-deliveries">
          {data.deliveries.map((delivery) => (
            <Delivery key={delivery.id} delivery={delivery} hook={hook} replay={writes.replay} />
          ))}
        </ul>
      )}
      {data?.next && <p className="t-12 t-ink3">{t('delivery.latest')}</p>}
    </Dialog>
  );
}

interface DeliveryProps {
  delivery: WebhookDelivery;
  hook: OutgoingWebhook;
  replay: WebhookWrites['replay'];
}

function Delivery({ delivery, hook, replay }: DeliveryProps) {
  const { tone, label, detail } = deliveryLooks(delivery);
  const waits = delivery.status === 'pending';
  return (
    <li>
      <details>
        <summary>
          <Pill tone={tone}>{label}</Pill>
          <span className="t-name">{eventTitle(delivery.type)}</span>
          <time className="t-12 t-ink3" dateTime={delivery.created}>
            {exactTime(delivery.created)}
          </time>
        </summary>
        <div className="webhook-delivery">
          <p className="t-ink2">{detail}</p>
          <pre>{delivery.payload}</pre>
          {delivery.attempts.map((attempt) => (
            <p key={attempt.at} className="t-12 t-ink2">
              {exactTime(attempt.at)}, {attempt.ms} ms:{' '}
              {attempt.error ?? t('delivery.status', { status: attempt.status ?? 0 })}
              {attempt.excerpt && <code> {attempt.excerpt}</code>}
            </p>
          ))}
          <Button
            size="row"
            busy={replay.isPending && replay.variables?.delivery.id === delivery.id}
            disabledReason={waits ? t('delivery.sending') : hook.enabled ? undefined : t('delivery.onFirst')}
            onClick={() => !replay.isPending && replay.mutate({ hook, delivery })}
          >
            {t('delivery.sendAgain')}
          </Button>
        </div>
      </details>
    </li>
  );
}
