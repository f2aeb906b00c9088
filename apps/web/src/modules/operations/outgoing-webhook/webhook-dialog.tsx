import {
  type OutgoingWebhook,
  OutgoingWebhookForm,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '@troupe/domain/operations/outgoing-webhook';
import { Button } from '@troupe/ui/action/button';
import { Checkbox } from '@troupe/ui/field/choice';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useId } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { errorsOf } from '../../../shared/call/field-errors.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { t } from '../messages/messages.gen.ts';
import type { WebhookWrites } from './webhook-queries.ts';

interface WebhookDialogProps {
  /** Null for a new one. */
  hook: OutgoingWebhook | null;
  writes: WebhookWrites;
  /** With the secret of a new one. */
  onSaved: (secret: string | null) => void;
  onClose: () => void;
}

const TYPES = Object.keys(WEBHOOK_EVENTS) as WebhookEventType[];

/** Where events go, and which. */
export default function WebhookDialog({ hook, writes, onSaved, onClose }: WebhookDialogProps) {
  const form = useDraftForm<{ url: string; description: string; events: readonly WebhookEventType[] }>({
    draft: `outgoing-webhook.${hook?.id ?? 'new'}`,
    saved: { url: hook?.url ?? '', description: hook?.description ?? '', events: hook?.events ?? TYPES },
    validate: (values) => errorsOf(OutgoingWebhookForm, values),
  });
  const { url, description, events } = form.values;
  const { errors, change } = form;
  const saved = (secret: string | null) => {
    form.discard();
    onSaved(secret);
  };
  const eventsError = useId();
  const busy = writes.create.isPending || writes.update.isPending;
  const submit = form.submit((values) => {
    if (busy) return;
    const body = OutgoingWebhookForm.parse(values);
    const onError = (error: Error) => {
      if (!form.refused(error)) form.setErrors({ url: errorText(error) });
    };
    if (hook) writes.update.mutate({ hook, body }, { onSuccess: () => saved(null), onError });
    else writes.create.mutate(body, { onSuccess: ({ secret }) => saved(secret), onError });
  });
  return (
    <Dialog
      open
      width={560}
      title={hook ? t('webhook.editTitle') : t('webhook.add')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{shared('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={busy}>
            {hook ? shared('action.save') : t('webhook.addAction')}
          </Button>
        </>
      }
    >
      <div className="webhook-form">
        <TextField
          label={t('webhook.url')}
          help={t('webhook.urlHelp')}
          size="form"
          type="url"
          autoComplete="off"
          placeholder="https://example.com/hooks"
          data-autofocus
          value={url}
          error={errors.url}
          onChange={(event) => change({ url: event.target.value })}
        />
        <TextField
          label={t('webhook.description')}
          size="form"
          maxLength={200}
          dir="auto"
          autoComplete="off"
          value={description}
          error={errors.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <fieldset className="webhook-events" aria-describedby={errors.events ? eventsError : undefined}>
          <legend>{t('webhook.events')}</legend>
          {errors.events && (
            <p id={eventsError} className="webhook-error" role="alert">
              {errors.events}
            </p>
          )}
          <Checkbox
            label={t('webhook.allEvents')}
            checked={events.length === TYPES.length}
            indeterminate={events.length > 0 && events.length < TYPES.length}
            onChange={(event) => change({ events: event.target.checked ? TYPES : [] })}
          />
          <div className="webhook-list">
            {TYPES.map((type) => (
              <Checkbox
                key={type}
                label={WEBHOOK_EVENTS[type].title}
                help={<code>{type}</code>}
                checked={events.includes(type)}
                onChange={({ target }) =>
                  change({
                    events: target.checked ? [...events, type] : events.filter((one) => one !== type),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  );
}
