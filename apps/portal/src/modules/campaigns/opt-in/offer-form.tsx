import {
  usageChannels,
  usageTermDays,
  usageTermOptions,
  usageTermValue,
  withUsageChannel,
} from '@troupe/browser/usage-rights';
import { makeOwnOffer } from '@troupe/contract/campaigns/creator-app';
import { CallError } from '@troupe/contract/client';
import { type Agreement, sameTerms } from '@troupe/domain/campaigns/agreement';
import type { Deliverable, UsageRights } from '@troupe/domain/campaigns/campaign-brief';
import {
  CONTENT_KIND_NAMES,
  contentKindPlural,
  contentKindTitle,
} from '@troupe/domain/campaigns/content-kind-name';
import { paymentParts } from '@troupe/domain/campaigns/payable';
import { groupMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox } from '@troupe/ui/field/choice';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { dateField, readField } from '@troupe/ui/lib/wall-time';
import { type SubmitEvent, useRef, useState } from 'react';
import { client, errorText } from '../../../shared/api.ts';
import type { OwnOptIn } from '../../../shared/campaign-words.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';

type Kind = Deliverable['kind'];
const KINDS = Object.keys(CONTENT_KIND_NAMES) as Kind[];
const MOST_FEE = 1_000_000_000;

const dayOf = (moment: string | null): string => (moment ? dateField(new Date(moment)) : '');
/** The end of a day; an unchanged day keeps its moment. */
const momentOf = (day: string, before: string | null): string | null =>
  day === dayOf(before) ? before : (readField(day, { hour: 23, minute: 59 })?.toISOString() ?? null);

interface OfferFormProps {
  optIn: OwnOptIn;
  /** The terms to start from. */
  start: Agreement;
  onDone: (next: OwnOptIn) => void;
  onStale: () => void;
  onClose: () => void;
}

