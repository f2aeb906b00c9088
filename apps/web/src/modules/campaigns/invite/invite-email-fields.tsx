import { useQuery } from '@tanstack/react-query';
import { Link } from '@troupe/ui/action/link';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Switch } from '@troupe/ui/field/choice';
import { SelectField, TextField } from '@troupe/ui/field/field';
import { useState } from 'react';
import { brandOptions, useBrandId } from '../../../shared/brand/current-brand.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { type InviteEmail, timeLimits } from './invite-email.ts';
import { InviteEmailPreview } from './invite-email-preview.tsx';
import { activeCampaignsOptions, invitePreviewOptions, templatesOptions } from './invite-queries.ts';

interface InviteEmailFieldsProps {
  email: InviteEmail;
  onChange: (part: Partial<InviteEmail>) => void;
  /** Whose mail the preview shows; without one it is filled with examples. */
  creatorId?: string | undefined;
  now: Date;
}

/** Campaign, email and time of an invite. */
export function InviteEmailFields({ email, onChange, creatorId, now }: InviteEmailFieldsProps) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <CampaignField email={email} onChange={onChange} />
      <TemplateField email={email} onChange={onChange} shown={shown} onShow={setShown} />
      {shown && canPreview(email) && <InviteEmailPreview email={email} creatorId={creatorId} />}
      <Switch
        label="Send later"
        checked={email.later}
        onChange={(event) => onChange({ later: event.target.checked })}
      />
      {email.later && (
        <TextField
          type="datetime-local"
          label="Send at"
          size="form"
          {...timeLimits(now)}
          value={email.sendAt}
          help="In your time zone, up to 90 days ahead"
          onChange={(event) => onChange({ sendAt: event.target.value })}
        />
      )}
    </>
  );
}

type FieldProps = Pick<InviteEmailFieldsProps, 'email' | 'onChange'>;

function CampaignField({ email, onChange }: FieldProps) {
  const { data, error, isFetching, refetch } = useQuery(activeCampaignsOptions(useBrandId()));
  if (error && !data) {
    return (
      <ErrorState
        title="Couldn't load the campaigns."
        text={errorText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  const none = data?.campaigns.length === 0;
  return (
    <SelectField
      label="Campaign"
      size="form"
      placeholder={data ? 'Choose a campaign' : 'Loading'}
      loading={!data}
      disabled={none}
      data-autofocus
      options={(data?.campaigns ?? []).map(({ id, title }) => ({ value: id, label: title }))}
      value={email.campaignId}
      help={
        none && (
          <>
            No active campaigns.{' '}
            <Link href="/campaigns" className="t-link">
              Open campaigns
            </Link>
          </>
        )
      }
      onChange={(event) => onChange({ campaignId: event.target.value })}
    />
  );
}

interface TemplateFieldProps extends FieldProps {
  /** Whether the mail is shown as it would arrive. */
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
        label="Email template"
        size="form"
        placeholder={email.custom ? 'Choose a template' : usual[0]?.toUpperCase() + usual.slice(1)}
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
            {shown && canPreview(email) ? 'Hide preview' : 'Preview'}
          </button>
        }
        help={
          error ? (
            <>
              Couldn't load your templates.{' '}
              <button type="button" className="t-link invite-text-button" onClick={() => void refetch()}>
                {isFetching ? 'Retrying' : 'Retry'}
              </button>
            </>
          ) : (
            data &&
            templates.length === 0 && (
              <>
                No email templates found for {brand?.name ?? 'this brand'}.{' '}
                <Link href="/account#email-templates" className="t-link">
                  Write one
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
        label="Use Custom Message"
        checked={email.custom}
        help={
          email.custom
            ? 'The email template chosen above is sent.'
            : email.campaignId
              ? `Off: ${usual} is sent.`
              : 'Off: sends the campaign template, or the standard email if it has none.'
        }
        onChange={(event) => onChange({ custom: event.target.checked, templateId: '' })}
      />
    </>
  );
}

/** 1 for a template that is meant for the campaign, so that it comes first. */
const fits = (campaigns: readonly string[], email: InviteEmail) =>
  Number(campaigns.includes(email.campaignId));

/** Which email goes out without a custom message, in words. */
function useDefaultTemplate(campaignId: string): string {
  const asked = invitePreviewOptions(useBrandId(), { campaignId, templateId: null });
  const { data } = useQuery({ ...asked, enabled: campaignId !== '' });
  if (!data) return 'the campaign template, or the standard email if it has none';
  return data.letter === 'campaign' && data.label
    ? `the template of this campaign (${data.label})`
    : 'the standard email';
}
