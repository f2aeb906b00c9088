import type { CallOutput } from '@troupe/contract/call';
import type { getOpenCampaign, getOwnOptIn, optIn } from '@troupe/contract/campaigns/creator-app';
import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import type { PillTone } from '@troupe/ui/content/pill';
import { dayText } from '@troupe/ui/lib/date';
import { listed, money, tagList } from '@troupe/ui/lib/format';

/** A campaign as creators see it. */
export type OpenCampaign = CallOutput<typeof getOpenCampaign>;

/** An opt-in as its creator sees it. */
export type OwnOptIn = CallOutput<typeof optIn>['optIn'];

/** An opt-in with its history, content and live posts. */
export type OwnOptInDetail = CallOutput<typeof getOwnOptIn>;

const DAY = 86_400_000;

/** `Draft 5 Dec, live by 12 Dec 2026`; null without any day. */
export function whenText({ draftDue, liveDue }: Pick<CampaignBrief, 'draftDue' | 'liveDue'>): string | null {
  if (!draftDue) return liveDue ? `Live by ${dayText(liveDue)}` : null;
  const [draft, live] = [dayText(draftDue), liveDue ? dayText(liveDue) : null];
  if (!live) return `Draft ${draft}`;
  const sameYear = draft.slice(-4) === live.slice(-4);
  return `Draft ${sameYear ? draft.slice(0, -5) : draft}, live by ${live}`;
}

/** `Closes in 9 days`, `Closed on 4 Dec 2026`; null when it stays open. */
export function closesText(closes: string | null, now = Date.now()): string | null {
  if (!closes) return null;
  const left = Date.parse(closes) - now;
  if (left <= 0) return `Closed on ${dayText(closes)}`;
  if (left < DAY) return 'Closes today';
  const days = Math.floor(left / DAY);
  if (days > 30) return `Closes on ${dayText(closes)}`;
  return `Closes in ${days} day${days === 1 ? '' : 's'}`;
}

/** `$640, $240 in products, 10% of sales`. */
export function offerText(
  brief: Pick<CampaignBrief, 'maxPaidAmount' | 'product' | 'commissionPercent' | 'currency'>,
): string {
  const { maxPaidAmount, product, commissionPercent, currency } = brief;
  return [
    maxPaidAmount === null ? null : `Up to ${money(maxPaidAmount, currency)}`,
    product &&
      (product.value > 0 ? `${money(product.value, currency)} in products` : product.name || 'A product'),
    commissionPercent === null ? null : `${commissionPercent}% of sales`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** `#autumntrailkit @larkmoor`; empty without any. */
export const tagsText = (brief: Pick<CampaignBrief, 'hashtags' | 'mentions'>): string =>
  tagList(brief).join(' ');

/** Where taking part stands, as creators read it. */
export const STATUS_LOOKS: Record<OptInStatus, { label: string; tone: PillTone }> = {
  pending: { label: 'Waiting for the brand', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'green' },
  rejected: { label: 'Declined', tone: 'red' },
  completed: { label: 'Completed', tone: 'iris' },
  withdrawn: { label: 'Withdrawn', tone: 'neutral' },
};

/** What people call the parts of a brief that can change. */
export const FIELD_NAMES: Record<keyof CampaignBrief, string> = {
  title: 'title',
  slug: 'address',
  description: 'description',
  categories: 'categories',
  socialChannels: 'channels',
  cover: 'picture',
  currency: 'currency',
  product: 'product',
  maxPaidAmount: 'fee',
  commissionPercent: 'commission',
  deliverables: 'what to make',
  draftDue: 'day of the draft',
  liveDue: 'day it is live',
  closes: 'end of opting in',
  dos: "do's",
  donts: "don'ts",
  hashtags: 'hashtags',
  mentions: 'mentions',
  disclosure: 'label as advertising',
  usageRights: 'usage rights',
  followersMin: 'audience',
  followersMax: 'audience',
  countries: 'audience',
  audienceCategories: 'audience',
  engagementMin: 'audience',
  questions: 'questions',
};

/** `fee and what to make`: the changed parts of a brief, each named once. */
export const changedWords = (fields: readonly string[]): string =>
  listed([...new Set(fields.map((field) => FIELD_NAMES[field as keyof CampaignBrief] ?? field))]);
