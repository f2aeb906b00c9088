import {
  IconCalendar,
  IconCheck,
  IconCoin,
  IconGift,
  IconHash,
  IconPhoto,
  IconShieldCheck,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import type { CampaignDetails } from '@troupe/domain/campaigns/campaign';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import { Link } from '@troupe/ui/action/link';
import './brief-card.css';
import { t } from '../../messages/messages.gen.ts';
import { followersText, payText, productText, tagsText, whenText } from '../campaign-labels.ts';

/** A summary of the brief. */
export function BriefCard({ campaign }: { campaign: CampaignDetails }) {
  const { brief, gaps, status } = campaign;
  const facts = [
    [IconPhoto, brief.deliverables.length > 0 ? deliverablesLabel(brief.deliverables) : null],
    [IconGift, productText(brief)],
    [IconCoin, payText(brief)],
    [IconCalendar, whenText(brief)],
    [IconShieldCheck, brief.usageRights && t('brief.usage', { rights: usageRightsText(brief.usageRights) })],
    [IconUsers, followersText(brief)],
    [IconHash, tagsText(brief)],
  ] as const;
  const shown = facts.filter(([, text]) => text);
  return (
    <section className="t-panel brief-card" aria-labelledby="brief-card">
      <div className="t-row">
        <h2 id="brief-card" className="t-grow">
          {t('brief.title')}
        </h2>
        {status !== 'archived' && (
          <Link className="t-link t-12" href={`/campaign-builder/${campaign.id}?step=review`}>
            {t('brief.open')}
          </Link>
        )}
      </div>
      {brief.description.trim() && <p className="t-ink2 brief-card-text">{brief.description}</p>}
      {shown.length > 0 && (
        <ul className="brief-card-facts">
          {shown.map(([Icon, text]) => (
            <li key={text}>
              <Icon size={16} />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      )}
      {brief.dos.length + brief.donts.length > 0 && (
        <ul className="brief-card-facts brief-card-rules">
          {brief.dos.map((rule) => (
            <li key={`do ${rule}`} data-kind="do">
              <IconCheck size={16} aria-label={t('brief.do')} />
              <span>{rule}</span>
            </li>
          ))}
          {brief.donts.map((rule) => (
            <li key={`dont ${rule}`} data-kind="dont">
              <IconX size={16} aria-label={t('brief.dont')} />
              <span>{rule}</span>
            </li>
          ))}
        </ul>
      )}
      {gaps.length > 0 && status === 'draft' && (
        <p className="t-12 t-ink3">{t('brief.missing', { count: gaps.length })}</p>
      )}
    </section>
  );
}
