import {
  IconCalendar,
  IconCheck,
  IconHash,
  IconPhoto,
  IconShieldCheck,
  IconTag,
  IconUsers,
  IconX,
} from '@tabler/icons-react';
import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { type CampaignBrief, deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import { groupMoney } from '@troupe/domain/money';
import { Avatar } from '@troupe/ui/content/avatar';
import { relativeTime } from '@troupe/ui/lib/date';
import { listed } from '@troupe/ui/lib/format';
import { categoryName } from '../../../../shared/category/category-name.ts';
import { countryName } from '../../../../shared/creator/creator-labels.ts';
import { followersText, tagsText, whenText } from '../campaign-labels.ts';
import { CampaignChannels, CampaignCover } from '../campaign-parts.tsx';
import './brief-preview.css';
import { t } from '../../messages/messages.gen.ts';

interface BriefPreviewProps {
  brief: CampaignBrief;
  coverUrl: string | null;
  brandName: string;
}

/** The campaign as a creator will see it on a phone. */
export function BriefPreview({ brief, coverUrl, brandName }: BriefPreviewProps) {
  const { product, maxPaidAmount, commissionPercent, currency } = brief;
  const amount = groupMoney([maxPaidAmount, product?.value ?? null], currency);
  const offers = [
    maxPaidAmount === null ? null : { value: amount(maxPaidAmount), words: t('preview.fee') },
    product && product.value > 0 ? { value: amount(product.value), words: t('preview.inProducts') } : null,
    commissionPercent === null
      ? null
      : { value: t('preview.percent', { percent: commissionPercent }), words: t('preview.ofSales') },
  ].filter((offer) => offer !== null);
  const fit = [
    followersText(brief),
    brief.countries.length > 0 ? listed(brief.countries.map(countryName)) : null,
    brief.audienceCategories.length > 0 ? listed(brief.audienceCategories.map(categoryName)) : null,
    brief.engagementMin === null ? null : t('preview.engagement', { rate: brief.engagementMin }),
  ].filter((part) => part !== null);
  const facts = [
    {
      icon: <IconPhoto size={16} />,
      name: t('preview.youMake'),
      text: deliverablesLabel(brief.deliverables),
    },
    { icon: <IconTag size={16} />, name: t('preview.youGet'), text: product?.name.trim() ?? '' },
    { icon: <IconCalendar size={16} />, name: t('preview.when'), text: whenText(brief) ?? '' },
    {
      icon: <IconShieldCheck size={16} />,
      name: t('preview.usageRights'),
      text: brief.usageRights ? usageRightsText(brief.usageRights) : '',
    },
    {
      icon: <IconHash size={16} />,
      name: t('preview.tags'),
      text: [tagsText(brief), brief.disclosure.trim()].filter(Boolean).join('. '),
    },
    { icon: <IconUsers size={16} />, name: t('preview.for'), text: fit.join(', ') },
  ].filter(({ text }) => text !== '');
  return (
    <div className="brief-preview">
      <CampaignCover src={coverUrl} seed={brief.title} size="wide" />
      <div className="brief-preview-body">
        <div className="t-row">
          <Avatar name={brandName} kind="brand" size={24} />
          <span className="t-medium t-grow t-ellipsis">{brandName}</span>
          {brief.closes && (
            <span className="t-12 t-ink3">
              {t(Date.parse(brief.closes) > Date.now() ? 'preview.closes' : 'preview.closed', {
                when: relativeTime(brief.closes),
              })}
            </span>
          )}
        </div>
        <p className="t-16">
          {brief.title.trim() || <span className="t-ink3">{t('preview.titlePlaceholder')}</span>}
        </p>
        <CampaignChannels channels={brief.socialChannels} />
        <p className="t-ink2 brief-preview-text">
          {brief.description.trim() || <span className="t-ink3">{t('preview.descriptionPlaceholder')}</span>}
        </p>
        {offers.length > 0 && (
          <ul className="brief-preview-offers">
            {offers.map(({ value, words }) => (
              <li key={words}>
                <span className="t-name">{value}</span>
                <span className="t-12 t-ink3">{words}</span>
              </li>
            ))}
          </ul>
        )}
        {facts.length > 0 && (
          <dl className="brief-preview-facts">
            {facts.map(({ icon, name, text }) => (
              <div key={name}>
                <dt>
                  {icon} {name}
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        )}
        {brief.dos.length + brief.donts.length > 0 && (
          <ul className="brief-preview-rules t-ink2">
            {brief.dos.map((rule) => (
              <li key={`do ${rule}`} data-kind="do">
                <IconCheck size={16} aria-label={t('brief.do')} /> <span>{rule}</span>
              </li>
            ))}
            {brief.donts.map((rule) => (
              <li key={`dont ${rule}`} data-kind="dont">
                <IconX size={16} aria-label={t('brief.dont')} /> <span>{rule}</span>
              </li>
            ))}
          </ul>
        )}
        {brief.questions.map(({ id, text, choices }) => (
          <div key={id} className="brief-preview-question">
            <p className="t-medium">
              {text.trim() || <span className="t-ink3">{t('preview.question')}</span>}
            </p>
            <p className="t-12 t-ink3">
              {choices.length > 0 ? choices.join(' / ') : t('preview.openAnswer')}
            </p>
          </div>
        ))}
      </div>
    </div>
  );
}
