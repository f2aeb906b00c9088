import { CallError } from '@troupe/contract/client';
import { type EmailDomain, EmailDomainForm } from '@troupe/domain/outreach/email-domain';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { checkFields, type FieldErrors, useFieldErrors } from '../../../shared/call/field-errors.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { useDomainWrites } from './email-domain-queries.ts';

interface DomainFormProps {
  /** The domain to change; null sets one up. */
  domain: EmailDomain | null;
  brandName: string;
  onClose: () => void;
}

type Fields = Record<'domain' | 'fromName' | 'fromAddress' | 'dailyCap' | 'spacingSeconds', string>;

const fieldsOf = (domain: EmailDomain | null, brandName: string): Fields => ({
  domain: domain?.domain ?? '',
  fromName: domain?.fromName ?? brandName,
  fromAddress: domain?.fromAddress ?? '',
  dailyCap: String(domain?.dailyCap ?? 500),
  spacingSeconds: String(domain?.spacingSeconds ?? 2),
});

/** Parses a number; NaN for an empty field. */
const number = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

const numberError = (field: string): string | undefined => {
  if (field === 'dailyCap') return t('form.dailyCapInvalid');
  return field === 'spacingSeconds' ? t('form.spacingInvalid') : undefined;
};

/** Sets up or changes the domain, the sender and the pace. */
export default function DomainForm({ domain, brandName, onClose }: DomainFormProps) {
  const { save } = useDomainWrites();
  const brandId = useBrandId();
  const saved = fieldsOf(domain, brandName);
  const draft = useDraft(`email-domain.${brandId}.${domain?.id ?? 'NEW'}`, JSON.stringify(saved));
  const values = JSON.parse(draft.text) as Fields;
  const [errors, setErrors] = useFieldErrors();
  const [paced, setPaced] = useState(
    values.dailyCap !== saved.dailyCap || values.spacingSeconds !== saved.spacingSeconds,
  );
  const change = (part: Partial<Fields>) => {
    const next = { ...values, ...part };
    // Most people send from an address of the domain they just entered.
    const proposed = `hello@${values.domain.trim()}`;
    if (part.domain !== undefined && (values.fromAddress === '' || values.fromAddress === proposed)) {
      next.fromAddress = part.domain.trim() === '' ? '' : `hello@${part.domain.trim()}`;
    }
    draft.change(JSON.stringify(next));
    setErrors({});
  };
  const fail = (found: FieldErrors) => {
    setErrors(found);
    if (found.dailyCap || found.spacingSeconds) setPaced(true);
  };
  const submit = () => {
    if (save.isPending) return;
    const checked = checkFields(
      EmailDomainForm,
      {
        ...values,
        dailyCap: number(values.dailyCap),
        spacingSeconds: number(values.spacingSeconds),
      },
      numberError,
    );
    if (checked.errors) return fail(checked.errors);
    save.mutate(checked.data, {
      onSuccess: () => {
        draft.discard();
        notify.success(domain ? t('form.saved') : t('form.added'));
        onClose();
      },
      onError: (error) => {
        const fields = error instanceof CallError ? error.body.fields : undefined;
        if (fields) fail(fields);
        else notify.failure(t('form.saveFailed'), { detail: errorText(error) });
      },
    });
  };
  const other = domain !== null && values.domain.trim().toLowerCase() !== domain.domain;
  const field = (name: keyof Fields) => ({
    size: 'form' as const,
    value: values[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => change({ [name]: event.target.value }),
  });
  return (
    <Dialog
      open
      title={domain ? t('settings.title') : t('settings.setUp')}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={other ? t('form.otherDomain') : undefined}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="main" type="submit" busy={save.isPending}>
            {domain ? t('action.save') : t('form.setUp')}
          </Button>
        </>
      }
    >
      <TextField
        {...field('domain')}
        label={t('form.domain')}
        help={t('form.domainHelp')}
        placeholder="mail.example.com"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <TextField {...field('fromName')} label={t('form.fromName')} dir="auto" />
      <TextField
        {...field('fromAddress')}
        label={t('form.fromAddress')}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <details className="domain-pace" open={paced} onToggle={(event) => setPaced(event.currentTarget.open)}>
        <summary>{t('form.advanced')}</summary>
        <div>
          <TextField
            {...field('dailyCap')}
            label={t('form.dailyCap')}
            help={t('form.dailyCapHelp')}
            inputMode="numeric"
          />
          <TextField {...field('spacingSeconds')} label={t('form.spacing')} inputMode="decimal" />
        </div>
      </details>
    </Dialog>
  );
}
