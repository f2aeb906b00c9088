// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'content.approved': Record<never, never>;
  'content.changes': Record<never, never>;
  'content.postNow': Record<never, never>;
  'content.reopened': Record<never, never>;
  'due.agreed': { content: Value; brand: Value; campaign: Value };
  'due.agreedToContent': { brand: Value; campaign: Value };
  'dueIn.draft': { count: number };
  'dueIn.post': { count: number };
  'dueProgress.draft': { content: Value; brand: Value; campaign: Value; count: Value; wanted: Value };
  'dueProgress.post': { content: Value; brand: Value; campaign: Value; count: Value; wanted: Value };
  'dueToday.draft': Record<never, never>;
  'dueToday.post': Record<never, never>;
  'mail.hello': { name: Value };
  'message.files': { count: number };
  'message.footer': Record<never, never>;
  'message.open': Record<never, never>;
  'message.subject': { campaign: Value; brand: Value };
  'notices.footer': Record<never, never>;
  'notices.many': { count: number; brand: Value };
  'notices.one': { title: Value; brand: Value };
  'optIn.agreement-sent': Record<never, never>;
  'optIn.approved': Record<never, never>;
  'optIn.completed': Record<never, never>;
  'optIn.offer': Record<never, never>;
  'optIn.offer-accepted': Record<never, never>;
  'optIn.offer-declined': Record<never, never>;
  'optIn.offer-withdrawn': Record<never, never>;
  'optIn.rejected': Record<never, never>;
  'optIn.shipment': Record<never, never>;
  'payment.approved': Record<never, never>;
  'payment.failed': Record<never, never>;
  'payment.paid': Record<never, never>;
  'paymentText.approved': Record<never, never>;
  'paymentText.paid': Record<never, never>;
  'payoutAccount.bank': Record<never, never>;
  'payoutAccount.closed': Record<never, never>;
  'payoutAccount.details': Record<never, never>;
  'payoutAccountText.bank': Record<never, never>;
  'payoutAccountText.closed': Record<never, never>;
  'payoutAccountText.details': Record<never, never>;
  'story.no-permission.text': { brand: Value; campaign: Value };
  'story.no-permission.textDue': { brand: Value; campaign: Value; day: Value };
  'story.no-permission.title': Record<never, never>;
  'story.not-connected.text': { brand: Value; campaign: Value };
  'story.not-connected.textDue': { brand: Value; campaign: Value; day: Value };
  'story.not-connected.title': Record<never, never>;
  'story.token-ends.text': { until: Value; brand: Value; campaign: Value };
  'story.token-ends.title': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/inbox', english);
