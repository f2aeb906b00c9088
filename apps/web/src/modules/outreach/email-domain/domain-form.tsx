import { CallError } from '@troupe/contract/client';
import { type EmailDomain, EmailDomainForm } from '@troupe/domain/outreach/email-domain';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { TextField } from '@troupe/ui/field/field';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { useDraft } from '../../../shared/draft.ts';
import { useDomainWrites } from './email-domain-queries.ts';

interface DomainFormProps {
  /** The domain to change; null sets one up. */
  domain: EmailDomain | null;
  brandName: string;
  onClose: () => void;
}

type Fields = Record<'domain' | 'fromName' | 'fromAddress' | 'dailyCap' | 'spacingSeconds', string>;
type Errors = Partial<Record<string, string>>;

const fieldsOf = (domain: EmailDomain | null, brandName: string): Fields => ({
  domain: domain?.domain ?? '',
  fromName: domain?.fromName ?? brandName,
  fromAddress: domain?.fromAddress ?? '',
  dailyCap: String(domain?.dailyCap ?? 500),
  spacingSeconds: String(domain?.spacingSeconds ?? 2),
});

/** Parses a number; NaN for an empty field. */
const number = (typed: string) => (typed.trim() === '' ? Number.NaN : Number(typed));

const NUMBER_TEXTS: Errors = {
  dailyCap: 'Please enter a whole number from 1 to 100,000',
  spacingSeconds: 'Please enter a number from 0 to 3,600',
};

/** Domain, sender and, further down, the pace. */
export default function DomainForm({ domain, brandName, onClose }: DomainFormProps) {
  const { save } = useDomainWrites();
  const brandId = useBrandId();
  const saved = fieldsOf(domain, brandName);
  const draft = useDraft(`email-domain.${brandId}.${domain?.id ?? 'NEW'}`, JSON.stringify(saved));
  const values = JSON.parse(draft.text) as Fields;
  const [errors, setErrors] = useState<Errors>({});
  const [paced, setPaced] = useState(
    values.dailyCap !== saved.dailyCap || values.spacingSeconds !== saved.spacingSeconds,
  );
  const change = (part: Partial<Fields>) => {
    const next = { ...values, ...part };
    // Most people write from an address of the domain they have just named.
    const proposed = `hello@${values.domain.trim()}`;
    if (part.domain !== undefined && (values.fromAddress === '' || values.fromAddress === proposed)) {
      next.fromAddress = part.domain.trim() === '' ? '' : `hello@${part.domain.trim()}`;
    }
    draft.change(JSON.stringify(next));
    setErrors({});
  };
  const fail = (found: Errors) => {
    setErrors(found);
    if (found.dailyCap || found.spacingSeconds) setPaced(true);
  };
  const submit = () => {
    if (save.isPending) return;
    const checked = EmailDomainForm.safeParse({
      ...values,
      dailyCap: number(values.dailyCap),
      spacingSeconds: number(values.spacingSeconds),
    });
    if (!checked.success) {
      const found: Errors = {};
      for (const { path, message } of checked.error.issues) {
        const field = String(path[0]);
        found[field] ??= NUMBER_TEXTS[field] ?? message;
      }
      fail(found);
      return;
    }
    save.mutate(checked.data, {
      onSuccess: () => {
        draft.discard();
        notify.success(domain ? 'Email settings saved.' : 'Email domain added. Publish its records.');
        onClose();
      },
      onError: (error) => {
        const fields = error instanceof CallError ? error.body.fields : undefined;
        if (fields) fail(fields);
        else notify.failure("Couldn't save the email settings.", { detail: errorText(error) });
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
      title={domain ? 'Email settings' : 'Set up email domain'}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      foot={other ? 'A different domain needs its own DNS records.' : undefined}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="main" type="submit" busy={save.isPending}>
            {domain ? 'Save' : 'Set up'}
          </Button>
        </>
      }
    >
      <TextField
        {...field('domain')}
        label="Domain"
        help="A domain you own. A subdomain keeps outreach separate from your other email."
        placeholder="mail.example.com"
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
      />
      <TextField {...field('fromName')} label="From name" dir="auto" />
      <TextField
        {...field('fromAddress')}
        label="From address"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <details className="domain-pace" open={paced} onToggle={(event) => setPaced(event.currentTarget.open)}>
        <summary>Advanced</summary>
        <div>
          <TextField
            {...field('dailyCap')}
            label="Daily sending limit"
            help="Start low if the domain is new."
            inputMode="numeric"
          />
          <TextField {...field('spacingSeconds')} label="Seconds between emails" inputMode="decimal" />
        </div>
      </details>
    </Dialog>
  );
}