/** Proposes other terms to the brand. Entries are kept in this browser until they are sent. */
export function OfferForm({ optIn, start, onDone, onStale, onClose }: OfferFormProps) {
  const { currency } = start;
  const draft = useDraft(`offer.${optIn.id}.${optIn.offer.number}`, {
    fee: amountText(start.fee, currency),
    counts: Object.fromEntries(start.deliverables.map(({ kind, count }) => [kind, String(count)])) as Partial<
      Record<Kind, string>
    >,
    draftDue: dayOf(start.draftDue),
    liveDue: dayOf(start.liveDue),
    rights: { rights: start.usageRights },
  });
  const { values: value, change } = draft;
  const { rights } = value.rights;
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const fee = amountOf(value.fee, currency);

  // What was wrong with a field no longer holds once it is changed.
  const edit = (part: Parameters<typeof change>[0], field: string) => {
    change(part);
    setFields(({ [field]: _, ...others }) => others);
  };
  const read = () => {
    const found: Record<string, string> = {};
    if (fee === undefined) found.fee = t('optIn.amountInvalid', { example: amountText(64_000, currency) });
    else if ((fee ?? 0) > MOST_FEE) found.fee = t('offer.feeTooHigh');
    const deliverables = KINDS.flatMap((kind) => {
      const typed = value.counts[kind]?.trim() ?? '';
      const count = Number(typed);
      if (typed === '' || count === 0) return [];
      if (!Number.isInteger(count) || count < 1 || count > 50) found[kind] = t('offer.countInvalid');
      return [{ kind, count }];
    });
    return { found, deliverables };
  };
  const termsOf = (deliverables: Deliverable[]) => ({
    fee: fee ?? null,
    deliverables,
    usageRights: rights,
    draftDue: momentOf(value.draftDue, start.draftDue),
    liveDue: momentOf(value.liveDue, start.liveDue),
  });
  const typed = read();
  const proposed: Agreement | null =
    Object.keys(typed.found).length > 0 ? null : { ...termsOf(typed.deliverables), currency };
  // Terms that are on the table already are accepted by their own button, not by an offer.
  const idle =
    proposed && optIn.agreed && sameTerms(proposed, optIn.agreement)
      ? t('offer.alreadyAgreed')
      : proposed && optIn.offer.state === 'offered' && sameTerms(proposed, start)
        ? t('offer.change')
        : undefined;
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending.current || idle) return;
    const { found, deliverables } = read();
    setFields(found);
    setFailure(null);
    if (Object.keys(found).length > 0) {
      const form = event.currentTarget;
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    sending.current = true;
    setBusy(true);
    try {
      const { optIn: next } = await client.call(makeOwnOffer, {
        params: { optInId: optIn.id },
        body: {
          number: optIn.offer.number,
          terms: termsOf(deliverables),
        },
      });
      draft.discard();
      notify.success(next.offer.state === 'offered' ? t('offer.sent') : t('offer.agreedNow'));
      onDone(next);
    } catch (error) {
      sending.current = false;
      setBusy(false);
      if (error instanceof CallError && error.body.fields) setFields(error.body.fields);
      else setFailure(errorText(error));
      if (error instanceof CallError && error.code === 'conflict') onStale();
    }
  };
  const put = (part: Partial<UsageRights>) =>
    change({ rights: { rights: { termDays: null, channels: [], territory: '', ...rights, ...part } } });
  const gets = fee ? paymentParts(fee).creatorGets : null;
  const amount = groupMoney([fee ?? null, gets], currency);
  const shownKinds = KINDS.filter((kind) => value.counts[kind] !== undefined);
  const freeKinds = KINDS.filter((kind) => value.counts[kind] === undefined);
  return (
    <form className="opt-in-part" onSubmit={send} noValidate aria-label={t('offer.form')}>
      <TextField
        label={t('offer.feeIn', { currency })}
        size="form"
        inputMode="decimal"
        autoComplete="off"
        value={value.fee}
        help={gets === null ? undefined : t('offer.youGetAfter', { amount: amount(gets) })}
        error={fields.fee}
        onChange={(event) => edit({ fee: event.target.value }, 'fee')}
      />
      {shownKinds.map((kind) => (
        <TextField
          key={kind}
          label={t('offer.count', { kinds: contentKindPlural(kind) })}
          size="form"
          inputMode="numeric"
          maxLength={2}
          value={value.counts[kind] ?? ''}
          error={fields[kind]}
          onChange={(event) => edit({ counts: { ...value.counts, [kind]: event.target.value } }, kind)}
        />
      ))}
      {freeKinds.length > 0 && (
        <SelectField
          label={t('offer.addContent')}
          size="form"
          placeholder={t('offer.chooseKind')}
          value=""
          options={freeKinds.map((kind) => ({ value: kind, label: contentKindTitle(kind) }))}
          onChange={({ target }) =>
            target.value && change({ counts: { ...value.counts, [target.value]: '1' } })
          }
        />
      )}
      <DateField
        label={t('offer.draftBy')}
        size="form"
        value={value.draftDue}
        error={fields['agreement.draftDue'] ?? fields['terms.draftDue']}
        onChange={(draftDue) => change({ draftDue })}
      />
      <DateField
        label={t('offer.liveBy')}
        size="form"
        value={value.liveDue}
        error={fields['terms.liveDue']}
        onChange={(liveDue) => change({ liveDue })}
      />
      <SelectField
        label={t('offer.usageRights')}
        size="form"
        value={usageTermValue(rights ? (rights.termDays ?? null) : undefined)}
        options={[{ value: '', label: t('offer.none') }, ...usageTermOptions(rights?.termDays)]}
        onChange={({ target: { value: term } }) =>
          term === '' ? change({ rights: { rights: null } }) : put({ termDays: usageTermDays(term) })
        }
      />
      {rights && (
        <>
          <fieldset className="opt-in-channels">
            <legend className="t-12 t-ink2">{t('offer.where')}</legend>
            {usageChannels().map(({ value: channel, label }) => (
              <Checkbox
                key={channel}
                label={label}
                checked={rights.channels.includes(channel)}
                onChange={(event) =>
                  put({ channels: withUsageChannel(rights, channel, event.target.checked) })
                }
              />
            ))}
          </fieldset>
          <TextField
            label={t('offer.territory')}
            size="form"
            maxLength={200}
            value={rights.territory}
            onChange={(event) => put({ territory: event.target.value })}
          />
        </>
      )}
      {failure && <ErrorState title={t('offer.notSent')} text={t('offer.kept', { failure })} />}
      <div className="opt-in-answers">
        <Button kind="main" size="form" type="submit" busy={busy} disabledReason={idle}>
          {fee ? t('offer.sendFee', { amount: amount(fee) }) : t('offer.send')}
        </Button>
        <Button
          size="form"
          onClick={() => {
            draft.discard();
            onClose();
          }}
        >
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
