import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as calls from '@troupe/contract/operations/outgoing-webhook';
import type {
  OutgoingWebhook,
  OutgoingWebhookForm,
  WebhookDelivery,
} from '@troupe/domain/operations/outgoing-webhook';
import { notify } from '@troupe/ui/feedback/notify';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t } from '../messages/messages.gen.ts';

/** The webhooks of a brand. */
export const webhooksOptions = (brandId: string) =>
  callOptions(calls.listOutgoingWebhooks, { params: { brandId } });

/** What was sent to one of them, newest first. */
export const deliveriesOptions = (brandId: string, outgoingWebhookId: string) =>
  callOptions(calls.listWebhookDeliveries, { params: { brandId, outgoingWebhookId } });

/** Webhook mutations. */
export function useWebhookWrites() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [calls.listOutgoingWebhooks.noun, 'audit-log'].map((noun) =>
        queryClient.invalidateQueries({ queryKey: [noun] }),
      ),
    );
  const onError = (error: Error) => void notify.failure(errorText(error));
  const of = ({ id }: OutgoingWebhook) => ({ params: { brandId, outgoingWebhookId: id } });
  return {
    create: useMutation({
      mutationFn: (body: OutgoingWebhookForm) =>
        client.call(calls.createOutgoingWebhook, { params: { brandId }, body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ hook, body }: { hook: OutgoingWebhook; body: OutgoingWebhookForm }) =>
        client.call(calls.updateOutgoingWebhook, { ...of(hook), body }),
      onSettled,
    }),
    turn: useMutation({
      mutationFn: ({ hook, enabled }: { hook: OutgoingWebhook; enabled: boolean }) =>
        client.call(calls.updateOutgoingWebhook, { ...of(hook), body: { enabled } }),
      onSuccess: ({ outgoingWebhook }) =>
        notify.success(outgoingWebhook.enabled ? t('webhook.isOn') : t('webhook.isOff')),
      onError,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (hook: OutgoingWebhook) => client.call(calls.removeOutgoingWebhook, of(hook)),
      onSuccess: () => notify.success(t('webhook.removed')),
      onError,
      onSettled,
    }),
    rotate: useMutation({
      mutationFn: (hook: OutgoingWebhook) => client.call(calls.rotateWebhookSecret, of(hook)),
      onError,
      onSettled,
    }),
    test: useMutation({
      mutationFn: (hook: OutgoingWebhook) => client.call(calls.testOutgoingWebhook, of(hook)),
      onError,
      onSettled,
    }),
    replay: useMutation({
      mutationFn: ({ hook, delivery }: { hook: OutgoingWebhook; delivery: WebhookDelivery }) =>
        client.call(calls.replayWebhookDelivery, {
          params: { brandId, outgoingWebhookId: hook.id, deliveryId: delivery.id },
        }),
      onError,
      onSettled,
    }),
  };
}

export type WebhookWrites = ReturnType<typeof useWebhookWrites>;
