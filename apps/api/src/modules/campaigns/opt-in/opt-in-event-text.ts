import { usageRightsText } from '@troupe/domain/billing/usage-rights-text';
import type { Agreement } from '@troupe/domain/campaigns/agreement';
import { deliverablesLabel } from '@troupe/domain/campaigns/campaign-brief';
import type { OptInEventDetail } from '@troupe/domain/campaigns/opt-in-event';
import { money } from '@troupe/domain/money';
import { joined } from '@troupe/i18n/language';
import { dayText } from '../../../platform/language.ts';
import { t } from '../messages/messages.gen.ts';
import type { NewEvent } from './opt-in-change.queries.ts';

const STATUSES = ['pending', 'approved', 'rejected', 'completed', 'withdrawn'] as const;
const AGREEMENTS = ['agreement-sent', 'agreement-accepted'] as const;
const ANSWERS = ['offer-accepted', 'offer-declined', 'offer-withdrawn'] as const;

/** Returns a line of the history, with the values to write it in other languages. */
export const optInEvent = (kind: string, detail: OptInEventDetail = {}): NewEvent => ({
  kind,
  text: optInEventText(kind, detail) ?? kind,
  detail,
});

/** Writes a line of the history in the current language; null for kinds that have their own text. */
export function optInEventText(kind: string, detail: OptInEventDetail): string | null {
  const { terms, reason, side, agreed, shipment, number } = detail;
  if (kind === 'shipment') return shipment ? shipmentText(shipment) : null;
  if (kind === 'offer' && terms)
    return side === 'creator'
      ? t('event.offerByCreator', { terms: termsText(terms) })
      : t('event.offerByBrand', { terms: termsText(terms) });
  const agreement = AGREEMENTS.find((one) => one === kind);
  if (agreement) return t(`event.${agreement}`, { number: number ?? 1 });
  const answer = ANSWERS.find((one) => one === kind);
  if (answer && terms)
    return agreed
      ? t('event.agreed', { terms: termsText(terms) })
      : t(`event.${answer}`, { terms: termsText(terms) });
  const status = STATUSES.find((one) => one === kind);
  if (!status) return null;
  if (status === 'approved' && terms) return t('event.approvedAt', { terms: termsText(terms) });
  const event = t(`event.${status}`);
  return reason ? t('event.reason', { event, reason }) : event;
}

function shipmentText({ state, carrier, tracking }: NonNullable<OptInEventDetail['shipment']>): string {
  if (state === 'asked') return t('event.addressRequested');
  if (state === 'received') return t('event.received');
  if (carrier && tracking) return t('event.shippedBoth', { carrier, tracking });
  if (carrier) return t('event.shippedWith', { carrier });
  return tracking ? t('event.shippedTracking', { tracking }) : t('event.shipped');
}

/** Writes terms: `$520, 1 reel, draft by 1 Feb 2099, live by 10 Feb 2099, usage rights: 6 months, organic`. */
function termsText({ fee, currency, deliverables, draftDue, liveDue, usageRights }: Agreement): string {
  return joined([
    fee ? money(fee, currency) : t('terms.noFee'),
    deliverablesLabel(deliverables),
    draftDue && t('terms.draftBy', { day: dayText(draftDue, 'medium') }),
    liveDue && t('terms.liveBy', { day: dayText(liveDue, 'medium') }),
    usageRights && t('terms.usageRights', { rights: usageRightsText(usageRights) }),
  ]);
}
