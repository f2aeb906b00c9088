import { CallError } from '@troupe/contract/client';
import {
  type OutgoingWebhook,
  OutgoingWebhookForm,
  WEBHOOK_EVENTS,
  type WebhookEventType,
} from '@troupe/domain/outgoing-webhook';
import { Button } from '@troupe/ui/button';
import { Checkbox } from '@troupe/ui/choice';
import { Dialog } from '@troupe/ui/dialog';
import { TextField } from '@troupe/ui/field';
import { useId, useState } from 'react';
import { errorText } from '../../shared/error-text.ts';
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
  const [url, setUrl] = useState(hook?.url ?? '');
  const [description, setDescription] = useState(hook?.description ?? '');
  const [events, setEvents] = useState<readonly WebhookEventType[]>(hook?.events ?? TYPES);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const eventsError = useId();
  const busy = writes.create.isPending || writes.update.isPending;
  const submit = () => {
    if (busy) return;
    const read = OutgoingWebhookForm.safeParse({ url, description, events });
    if (!read.success)
      return setErrors(
        Object.fromEntries(read.error.issues.map(({ path, message }) => [String(path[0]), message])),
      );
    setErrors({});
    const onError = (error: Error) =>
      setErrors((error instanceof CallError && error.body.fields) || { url: errorText(error) });
    if (hook) writes.update.mutate({ hook, body: read.data }, { onSuccess: () => onSaved(null), onError });
    else writes.create.mutate(read.data, { onSuccess: ({ secret }) => onSaved(secret), onError });
  };
  return (
    <Dialog
      open
      width={560}
      title={hook ? 'Edit webhook' : 'Add webhook'}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={busy}>
            {hook ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <div className="webhook-form">
        <TextField
          label="Address"
          help="It must answer with a status of 200 to 299 within 15 seconds"
          size="form"
          type="url"
          autoComplete="off"
          placeholder="https://example.com/hooks"
          data-autofocus
          value={url}
          error={errors.url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <TextField
          label="Description"
          size="form"
          maxLength={200}
          dir="auto"
          autoComplete="off"
          value={description}
          error={errors.description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <fieldset className="webhook-events" aria-describedby={errors.events ? eventsError : undefined}>
          <legend>Events</legend>
          {errors.events && (
            <p id={eventsError} className="webhook-error" role="alert">
              {errors.events}
            </p>
          )}
          <Checkbox
            label="All events"
            checked={events.length === TYPES.length}
            indeterminate={events.length > 0 && events.length < TYPES.length}
            onChange={(event) => setEvents(event.target.checked ? TYPES : [])}
          />
          <div className="webhook-list">
            {TYPES.map((type) => (
              <Checkbox
                key={type}
                label={WEBHOOK_EVENTS[type].title}
                help={<code>{type}</code>}
                checked={events.includes(type)}
                onChange={({ target }) =>
                  setEvents(target.checked ? [...events, type] : events.filter((one) => one !== type))
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
    </Dialog>
  );
}
