import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  getOpenCampaign,
  listClaimedProfiles,
  listOpenCampaigns,
  listOwnOptIns,
  optIn,
} from '@troupe/contract/campaigns/creator-app';
import { openInvite } from '@troupe/contract/campaigns/invite';
import { CallError } from '@troupe/contract/client';
import { profileToJoinAs } from '@troupe/domain/campaigns/opt-in';
import { PROCESSING_FEE_PERCENT } from '@troupe/domain/campaigns/payable';
import { groupMoney } from '@troupe/domain/money';
import { isolated } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { notify } from '@troupe/ui/feedback/notify';
import { Checkbox, Radio } from '@troupe/ui/field/choice';
import { SelectField, TextArea, TextField } from '@troupe/ui/field/field';
import { SavingState } from '@troupe/ui/field/saving-state';
import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { callOptions, client, errorText, forget } from '../../../shared/api.ts';
import type { OpenCampaign } from '../../../shared/campaign-words.ts';
import { useDraft } from '../../../shared/draft.ts';
import { t } from '../messages/messages.gen.ts';
import { CampaignTerms } from './campaign-terms.tsx';

interface Filled {
  profileId: string;
  fee: string;
  pitch: string;
  answers: Record<string, string>;
  accepted: boolean;
}

interface OptInFormProps {
  campaign: OpenCampaign;
  inviteToken: string | null;
  claim: ReactNode;
}

