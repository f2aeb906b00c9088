import type { Agreement, Offer } from '@troupe/domain/campaigns/agreement';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { OptIn, OptInStatus } from '@troupe/domain/campaigns/opt-in';
import { columnMoney, groupMoney, money } from '@troupe/domain/money';
import type { Known } from '@troupe/i18n/number-text';
import type { PillTone } from '@troupe/ui/content/pill';
import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { listed } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';

const TONES: Record<OptInStatus, PillTone> = {
  pending: 'iris',
  approved: 'green',
  rejected: 'red',
  completed: 'green',
  withdrawn: 'neutral',
};

/** Label and color of a status. */
export const statusLook = (status: OptInStatus): { label: string; tone: PillTone } => ({
  label: t(`optIn.status.${status}`),
  tone: TONES[status],
});

/** `2 reels, 3 stories`; a dash if not specified. */
export const offerSummary = ({ agreement }: Pick<OptIn, 'agreement'>): string =>
  deliverablesLabel(agreement.deliverables) || '–';

/** `$520`, or `Gifted` if the creator asks for no money. */
export const askText = ({ askedTerms }: Pick<OptIn, 'askedTerms'>): string =>
  askedTerms.fee ? money(askedTerms.fee, askedTerms.currency) : t('optIn.gifted');

/** `$520.00`, or `Gifted`, for a column. */
export const askColumnText = ({ askedTerms }: Pick<OptIn, 'askedTerms'>): string =>
  askedTerms.fee ? columnMoney(askedTerms.fee, askedTerms.currency) : t('optIn.gifted');

/** `$520`, or `No fee`. @param beside the amounts next to it */
export const feeText = (
  { fee, currency }: Pick<Agreement, 'fee' | 'currency'>,
  beside: readonly Known[] = [],
): string => (fee ? groupMoney([fee, ...beside], currency)(fee) : t('optIn.noFee'));

/** The terms that approving agrees to: those agreed before, or those the creator last asked for. */
export const approvalTerms = ({ agreed, agreement, askedTerms }: Terms): Agreement =>
  agreed ? agreement : askedTerms;

type Terms = Pick<OptIn, 'agreed' | 'agreement' | 'askedTerms'>;

/** `Approve for $520`, or `Approve` without a fee. */
export function approveLabel(optIn: Terms): string {
  const { fee, currency } = approvalTerms(optIn);
  return fee ? t('optIn.approveFor', { amount: money(fee, currency) }) : t('optIn.approve');
}

/** `$1,200`, `$1,200 and €300`: fees of several, by currency; empty without any. */
export function feeTotalText(optIns: readonly Terms[]): string {
  const sums = new Map<string, number>();
  for (const { fee, currency } of optIns.map(approvalTerms))
    if (fee) sums.set(currency, (sums.get(currency) ?? 0) + fee);
  return listed([...sums].map(([currency, fee]) => money(fee, currency)));
}

/** The offer that waits for an answer, or null. */
export const openOffer = ({ offer, status }: Pick<OptIn, 'offer' | 'status'>): Offer | null =>
  offer.state === 'offered' && status !== 'rejected' && status !== 'withdrawn' ? offer : null;

/** Returns an opt-in's status pill; an open offer takes precedence over the status. */
export function standingLook(optIn: Pick<OptIn, 'offer' | 'status'>): { label: string; tone: PillTone } {
  const open = openOffer(optIn);
  if (open?.side === 'brand') return { label: t('optIn.offerSent'), tone: 'neutral' };
  if (open && optIn.status !== 'pending') return { label: t('optIn.newOffer'), tone: 'tangerine' };
  return statusLook(optIn.status);
}

/** `4 of 5 collaborations this month`, or `4 collaborations this month` without a limit. */
export const usageText = ({ used, limit }: { used: number; limit: number | null }): string =>
  limit === null ? t('optIn.usage', { count: used }) : t('optIn.usageOf', { used, count: limit });

/** Returns the creator's pitch, or their first answer of more than one word; a dash if neither exists. */
export const pitchText = ({ pitch, answers }: Pick<OptIn, 'pitch' | 'answers'>): string =>
  pitch.trim() || answers.find(({ answer }) => answer.trim().includes(' '))?.answer || '–';

/** Parses an amount into minor units; null for none, an Error with the reason if it is invalid. */
export function readFee(text: string, currency: string): number | null | Error {
  const minor = amountOf(text, currency);
  if (minor === undefined) return new Error(t('fee.invalid', { example: amountText(45_000, currency) }));
  return (minor ?? 0) <= 1_000_000_000 ? minor : new Error(t('fee.tooHigh'));
}
