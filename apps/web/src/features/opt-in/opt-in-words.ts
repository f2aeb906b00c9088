import { deliverableWords } from '@troupe/domain/campaign-brief';
import { OPT_IN_STATUS_NAMES, type OptIn, type OptInStatus } from '@troupe/domain/opt-in';
import { amountOf, amountText } from '@troupe/ui/lib/amount';
import { money } from '@troupe/ui/lib/format';
import type { PillTone } from '@troupe/ui/pill';

const TONES: Record<OptInStatus, PillTone> = {
  pending: 'iris',
  approved: 'green',
  rejected: 'red',
  completed: 'green',
  withdrawn: 'neutral',
};

/** How a status is written. */
export const statusLook = (status: OptInStatus): { label: string; tone: PillTone } => ({
  label: OPT_IN_STATUS_NAMES[status],
  tone: TONES[status],
});

/** `2 reels, 3 stories`; a dash where nothing is said. */
export const offerWords = ({ agreement }: Pick<OptIn, 'agreement'>): string =>
  deliverableWords(agreement.deliverables) || '–';

/** `$520`, or `Gifted` for who asks for no money. */
export const askWords = ({ askedFee, agreement }: Pick<OptIn, 'askedFee' | 'agreement'>): string =>
  askedFee ? money(askedFee, agreement.currency) : 'Gifted';

/** What a creator wrote of their own accord, or their first answer of more than a word; a dash for neither. */
export const whyWords = ({ pitch, answers }: Pick<OptIn, 'pitch' | 'answers'>): string =>
  pitch.trim() || answers.find(({ answer }) => answer.trim().includes(' '))?.answer || '–';

/** Reads an amount in minor units; null for none, an Error says what is wrong. */
export function readFee(text: string, currency: string): number | null | Error {
  const minor = amountOf(text, currency);
  if (minor === undefined) return new Error(`Write an amount such as ${amountText(45_000, currency)}.`);
  return (minor ?? 0) <= 1_000_000_000 ? minor : new Error('That is more than can be agreed here.');
}
