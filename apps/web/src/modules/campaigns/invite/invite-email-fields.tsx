import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, SkeletonText } from '@troupe/ui/feedback/skeleton';
import { Switch } from '@troupe/ui/field/choice';
import { DateField, DateTimeField, TimeField } from '@troupe/ui/field/date-field';
import { SelectField } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from '../messages/messages.gen.ts';
import { sequencesOptions, timelineOptions } from './follow-up/follow-up-queries.ts';
import { SequenceField } from './follow-up/sequence-field.tsx';
import { Timeline } from './follow-up/timeline.tsx';
import { type InviteEmail, inviteEmailBody, timeLimits } from './invite-email.ts';
import { InviteEmailPreview } from './invite-email-preview.tsx';
import { activeCampaignsOptions, invitePreviewOptions, templatesOptions } from './invite-queries.ts';

interface InviteEmailFieldsProps {
  email: InviteEmail;
  onChange: (part: Partial<InviteEmail>) => void;
  /** The creator whose email is previewed; without one the preview has sample data. */
  creatorId?: string | undefined;
  /** Creators whose emails can be shown with their times, if there are several. */
  sample?: readonly { socialProfileId: string; username: string }[] | undefined;
  now: Date;
}

/** Campaign, email and time of an invite. */
export function InviteEmailFields({ email, onChange, creatorId, sample, now }: InviteEmailFieldsProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <CampaignField email={email} onChange={onChange} />
      <TemplateField email={email} onChange={onChange} shown={shown} onShow={setShown} />
      {shown && canPreview(email) && <InviteEmailPreview email={email} creatorId={creatorId} />}
      <FollowUpField email={email} onChange={onChange} creatorId={creatorId} sample={sample} />
      <SendLaterFields email={email} onChange={onChange} now={now} />
    </>
  );
}

type FieldProps = Pick<InviteEmailFieldsProps, 'email' | 'onChange'>;

/** When it is sent: now, at one time, or at a time of day on each creator's clock. */
function SendLaterFields({ email, onChange, now }: FieldProps & { now: Date }) {
  const { min, max } = timeLimits(now);
  return (
    <>
      <Switch
        label={t('invite.later')}
        checked={email.later}
        onChange={(event) => onChange({ later: event.target.checked })}
      />
      {email.later && (
        <Segmented<InviteEmail['clock']>
          label={t('invite.clock')}
          value={email.clock}
          onChange={(clock) => onChange({ clock })}
          options={[
            { value: 'mine', label: t('invite.clock.mine') },
            { value: 'theirs', label: t('invite.clock.theirs') },
          ]}
        />
      )}
      {email.later && email.clock === 'mine' && (
        <DateTimeField
          label={t('invite.sendAt')}
          size="form"
          min={min}
          max={max}
          value={email.sendAt}
          help={t('invite.sendAtHelp')}
          onChange={(sendAt) => onChange({ sendAt })}
        />
      )}
      {email.later && email.clock === 'theirs' && (
        <>
          <div className="invite-local">
            <TimeField
              label={t('invite.timeOfDay')}
              size="form"
              value={email.localTime}
              onChange={(localTime) => onChange({ localTime })}
            />
            <DateField
              label={t('invite.firstDay')}
              size="form"
              min={min.slice(0, 10)}
              max={max.slice(0, 10)}
              value={email.localDate}
              onChange={(localDate) => onChange({ localDate })}
            />
          </div>
          <p className="t-12 t-ink2">{t('invite.clockHelp')}</p>
          <Switch
            label={t('invite.weekdays')}
            checked={email.weekdaysOnly}
            onChange={(event) => onChange({ weekdaysOnly: event.target.checked })}
          />
        </>
      )}
    </>
  );
}

