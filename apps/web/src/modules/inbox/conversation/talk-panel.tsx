import { useQuery } from '@tanstack/react-query';
import { useApiText } from '@troupe/browser/problem-language';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { Conversation, ConversationCampaign } from '@troupe/domain/inbox/conversation';
import { money } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { CloseButton } from '@troupe/ui/action/icon-button';
import { Link } from '@troupe/ui/action/link';
import { Ago } from '@troupe/ui/content/ago';
import { Avatar } from '@troupe/ui/content/avatar';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { VerifiedMark } from '@troupe/ui/content/platform-icon';
import { SkeletonText } from '@troupe/ui/feedback/skeleton';
import { dayText } from '@troupe/ui/lib/date';
import { useEscape } from '@troupe/ui/overlay/layers';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { CreatorFigures } from '../../../shared/creator/creator-figures.tsx';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { inviteLook } from '../../../shared/creator/invited.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { talkedAboutOptions } from './conversation-queries.ts';
import './talk-panel.css';
import { t } from '../messages/messages.gen.ts';

const TONES: Record<OptInStatus, PillTone> = {
  pending: 'iris',
  approved: 'green',
  rejected: 'red',
  completed: 'green',
  withdrawn: 'neutral',
};

interface TalkPanelProps {
  conversation: Conversation;
  onClose: () => void;
}

/** Details beside a conversation: the creator, the collaboration, their other campaigns, and history. */
export function TalkPanel({ conversation, onClose }: TalkPanelProps) {
  const { optInId, campaignId, campaignTitle, campaigns, creator, status, assignedTo } = conversation;
  const others = campaigns.filter((one) => one.campaignId !== campaignId);
  const query = useQuery({
    ...talkedAboutOptions(useBrandId(), optInId ?? ''),
    enabled: optInId !== null,
  });
  const { data } = query;
  const inviteStatus = campaigns.find((one) => one.campaignId === campaignId)?.inviteStatus;
  const invite = status || !inviteStatus ? null : inviteLook(inviteStatus);
  const name = creatorName(creator);
  // Below 1200 px the panel covers the conversation.
  useEscape(onClose, innerWidth < 1200);
  const optIn = data?.optIn;
  const apiText = useApiText();
  return (
    <aside className="talk-panel" aria-label={t('panel.label', { name })}>
      <div className="talk-panel-close">
        <CloseButton label={t('panel.hide')} onClick={onClose} />
      </div>
      <div className="talk-who">
        <Avatar name={name} src={creator.profilePicUrl} size={64} />
        <h3 className="t-16 t-row">
          {name}
          {creator.verified && <VerifiedMark />}
        </h3>
        <p className="t-ink2">@{creator.username}</p>
        {status && <Pill tone={TONES[status]}>{t(`optIn.status.${status}`)}</Pill>}
      </div>
      {optIn && (
        <div className="talk-figures">
          <CreatorFigures creator={optIn.socialProfile} />
        </div>
      )}
      {campaignId && (
        <div className="talk-part">
          <h3 className="t-14 t-name">{t('panel.collaboration')}</h3>
          <dl className="talk-facts">
            <dt>{t('panel.campaign')}</dt>
            <dd>
              <Link className="t-link" href={`/campaigns/${campaignId}`}>
                {campaignTitle}
              </Link>
            </dd>
            {invite && (
              <>
                <dt>{t('panel.invite')}</dt>
                <dd>
                  <Pill tone={invite.tone}>{invite.label}</Pill>
                </dd>
              </>
            )}
            {assignedTo && (
              <>
                <dt>{t('panel.assignedTo')}</dt>
                <dd>{assignedTo.name}</dd>
              </>
            )}
            {optIn && (
              <>
                <dt>{t('panel.fee')}</dt>
                <dd>
                  {optIn.agreed
                    ? optIn.agreement.fee
                      ? money(optIn.agreement.fee, optIn.agreement.currency)
                      : t('panel.noFee')
                    : optIn.askedTerms.fee
                      ? t('panel.asks', { amount: money(optIn.askedTerms.fee, optIn.askedTerms.currency) })
                      : t('panel.asksNothing')}
                </dd>
                <dt>{t('panel.deliverables')}</dt>
                <dd>{deliverablesLabel(optIn.agreement.deliverables) || '–'}</dd>
                {optIn.agreement.liveDue && (
                  <>
                    <dt>{t('panel.liveBy')}</dt>
                    <dd>{dayText(optIn.agreement.liveDue)}</dd>
                  </>
                )}
              </>
            )}
          </dl>
          {optInId && (
            <Button href={`/campaigns/${campaignId}/opt-ins?optIn=${optInId}`}>{t('panel.viewOptIn')}</Button>
          )}
        </div>
      )}
      {others.length > 0 && (
        <div className="talk-part">
          <h3 className="t-14 t-name">{campaignId ? t('panel.otherCampaigns') : t('panel.campaigns')}</h3>
          <ul className="talk-campaigns">
            {others.map((one) => (
              <li key={one.campaignId}>
                <CampaignLabel one={one} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {optInId && (
        <LoadState what={t('panel.what')} query={query}>
          <div className="talk-part">
            <SkeletonText lines={3} />
          </div>
        </LoadState>
      )}
      {data && data.history.length > 0 && (
        <div className="talk-part">
          <h3 className="t-14 t-name">{t('panel.history')}</h3>
          <ol className="talk-history">
            {[...data.history].reverse().map((event) => (
              <li key={event.id}>
                <span>{apiText(event.text)}</span>
                <span className="t-12 t-ink3">
                  <Ago at={event.created} />
                </span>
              </li>
            ))}
          </ol>
        </div>
      )}
    </aside>
  );
}

/** One campaign of the conversation with the status of its opt-in, or of its invite before there is one. */
function CampaignLabel({
  one: { campaignId, title, optInId, status, inviteStatus },
}: {
  one: ConversationCampaign;
}) {
  const invite = inviteStatus && inviteLook(inviteStatus);
  return (
    <>
      <Link
        className="t-link t-ellipsis"
        href={optInId ? `/inbox/${campaignId}/chat/${optInId}` : `/campaigns/${campaignId}`}
      >
        {title}
      </Link>
      {status ? (
        <Pill tone={TONES[status]}>{t(`optIn.status.${status}`)}</Pill>
      ) : (
        invite && <Pill tone={invite.tone}>{invite.label}</Pill>
      )}
    </>
  );
}
