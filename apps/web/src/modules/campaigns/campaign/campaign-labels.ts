import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import {
  type CampaignBrief,
  deliverablesLabel,
  type UsageRights,
} from '@troupe/domain/campaigns/campaign-brief';
import { dayText } from '@troupe/ui/lib/date';
import { compactCount, money, tagList } from '@troupe/ui/lib/format';

/** `Draft 5 Dec 2026, live by 12 Dec 2026`; null without any day. */
export function whenText({ draftDue, liveDue }: Pick<CampaignBrief, 'draftDue' | 'liveDue'>): string | null {
  const parts = [draftDue && `Draft ${dayText(draftDue)}`, liveDue && `live by ${dayText(liveDue)}`];
  const text = parts.filter(Boolean).join(', ');
  return text ? text[0]?.toUpperCase() + text.slice(1) : null;
}

/** `Kit pack and shell, worth $240`; null without a product. */
export function productText({ product, currency }: Pick<CampaignBrief, 'product' | 'currency'>) {
  if (!product) return null;
  const name = product.name.trim() || 'A product';
  return product.value > 0 ? `${name}, worth ${money(product.value, currency)}` : name;
}

/** `Up to $700, 10% commission`; null when neither is offered. */
export function payText(brief: Pick<CampaignBrief, 'maxPaidAmount' | 'commissionPercent' | 'currency'>) {
  const { maxPaidAmount, commissionPercent, currency } = brief;
  const parts = [
    maxPaidAmount === null ? null : `up to ${money(maxPaidAmount, currency)}`,
    commissionPercent === null ? null : `${commissionPercent}% commission on sales`,
  ].filter((part) => part !== null);
  const text = parts.join(', ');
  return text ? text[0]?.toUpperCase() + text.slice(1) : null;
}

/** `10k to 250k followers`; null without a limit. */
export function followersText({
  followersMin,
  followersMax,
}: Pick<CampaignBrief, 'followersMin' | 'followersMax'>): string | null {
  if (followersMin === null && followersMax === null) return null;
  if (followersMax === null) return `From ${compactCount(followersMin)} followers`;
  if (followersMin === null) return `Up to ${compactCount(followersMax)} followers`;
  return `${compactCount(followersMin)} to ${compactCount(followersMax)} followers`;
}

/** `#autumntrailkit, @larkmoor`; null without any. */
export const tagsText = (brief: Pick<CampaignBrief, 'hashtags' | 'mentions'>): string | null =>
  tagList(brief).join(', ') || null;

/** What people call a field of a brief. */
export const FIELD_NAMES: Record<keyof CampaignBrief, string> = {
  title: 'Title',
  slug: 'Campaign URL',
  description: 'Description',
  categories: 'Categories',
  socialChannels: 'Channels',
  cover: 'Cover',
  currency: 'Currency',
  product: 'Product',
  maxPaidAmount: 'Fee',
  commissionPercent: 'Commission',
  deliverables: 'Deliverables',
  draftDue: 'Draft due',
  liveDue: 'Live by',
  closes: 'Application deadline',
  dos: "Do's",
  donts: "Don'ts",
  hashtags: 'Hashtags',
  mentions: 'Mentions',
  disclosure: 'Disclosure',
  usageRights: 'Usage rights',
  followersMin: 'Minimum followers',
  followersMax: 'Maximum followers',
  countries: 'Countries',
  audienceCategories: 'Creator categories',
  engagementMin: 'Minimum engagement',
  questions: 'Questions',
};

const NOTHING = 'nothing';
const MONEY = new Set(['maxPaidAmount']);
const DAYS = new Set(['draftDue', 'liveDue', 'closes']);

/** A value of a brief in words, for its history; what cannot be said shortly is 'changed'. */
export function valueText(field: string, value: unknown, currency: string): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'number') return MONEY.has(field) ? money(value, currency) : String(value);
  if (typeof value === 'string') {
    if (DAYS.has(field)) return dayText(value);
    if (field === 'cover') return 'a picture';
    return value.length > 120 ? `${value.slice(0, 117)}...` : value;
  }
  if (field === 'deliverables') return deliverablesLabel(value as CampaignBrief['deliverables']) || NOTHING;
  if (field === 'product')
    return productText({ product: value as CampaignBrief['product'], currency }) ?? NOTHING;
  if (field === 'usageRights') return usageRightsText(value as UsageRights);
  if (field === 'questions') {
    const { length } = value as CampaignBrief['questions'];
    return length === 1 ? '1 question' : `${length} questions`;
  }
  return Array.isArray(value) ? value.map(String).join(', ') || NOTHING : 'something else';
}