/** Follow-ups, and all emails to a creator with their times. */
function FollowUpField({ email, onChange, creatorId, sample = [] }: Omit<InviteEmailFieldsProps, 'now'>) {
  const brandId = useBrandId();
  const [shown, setShown] = useState(false);
  const [chosen, setChosen] = useState('');
  const { data } = useQuery(sequencesOptions(brandId));
  const of =
    creatorId ?? (sample.some((one) => one.socialProfileId === chosen) ? chosen : sample[0]?.socialProfileId);
  const open = shown && canPreview(email);
  return (
    <>
      <SequenceField
        value={email.sequenceId}
        sequences={data?.sequences}
        onChange={(sequenceId) => onChange({ sequenceId })}
      />
      {of && canPreview(email) && (
        <div>
          <button
            type="button"
            className="t-link t-12 invite-text-button"
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            {shown ? t('invite.hideTimeline') : t('invite.timeline')}
          </button>
        </div>
      )}
      {open && !creatorId && sample.length > 1 && (
        <SelectField
          label={t('invite.timelineOf')}
          size="form"
          options={sample.map(({ socialProfileId, username }) => ({
            value: socialProfileId,
            label: `@${username}`,
          }))}
          value={of ?? ''}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      {of && open && <TimelinePreview email={email} creatorId={of} />}
    </>
  );
}

function TimelinePreview({ email, creatorId }: { email: InviteEmail; creatorId: string }) {
  const body = inviteEmailBody(email);
  const { data, error, isFetching, refetch } = useQuery({
    ...timelineOptions(useBrandId(), Object.assign({ socialProfileId: creatorId }, body)),
    placeholderData: keepPreviousData,
  });
  if (error && !data)
    return (
      <ErrorState
        title={t('invite.previewFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  return data ? (
    <Timeline timeline={data.timeline} />
  ) : (
    <Loading label={t('invite.previewLoading')}>
      <SkeletonText lines={4} />
    </Loading>
  );
}

function CampaignField({ email, onChange }: FieldProps) {
  const { data, error, isFetching, refetch } = useQuery(activeCampaignsOptions(useBrandId()));
  if (error && !data) {
    return (
      <ErrorState
        title={t('invite.campaignsFailed')}
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const none = data?.campaigns.length === 0;
  return (
    <SelectField
      label={t('invite.campaign')}
      size="form"
      placeholder={data ? t('invite.chooseCampaign') : t('invite.campaignsLoading')}
      loading={!data}
      disabled={none}
      data-autofocus
      options={(data?.campaigns ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      value={email.campaignId}
      help={
        none && (
          <>
            {t('invite.noCampaigns')}{' '}
            <Link href="/campaigns" className="t-link">
              {t('invite.openCampaigns')}
            </Link>
          </>
        )
      }
      onChange={(event) => onChange({ campaignId: event.target.value })}
    />
  );
}

interface TemplateFieldProps extends FieldProps {
  /** Whether the preview is open. */
  shown: boolean;
  onShow: (shown: boolean) => void;
}

const canPreview = (email: InviteEmail) =>
  email.campaignId !== '' && (!email.custom || email.templateId !== '');

function TemplateField({ email, onChange, shown, onShow }: TemplateFieldProps) {
  const brandId = useBrandId();
  const { data, error, isFetching, refetch } = useQuery(templatesOptions(brandId));
  const brand = useQuery(brandOptions(brandId)).data;
  const usual = useDefaultTemplate(email.campaignId);
  const templates = (data?.messageTemplates ?? []).toSorted(
    (one, other) => fits(other.metaData.campaigns, email) - fits(one.metaData.campaigns, email),
  );
  return (
    <>
      <SelectField
        label={t('invite.template')}
        size="form"
        placeholder={email.custom ? t('invite.chooseTemplate') : usualText(usual)}
        loading={!data && !error}
        disabled={email.custom && data !== undefined && templates.length === 0}
        options={templates.map(({ id, label }) => ({ value: id, label }))}
        value={email.custom ? email.templateId : ''}
        labelAside={
          <button
            type="button"
            className="t-link t-12 invite-text-button"
            aria-expanded={shown && canPreview(email)}
            disabled={!canPreview(email)}
            onClick={() => onShow(!shown)}
          >
            {shown && canPreview(email) ? t('invite.hidePreview') : t('invite.preview')}
          </button>
        }
        help={
          error ? (
            <>
              {t('invite.templatesFailed')}{' '}
              <button type="button" className="t-link invite-text-button" onClick={() => void refetch()}>
                {isFetching ? t('invite.retrying') : t('action.retry')}
              </button>
            </>
          ) : (
            data &&
            templates.length === 0 && (
              <>
                {t('invite.noTemplates', { brand: brand?.name ?? t('invite.thisBrand') })}{' '}
                <Link href="/account#email-templates" className="t-link">
                  {t('invite.writeTemplate')}
                </Link>
              </>
            )
          )
        }
        onChange={({ target: { value } }) =>
          onChange(value === '' ? { templateId: '' } : { templateId: value, custom: true })
        }
      />
      <Switch
        label={t('invite.custom')}
        checked={email.custom}
        help={
          email.custom
            ? t('invite.customOn')
            : email.campaignId
              ? usualHelp(usual)
              : usualHelp({ letter: 'unknown' })
        }
        onChange={(event) => onChange({ custom: event.target.checked, templateId: '' })}
      />
    </>
  );
}

/** 1 for a template of the campaign, which is sorted first. */
const fits = (campaigns: readonly string[], email: InviteEmail) =>
  Number(campaigns.includes(email.campaignId));

/** The email that is sent without a custom message; `unknown` until it is loaded. */
type Usual = { letter: 'unknown' | 'standard' } | { letter: 'campaign'; label: string };

const usualText = (usual: Usual): string =>
  usual.letter === 'campaign'
    ? t('invite.usual.campaign', { label: usual.label })
    : t(`invite.usual.${usual.letter}`);

const usualHelp = (usual: Usual): string =>
  usual.letter === 'campaign'
    ? t('invite.usualHelp.campaign', { label: usual.label })
    : t(`invite.usualHelp.${usual.letter}`);

function useDefaultTemplate(campaignId: string): Usual {
  const asked = invitePreviewOptions(useBrandId(), { campaignId, templateId: null });
  const { data } = useQuery({ ...asked, enabled: campaignId !== '' });
  if (!data) return { letter: 'unknown' };
  return data.letter === 'campaign' && data.label
    ? { letter: 'campaign', label: data.label }
    : { letter: 'standard' };
}
