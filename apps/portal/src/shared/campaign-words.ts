import type { CallOutput } from '@troupe/contract/call';
import type { getOpenCampaign, getOwnOptIn, optIn } from '@troupe/contract/campaigns/creator-app';
import type { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import type { OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { groupMoney } from '@troupe/domain/money';
import { isolated, joined, language } from '@troupe/i18n/language';
import type { PillTone } from '@troupe/ui/content/pill';
import { dayText } from '@troupe/ui/lib/date';
import { listed, tagList } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';

/** A campaign as creators see it. */
export type OpenCampaign = CallOutput<typeof getOpenCampaign>;

/** An opt-in as its creator sees it. */
export type OwnOptIn = CallOutput<typeof optIn>['optIn'];

/** An opt-in with its history, content and live posts. */
export type OwnOptInDetail = CallOutput<typeof getOwnOptIn>;

const DAY = 86_400_000;

/** `Draft due 5 Dec, live by 12 Dec 2026`; null without any day. */
export function whenText({ draftDue, liveDue }: Pick<CampaignBrief, 'draftDue' | 'liveDue'>): string | null {
  if (!draftDue) return liveDue ? t('when.live', { date: dayText(liveDue) }) : null;
  const [draft, live] = [dayText(draftDue), liveDue ? dayText(liveDue) : null];
  if (!live) return t('when.draft', { date: draft });
  // `5 Dec` before `12 Dec 2026`; other languages write the year elsewhere.
  const sameYear = language() === 'en' && / \d{4}$/.test(draft) && draft.slice(-4) === live.slice(-4);
  return t('when.both', { draft: sameYear ? draft.slice(0, -5) : draft, live });
}

/** `Closes in 9 days`, `Closed on 4 Dec 2026`; null when it stays open. */
export function closesText(closes: string | null, now = Date.now()): string | null {
  if (!closes) return null;
  const left = Date.parse(closes) - now;
  if (left <= 0) return t('campaign.closed', { date: dayText(closes) });
  if (left < DAY) return t('campaign.closesToday');
  const days = Math.floor(left / DAY);
  if (days > 30) return t('campaign.closesOn', { date: dayText(closes) });
  return t('campaign.closesIn', { days });
}

/** `$640, $240 in products, 10% of sales`. */
export function offerText(
  brief: Pick<CampaignBrief, 'maxPaidAmount' | 'product' | 'commissionPercent' | 'currency'>,
): string {
  const { maxPaidAmount, product, commissionPercent, currency } = brief;
  const amount = groupMoney([maxPaidAmount, product?.value ?? null], currency);
  return joined([
    maxPaidAmount === null ? null : t('offer.fee', { amount: amount(maxPaidAmount) }),
    product &&
      (product.value > 0
        ? t('offer.productValue', { amount: amount(product.value) })
        : product.name || t('offer.product')),
    commissionPercent === null ? null : t('offer.commission', { percent: commissionPercent }),
  ]);
}

/** `#autumntrailkit @larkmoor`; empty without any. */
export const tagsText = (brief: Pick<CampaignBrief, 'hashtags' | 'mentions'>): string =>
  tagList(brief).map(isolated).join(' ');

const STATUS_TONES: Record<OptInStatus, PillTone> = {
  pending: 'neutral',
  approved: 'green',
  rejected: 'red',
  completed: 'iris',
  withdrawn: 'neutral',
};

/** The status of an opt-in, as creators read it. */
export const statusLook = (status: OptInStatus): { label: string; tone: PillTone } => ({
  label: t(`status.${status}`),
  tone: STATUS_TONES[status],
});

/** Whether a kind of event is a change of the status. */
export const isStatus = (kind: string): kind is OptInStatus => kind in STATUS_TONES;

/** The words for the parts of a brief that can change, as the ends of keys. */
const FIELD_KEYS = {
  title: 'title',
  slug: 'slug',
  description: 'description',
  categories: 'categories',
  socialChannels: 'socialChannels',
  cover: 'cover',
  currency: 'currency',
  product: 'product',
  maxPaidAmount: 'fee',
  commissionPercent: 'commission',
  deliverables: 'deliverables',
  draftDue: 'draftDue',
  liveDue: 'liveDue',
  closes: 'closes',
  dos: 'dos',
  donts: 'donts',
  hashtags: 'hashtags',
  mentions: 'mentions',
  disclosure: 'disclosure',
  usageRights: 'usageRights',
  followersMin: 'audience',
  followersMax: 'audience',
  countries: 'audience',
  audienceCategories: 'audience',
  engagementMin: 'audience',
  questions: 'questions',
} as const satisfies Record<keyof CampaignBrief, string>;

/** `fee and deliverables`: the changed parts of a brief, each named once. */
export const changedFieldLabels = (fields: readonly string[]): string =>
  listed([
    ...new Set(
      fields.map((field) => {
        const key = FIELD_KEYS[field as keyof CampaignBrief];
        return key ? t(`brief.${key}`) : field;
      }),
    ),
  ]);
