import {
  IconArrowLeft,
  IconCalendar,
  IconCheck,
  IconHash,
  IconPhoto,
  IconShieldCheck,
  IconX,
} from '@tabler/icons-react';
import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import { deliverablesLabel } from '@troupe/domain/campaigns/content-kind-name';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/platforms';
import { groupMoney } from '@troupe/domain/money';
import { Link } from '@troupe/ui/action/link';
import { Avatar } from '@troupe/ui/content/avatar';
import { PlatformIcon } from '@troupe/ui/content/platform-icon';
import { percent } from '@troupe/ui/lib/format';
import type { ReactNode } from 'react';
import { CampaignPicture } from '../../../shared/campaign-row.tsx';
import { closesText, type OpenCampaign, tagsText, whenText } from '../../../shared/campaign-words.ts';
import { t } from '../messages/messages.gen.ts';

function Offer({ brief }: { brief: OpenCampaign['brief'] }) {
  const { maxPaidAmount, product, commissionPercent, currency } = brief;
  const amount = groupMoney([maxPaidAmount, product?.value ?? null], currency);
  const tiles = [
    maxPaidAmount !== null && { value: amount(maxPaidAmount), label: t('brief.fee') },
    product && {
      value: product.value > 0 ? amount(product.value) : product.name,
      label: product.value > 0 ? t('brief.inProducts', { name: product.name }) : t('brief.asGift'),
    },
    commissionPercent !== null && { value: percent(commissionPercent / 100), label: t('brief.ofSales') },
  ].filter((tile) => tile !== false && tile !== null);
  return (
    <ul className="campaign-offer" aria-label={t('brief.youGet')}>
      {tiles.map(({ value, label }) => (
        <li key={label}>
          <span className="t-16">{value}</span>
          <span className="t-12 t-ink2">{label}</span>
        </li>
      ))}
    </ul>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="campaign-fact">
      <dt className="t-ink2">
        {icon}
        {name}
      </dt>
      <dd className="t-medium">{children}</dd>
    </div>
  );
}

function Rules({ title, rules, icon }: { title: string; rules: readonly string[]; icon: ReactNode }) {
  if (rules.length === 0) return null;
  return (
    <section className="campaign-rules" aria-label={title}>
      <h2 className="t-16">{title}</h2>
      <ul>
        {rules.map((rule) => (
          <li key={rule}>
            {icon}
            <span dir="auto">{rule}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a campaign offers and asks for. */
export function CampaignBrief({ campaign }: { campaign: OpenCampaign }) {
  const { brief, brand, coverUrl, open } = campaign;
  const when = whenText(brief);
  const tags = tagsText(brief);
  return (
    <>
      <div className="campaign-head">
        <CampaignPicture src={coverUrl} title={brief.title} wide />
        <Link href="/" className="campaign-back" aria-label={t('campaign.back')}>
          <IconArrowLeft size={20} />
        </Link>
      </div>
      <div className="campaign-text">
        <div className="campaign-brand">
          <Avatar name={brand.name} kind="brand" size={36} />
          <span className="t-name t-grow">{brand.name}</span>
          {open && <span className="t-12 t-ink2">{closesText(brief.closes)}</span>}
        </div>
        <h1 className="t-20" tabIndex={-1}>
          {brief.title}
        </h1>
        <p className="t-ink2 campaign-description" dir="auto">
          {brief.description}
        </p>
        <Offer brief={brief} />
        <dl className="campaign-facts">
          {brief.deliverables.length > 0 && (
            <Fact icon={<IconPhoto size={18} />} name={t('brief.youMake')}>
              {deliverablesLabel(brief.deliverables)}
            </Fact>
          )}
          {when && (
            <Fact icon={<IconCalendar size={18} />} name={t('brief.when')}>
              {when}
            </Fact>
          )}
          {brief.usageRights && (
            <Fact icon={<IconShieldCheck size={18} />} name={t('brief.usageRights')}>
              {usageRightsText(brief.usageRights)}
            </Fact>
          )}
          {tags && (
            <Fact icon={<IconHash size={18} />} name={t('brief.tags')}>
              {tags}
            </Fact>
          )}
          <Fact
            icon={<PlatformIcon platform={brief.socialChannels[0] ?? 'instagram'} />}
            name={t('brief.where')}
          >
            {brief.socialChannels.map((platform) => PLATFORM_NAMES[platform]).join(', ')}
          </Fact>
        </dl>
        <Rules title={t('brief.do')} rules={brief.dos} icon={<IconCheck size={18} aria-hidden="true" />} />
        <Rules title={t('brief.dont')} rules={brief.donts} icon={<IconX size={18} aria-hidden="true" />} />
      </div>
    </>
  );
}
