// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'alert.clickFlood': { username: Value };
  'alert.cookieStuffing': { username: Value };
  'alert.doubleCommission': { order: Value };
  'alert.leak': { code: Value };
  'alert.look': Record<never, never>;
  'alert.paidSearch': { username: Value };
  'alert.refundRing': { username: Value };
  'alert.selfPurchase': { username: Value; order: Value };
  'alert.sighted': { sightings: number; author: Value; source: Value };
  'claim.accepted': { brand: Value; order: Value };
  'claim.check': Record<never, never>;
  'claim.declined': { brand: Value; order: Value };
  'claim.new': { username: Value; order: Value };
  'code.leakedText': { old: Value; code: Value };
  'code.nowText': { code: Value; old: Value };
  'code.replaced': { brand: Value; old: Value };
  'code.replacedText': { code: Value; old: Value; until: Value };
  'correction.cancel': { order: Value };
  'correction.dispute': { order: Value };
  'correction.reason': { reason: Value; change: Value };
  'correction.redecide': { order: Value };
  'correction.refund': { order: Value };
  'correction.several': { count: number };
  'correction.text': { brand: Value; amount: Value };
  'correction.title': { order: Value };
  'drift.deleted': { code: Value };
  'drift.paused': { code: Value };
  'drift.renamed': { code: Value };
  'drift.resumed': { code: Value };
  'drift.value': { code: Value };
  'invite.earn': Record<never, never>;
  'invite.how': { username: Value };
  'invite.open': Record<never, never>;
  'notice.invited': { brand: Value };
  'notice.invitedText': Record<never, never>;
  'notice.newRate': { brand: Value };
  'notice.newTerms': { brand: Value };
  'notice.removed': { brand: Value };
  'notice.removedText': Record<never, never>;
  'notice.termsApply': Record<never, never>;
  'statement.approved': { brand: Value };
  'statement.approvedText': { amount: Value; due: Value; percent: Value };
  'statement.carried': { amount: Value };
  'statement.closed': { brand: Value };
  'statement.due': { amount: Value; due: Value; percent: Value };
  'statement.review': Record<never, never>;
  'statement.toApprove': { count: number };
  'team.accepted': { username: Value };
  'team.declined': { username: Value };
  'team.giveLink': Record<never, never>;
  'team.joined': { username: Value };
  'team.left': { username: Value };
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('api/affiliate', english);
