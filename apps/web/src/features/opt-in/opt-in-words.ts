import { deliverableWords } from '@troupe/domain/campaign-brief';
import { OPT_IN_STATUS_NAMES, type OptIn, type OptInStatus } from '@troupe/domain/opt-in';
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

/** Minor units of a currency in one of its units. */
function factorOf(currency: string): number {
  try {
    const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    return 10 ** (maximumFractionDigits ?? 2);
  } catch {
    return 100;
  }
}

/** `52000` as `520`, `52050` as `520.50`; nothing as an empty text. */
export function feeText(minor: number | null, currency: string): string {
  if (minor === null) return '';
  const factor = factorOf(currency);
  return minor % factor === 0 ? String(minor / factor) : (minor / factor).toFixed(Math.log10(factor));
}

/** Reads an amount in minor units; null for none, an Error says what is wrong. */
export function readFee(text: string, currency: string): number | null | Error {
  const plain = text
    .trim()
    .replace(/^[^\d-]+/, '')
    .replaceAll(',', '');
  if (plain === '') return text.trim() === '' ? null : new Error('Write an amount such as 450 or 450.50.');
  if (!/^\d+(\.\d+)?$/.test(plain)) return new Error('Write an amount such as 450 or 450.50.');
  const minor = Math.round(Number(plain) * factorOf(currency));
  return minor <= 1_000_000_000 ? minor : new Error('That is more than can be agreed here.');
}