/** The opt-in form: questions, terms and the button. Entries are kept in this browser until they are sent. */
export function OptInForm({ campaign, inviteToken, claim }: OptInFormProps) {
  const { id: campaignId, brief } = campaign;
  const draft = useDraft<Filled>(`opt-in.${campaignId}`, {
    profileId: '',
    fee: brief.maxPaidAmount === null ? '' : amountText(brief.maxPaidAmount, brief.currency),
    pitch: '',
    answers: {},
    accepted: false,
  });
  const { values: value, kept } = draft;
  const [last, setLast] = useState<string | null>(null);
  const change = (part: Partial<Filled>, field: string) => {
    draft.change(part);
    setLast(field);
  };
  const { data } = useQuery(callOptions(listClaimedProfiles, {}));
  const { data: invite } = useQuery({
    ...callOptions(openInvite, { params: { token: inviteToken ?? '' } }),
    enabled: inviteToken !== null,
  });
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);

  const fitting =
    data?.profiles.flatMap(({ socialProfileId, ...one }) =>
      socialProfileId && one.state === 'claimed' && brief.socialChannels.includes(one.platform)
        ? [{ ...one, socialProfileId }]
        : [],
    ) ?? [];
  const profile = profileToJoinAs(fitting, value.profileId, invite?.profile);
  const fee = brief.maxPaidAmount === null ? null : amountOf(value.fee, brief.currency);

  const keeps = (field: string) => last === field && <SavingState state={kept ? 'saved' : 'failed'} />;

  const refuse = (found: Record<string, string>) => {
    setFields(found);
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus();
    });
  };

  const amount = groupMoney([fee ?? null, brief.maxPaidAmount], brief.currency);
  const missing = (): Record<string, string> => {
    const found: Record<string, string> = {};
    if (!profile) found.socialProfileId = t('optIn.claimFirst');
    if (fee && brief.maxPaidAmount !== null && fee > brief.maxPaidAmount)
      found.askedFee = t('optIn.feeMost', { amount: amount(brief.maxPaidAmount) });
    if (fee === undefined)
      found.askedFee = t('optIn.amountInvalid', { example: amountText(64000, brief.currency) });
    for (const { id, required } of brief.questions)
      if (required && !value.answers[id]?.trim()) found[`answers.${id}`] = t('optIn.answerMissing');
    if (!value.accepted) found.accepted = t('optIn.acceptMissing');
    return found;
  };

  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // A second click may come before the button shows that it works.
    if (sending.current) return;
    const found = missing();
    setFailure(null);
    if (Object.keys(found).length > 0 || !profile) return refuse(found);
    sending.current = true;
    setBusy(true);
    setFields({});
    try {
      const answer = await client.call(optIn, {
        params: { campaignId },
        body: {
          socialProfileId: profile.socialProfileId,
          pitch: value.pitch,
          askedFee: fee ?? null,
          answers: brief.questions.map(({ id }) => ({ questionId: id, answer: value.answers[id] ?? '' })),
          accepted: true,
          inviteToken,
        },
      });
      draft.discard();
      forget(getOpenCampaign, listOpenCampaigns, listOwnOptIns);
      notify.success(t('optIn.done'));
      void navigate({ href: `/opt-ins/${answer.optIn.id}` });
    } catch (error) {
      sending.current = false;
      setBusy(false);
      if (error instanceof CallError && error.status === 422 && error.body.fields) {
        refuse(error.body.fields);
        if (
          !Object.keys(error.body.fields).some((name) => /^(answers\.|accepted|askedFee|social)/.test(name))
        )
          setFailure(errorText(error));
      } else setFailure(errorText(error));
    }
  };

  return (
    <form ref={form} className="campaign-form" onSubmit={send} noValidate aria-label={t('optIn.action')}>
      <fieldset className="campaign-profile" data-invalid={fields.socialProfileId ? true : undefined}>
        <legend className="t-name">{t('optIn.joiningAs')}</legend>
        {fitting.map((one) => (
          <Radio
            key={one.socialProfileId}
            name="profile"
            label={isolated(`@${one.username}`)}
            checked={one === profile}
            onChange={() => change({ profileId: one.socialProfileId }, 'profile')}
          />
        ))}
        {claim}
        {fields.socialProfileId && (
          <p className="campaign-wrong" role="alert">
            {fields.socialProfileId}
          </p>
        )}
      </fieldset>
      {brief.maxPaidAmount !== null && (
        <TextField
          label={t('optIn.fee', { currency: brief.currency })}
          size="form"
          inputMode="decimal"
          autoComplete="off"
          value={value.fee}
          help={t('optIn.feeHelp', {
            amount: amount(brief.maxPaidAmount),
            percent: PROCESSING_FEE_PERCENT,
          })}
          error={fields.askedFee}
          labelAside={keeps('fee')}
          onChange={(event) => change({ fee: event.target.value }, 'fee')}
        />
      )}
      {brief.questions.map(({ id, text, required, choices }) => {
        const shared = {
          label: required ? isolated(text) : t('optIn.optional', { label: text }),
          labelAside: keeps(id),
          size: 'form' as const,
          value: value.answers[id] ?? '',
          error: fields[`answers.${id}`],
          required,
        };
        const answer = (typed: string) => change({ answers: { ...value.answers, [id]: typed } }, id);
        return choices.length > 0 ? (
          <SelectField
            key={id}
            {...shared}
            placeholder={t('optIn.choose')}
            options={choices.map((choice) => ({ value: choice, label: choice }))}
            onChange={(event) => answer(event.target.value)}
          />
        ) : (
          <TextArea
            key={id}
            {...shared}
            rows={2}
            maxLength={5000}
            onChange={(event) => answer(event.target.value)}
          />
        );
      })}
      <TextArea
        label={t('optIn.pitch')}
        labelAside={keeps('pitch')}
        size="form"
        rows={2}
        maxLength={5000}
        value={value.pitch}
        onChange={(event) => change({ pitch: event.target.value }, 'pitch')}
      />
      <div className="campaign-accept" data-invalid={fields.accepted ? true : undefined}>
        <Checkbox
          checked={value.accepted}
          aria-invalid={fields.accepted ? true : undefined}
          onChange={(event) => change({ accepted: event.target.checked }, 'accepted')}
          label={t('optIn.accept')}
        />
        <CampaignTerms campaign={campaign} />
        {fields.accepted && (
          <p className="campaign-wrong" role="alert">
            {fields.accepted}
          </p>
        )}
      </div>
      <div className="campaign-foot" data-action-bar>
        {failure && <ErrorState title={t('optIn.failed')} text={t('optIn.kept', { failure })} />}
        <Button kind="main" size="form" full type="submit" busy={busy}>
          {fee ? t('optIn.actionFor', { amount: amount(fee) }) : t('optIn.action')}
        </Button>
      </div>
    </form>
  );
}
