import { useQuery } from '@tanstack/react-query';
import { listCreatorConnections } from '@troupe/contract/campaigns/creator-connection';
import { type StoryReason, storyReason } from '@troupe/domain/campaigns/story-preflight';
import { Button } from '@troupe/ui/action/button';
import { dayText } from '@troupe/ui/lib/date';
import { callOptions } from '../../../shared/api.ts';
import type { OwnOptInDetail } from '../../../shared/campaign-words.ts';
import { t } from '../messages/messages.gen.ts';

const DAY_MS = 86_400_000;

/** Asks creators who owe stories to connect their account, because only they can give access to the metrics. */
export function StoryAccess({ optIn, shoutouts }: OwnOptInDetail) {
  const { campaign, platform, username, status } = optIn;
  const { deliverables, liveDue: due } = optIn.agreed ? optIn.agreement : campaign.brief;
  const owed = deliverables.reduce((sum, { kind, count }) => sum + (kind === 'story' ? count : 0), 0);
  const posted = shoutouts.filter(({ kind }) => kind === 'story').length;
  const isOpen =
    (status === 'pending' || status === 'approved') &&
    platform === 'instagram' &&
    posted < owed &&
    (due === null || Date.parse(due) + DAY_MS > Date.now());
  const { data } = useQuery({ ...callOptions(listCreatorConnections, {}), enabled: isOpen });
  if (!isOpen || !data) return null;
  const connection = data.connections.find(
    (one) => one.stands && one.platform === platform && one.username.toLowerCase() === username.toLowerCase(),
  );
  const reason = storyReason(platform, connection ?? null, due, new Date());
  if (!reason || reason === 'unsupported') return null;
  return (
    <section className="t-panel opt-in-changed opt-in-story" aria-labelledby="story-access">
      <h2 id="story-access" className="t-14">
        {t(`story.${reason}.title`)}
      </h2>
      <p>{textOf(reason, optIn, connection?.until ?? '')}</p>
      <Button href="/account">{t('story.connect')}</Button>
    </section>
  );
}

function textOf(
  reason: Exclude<StoryReason, 'unsupported'>,
  { campaign, agreed, agreement }: OwnOptInDetail['optIn'],
  until: string,
): string {
  const about = { brand: campaign.brand.name, campaign: campaign.brief.title };
  const { liveDue: due } = agreed ? agreement : campaign.brief;
  if (reason === 'token-ends')
    return t('story.token-ends.text', {
      brand: about.brand,
      campaign: about.campaign,
      until: dayText(until),
    });
  return due
    ? t(`story.${reason}.textDue`, { brand: about.brand, campaign: about.campaign, day: dayText(due) })
    : t(`story.${reason}.text`, about);
}
