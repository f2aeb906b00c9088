import { connectListeningSource } from '@troupe/contract/listening/listening-source';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { PasswordField, SelectField, TextField } from '@troupe/ui/field/field';
import { amountOf } from '@troupe/ui/lib/amount';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraftForm } from '../../../shared/form.ts';
import { sourceName } from '../../../shared/listening/listening-labels.ts';
import { useListeningWrite } from '../../../shared/listening/listening-queries.ts';
import { t } from './messages/messages.gen.ts';

const KINDS = ['mastodon', 'feed', 'reddit', 'youtube', 'x'] as const;
type Kind = (typeof KINDS)[number];

const NOTHING = { kind: 'feed' as Kind, host: '', url: '', name: '', limit: '50' };
/** Credentials stay out of the stored draft. */
const NO_SECRETS = { token: '', clientId: '', clientSecret: '', apiKey: '' };
type Values = typeof NOTHING & typeof NO_SECRETS;

/** What the call takes. */
function bodyOf(values: Values) {
  const { kind, host, url, name, limit, token, clientId, clientSecret, apiKey } = values;
  if (kind === 'mastodon') return { kind, host: host.trim(), token: token.trim() || null };
  if (kind === 'feed') return { kind, url, name: name.trim() };
  if (kind === 'reddit') return { kind, clientId, clientSecret };
  if (kind === 'youtube') return { kind, apiKey };
  return { kind, token, monthlyLimit: amountOf(limit, 'USD') ?? 0 };
}

/** Returns the fields of a kind that are empty or wrong. */
function errorsIn(values: Values) {
  const needed: Record<Kind, (keyof Values)[]> = {
    mastodon: ['host'],
    feed: ['url'],
    reddit: ['clientId', 'clientSecret'],
    youtube: ['apiKey'],
    x: ['token', 'limit'],
  };
  const errors: Record<string, string> = {};
  for (const field of needed[values.kind]) if (values[field].trim() === '') errors[field] = t('missing');
  if (values.kind === 'x' && !amountOf(values.limit, 'USD')) errors.limit = t('limitMissing');
  return errors;
}

/** Connects a source; it is read once before it is saved. */
export default function ConnectSource({ onClose }: { onClose: () => void }) {
  const brandId = useBrandId();
  const form = useDraftForm({ draft: `listening-source.${brandId}`, saved: NOTHING });
  const [secrets, setSecrets] = useState(NO_SECRETS);
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, change } = form;
  const values = Object.assign({}, form.values, secrets);
  const connect = useListeningWrite(
    () => client.call(connectListeningSource, { params: { brandId }, body: bodyOf(values) }),
    {
      failed: t('connectFailed'),
      onError: (error) => {
        if (!form.refused(error)) setProblem(errorText(error));
        return true;
      },
    },
  );
  const submit = () => {
    const found = errorsIn(values);
    form.setErrors(found);
    setProblem(null);
    if (Object.keys(found).length > 0 || connect.isPending) return;
    connect.mutate(undefined, {
      onSuccess: ({ source }) => {
        form.discard();
        notify.success(t('connected', { name: source.name }));
        onClose();
      },
    });
  };
  const secret = (name: keyof typeof NO_SECRETS, help?: string) => (
    <PasswordField
      label={t(`field.${name}`)}
      size="form"
      dir="ltr"
      autoComplete="off"
      help={help}
      value={secrets[name]}
      error={errors[name]}
      onChange={(event) => setSecrets(Object.assign({}, secrets, { [name]: event.target.value }))}
    />
  );
  return (
    <Dialog
      open
      title={t('connectTitle')}
      foot={values.kind === 'x' ? t('xFoot') : t('connectFoot')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="main" type="submit" busy={connect.isPending}>
            {t('connectNow')}
          </Button>
        </>
      }
    >
      <div className="listening-stack">
        <SelectField
          label={t('field.kind')}
          size="form"
          value={values.kind}
          onChange={(event) => {
            form.setErrors({});
            setProblem(null);
            change({ kind: event.target.value as Kind });
          }}
          options={KINDS.map((value) => ({ value, label: sourceName(value) }))}
        />
        <p className="t-12 t-ink2">{t(`about.${values.kind}`)}</p>
        {values.kind === 'mastodon' && (
          <>
            <TextField
              label={t('field.host')}
              size="form"
              dir="ltr"
              placeholder="mastodon.social"
              value={values.host}
              error={errors.host}
              onChange={(event) => change({ host: event.target.value })}
            />
            {secret('token', t('tokenOptional'))}
          </>
        )}
        {values.kind === 'feed' && (
          <>
            <TextField
              label={t('field.url')}
              size="form"
              dir="ltr"
              inputMode="url"
              placeholder="https://example.com/feed.xml"
              value={values.url}
              error={errors.url}
              onChange={(event) => change({ url: event.target.value })}
            />
            <TextField
              label={t('field.name')}
              size="form"
              maxLength={120}
              value={values.name}
              error={errors.name}
              onChange={(event) => change({ name: event.target.value })}
            />
          </>
        )}
        {values.kind === 'reddit' && (
          <>
            {secret('clientId')}
            {secret('clientSecret')}
          </>
        )}
        {values.kind === 'youtube' && secret('apiKey')}
        {values.kind === 'x' && (
          <>
            {secret('token')}
            <TextField
              label={t('field.limit')}
              size="form"
              inputMode="decimal"
              trail="USD"
              value={values.limit}
              error={errors.limit ?? errors.monthlyLimit}
              onChange={(event) => change({ limit: event.target.value })}
            />
          </>
        )}
        {problem && (
          <p role="alert" className="listening-conflict">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  );
}
