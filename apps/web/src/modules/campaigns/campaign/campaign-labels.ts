import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import {
  type CampaignBrief,
  deliverablesLabel,
  type UsageRights,
} from '@troupe/domain/campaigns/campaign-brief';
import { money } from '@troupe/domain/money';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, tagList } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

/** `Draft due 5 Dec 2026, live by 12 Dec 2026`; null without any day. */
export function whenText({ draftDue, liveDue }: Pick<CampaignBrief, 'draftDue' | 'liveDue'>): string | null {
  if (draftDue && liveDue) return t('when.both', { draft: dayText(draftDue), live: dayText(liveDue) });
  if (draftDue) return t('when.draft', { date: dayText(draftDue) });
  return liveDue ? t('when.live', { date: dayText(liveDue) }) : null;
}

/** `Kit pack and shell, worth $240`; null without a product. */
export function productText({ product, currency }: Pick<CampaignBrief, 'product' | 'currency'>) {
  if (!product) return null;
  const name = product.name.trim() || t('brief.aProduct');
  return product.value > 0 ? t('brief.productWorth', { name, amount: money(product.value, currency) }) : name;
}

/** `Up to $700, 10% commission`; null when neither is offered. */
export function payText(brief: Pick<CampaignBrief, 'maxPaidAmount' | 'commissionPercent' | 'currency'>) {
  const { maxPaidAmount, commissionPercent, currency } = brief;
  const percent = commissionPercent;
  if (maxPaidAmount === null) return percent === null ? null : t('pay.commission', { percent });
  const amount = money(maxPaidAmount, currency);
  return percent === null ? t('pay.fee', { amount }) : t('pay.both', { amount, percent });
}

/** `10k to 250k followers`; null without a limit. */
export function followersText({
  followersMin,
  followersMax,
}: Pick<CampaignBrief, 'followersMin' | 'followersMax'>): string | null {
  if (followersMin === null && followersMax === null) return null;
  if (followersMax === null) return t('followers.from', { min: compactCount(followersMin) });
  if (followersMin === null) return t('followers.upTo', { max: compactCount(followersMax) });
  return t('followers.between', { min: compactCount(followersMin), max: compactCount(followersMax) });
}

/** `#autumntrailkit, @larkmoor`; null without any. */
export const tagsText = (brief: Pick<CampaignBrief, 'hashtags' | 'mentions'>): string | null =>
  tagList(brief).join(', ') || null;

/** The label of a field of the brief. */
export const fieldName = (field: keyof CampaignBrief): string => t(`field.${field}`);

const MONEY = new Set(['maxPaidAmount']);
const DAYS = new Set(['draftDue', 'liveDue', 'closes']);

/** A value of a brief, for its history. */
export function valueText(field: string, value: unknown, currency: string): string {
  const nothing = t('value.nothing');
  if (value === null || value === undefined || value === '') return nothing;
  if (typeof value === 'number') return MONEY.has(field) ? money(value, currency) : String(value);
  if (typeof value === 'string') {
    if (DAYS.has(field)) return dayText(value);
    if (field === 'cover') return t('value.picture');
    return value.length > 120 ? `${value.slice(0, 117)}...` : value;
  }
  if (field === 'deliverables') return deliverablesLabel(value as CampaignBrief['deliverables']) || nothing;
  if (field === 'product')
    return productText({ product: value as CampaignBrief['product'], currency }) ?? nothing;
  if (field === 'usageRights') return usageRightsText(value as UsageRights);
  if (field === 'questions') {
    const { length } = value as CampaignBrief['questions'];
    return t('value.questions', { count: length });
  }
  return Array.isArray(value) ? value.map(String).join(', ') || nothing : t('value.other');
}
