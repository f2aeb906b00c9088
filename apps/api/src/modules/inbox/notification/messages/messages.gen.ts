// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'answer.agreement-accepted': { username: Value };
  'answer.offer': { username: Value };
  'answer.offer-accepted': { username: Value };
  'answer.offer-declined': { username: Value };
  'answer.offer-withdrawn': { username: Value };
  'bounce.email': { address: Value; reason: Value };
  'bounce.invite': { address: Value; reason: Value };
  'bounce.title': { username: Value };
  'content.carousel': { username: Value };
  'content.live': { username: Value };
  'content.post': { username: Value };
  'content.reel': { username: Value };
  'content.short': { username: Value };
  'content.story': { username: Value };
  'content.video': { username: Value };
  'creatorPayment.failed': Record<never, never>;
  'domain.bounces': { count: Value; sent: Value };
  'domain.complaints': { count: Value; sent: Value };
  'domain.placement': { count: Value; sent: Value };
  'domain.stopped': { domain: Value };
  'limit.text': Record<never, never>;
  'limit.title': { username: Value };
  'mailbox.attention': { address: Value };
  'mailbox.attentionText': Record<never, never>;
  'message.email': Record<never, never>;
  'message.file': Record<never, never>;
  'message.replied': { name: Value };
  'message.wrote': { name: Value };
  'optIn.text': { campaign: Value };
  'optIn.title': { username: Value };
  'payoutAccount.bank': Record<never, never>;
  'payoutAccount.blocked': { name: Value };
  'payoutAccount.closed': Record<never, never>;
  'payoutAccount.details': Record<never, never>;
  'plan.ended': { plan: Value };
  'plan.endedText': Record<never, never>;
  'plan.unpaid': { plan: Value };
  'plan.unpaidText': { amount: Value };
  'review.again': Record<never, never>;
  'review.first': Record<never, never>;
  'rights.fileEnded': { name: Value };
  'rights.fileEnds': { name: Value; days: number };
  'rights.filesEnd': { files: number; username: Value; days: number };
  'rights.filesEnded': { files: number; username: Value };
  'rights.takeDown': { username: Value };
  'rights.until': { username: Value; day: Value };
  'untagged.text': Record<never, never>;
  'untagged.title': { campaign: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/inbox/notification', english);
