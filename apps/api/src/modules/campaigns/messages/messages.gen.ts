// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'event.addressRequested': Record<never, never>;
  'event.agreed': { terms: Value };
  'event.agreement-accepted': { number: Value };
  'event.agreement-sent': { number: Value };
  'event.approved': Record<never, never>;
  'event.approvedAt': { terms: Value };
  'event.completed': Record<never, never>;
  'event.offer-accepted': { terms: Value };
  'event.offer-declined': { terms: Value };
  'event.offer-withdrawn': { terms: Value };
  'event.offerByBrand': { terms: Value };
  'event.offerByCreator': { terms: Value };
  'event.pending': Record<never, never>;
  'event.reason': { event: Value; reason: Value };
  'event.received': Record<never, never>;
  'event.rejected': Record<never, never>;
  'event.shipped': Record<never, never>;
  'event.shippedBoth': { carrier: Value; tracking: Value };
  'event.shippedTracking': { tracking: Value };
  'event.shippedWith': { carrier: Value };
  'event.withdrawn': Record<never, never>;
  'mail.openCampaign': Record<never, never>;
  'reminder.address': Record<never, never>;
  'reminder.agreed': { content: Value };
  'reminder.draftDue': { day: Value };
  'reminder.hello': { name: Value };
  'reminder.intro': { brand: Value; campaign: Value };
  'reminder.liveDue': { day: Value };
  'reminder.subject': { campaign: Value; brand: Value };
  'share.intro': { name: Value; brand: Value; campaign: Value };
  'share.introByColleague': { brand: Value; campaign: Value };
  'share.subject': { campaign: Value; brand: Value };
  'terms.draftBy': { day: Value };
  'terms.liveBy': { day: Value };
  'terms.noFee': Record<never, never>;
  'terms.usageRights': { rights: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/campaigns', english);
