// Made from en.json by `npm run messages`.
import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'campaigns': Record<never, never>;
  'campaigns.count': Record<never, never>;
  'campaigns.countAnswer': { limits: Value };
  'campaigns.preview': Record<never, never>;
  'campaigns.previewAnswer': Record<never, never>;
  'campaigns.sender': Record<never, never>;
  'campaigns.senderAnswer': Record<never, never>;
  'campaigns.unsubscribe': Record<never, never>;
  'campaigns.unsubscribeAnswer': Record<never, never>;
  'contents': Record<never, never>;
  'creators': Record<never, never>;
  'creators.cost': Record<never, never>;
  'creators.costAnswer': { percent: Value };
  'creators.join': Record<never, never>;
  'creators.joinAnswer': Record<never, never>;
  'creators.leave': Record<never, never>;
  'creators.leaveAnswer': Record<never, never>;
  'creators.seen': Record<never, never>;
  'creators.seenAnswer': Record<never, never>;
  'description': Record<never, never>;
  'documentTitle': Record<never, never>;
  'limit': { plan: Value; count: Value };
  'more.text': { contact: Tag; docs: Tag };
  'more.title': Record<never, never>;
  'pack': { credits: number; price: Value };
  'payment': Record<never, never>;
  'payment.cancel': Record<never, never>;
  'payment.cancelAnswer': { days: Value };
  'payment.cost': Record<never, never>;
  'payment.costAnswer': { percent: Value; fee: Value };
  'payment.creators': Record<never, never>;
  'payment.creatorsAnswer': { percent: Value };
  'payment.tools': Record<never, never>;
  'payment.toolsAnswer': Record<never, never>;
  'platforms': Record<never, never>;
  'platforms.rate': Record<never, never>;
  'platforms.rateAnswer': Record<never, never>;
  'platforms.report': Record<never, never>;
  'platforms.reportAnswer': { grants: Value; packs: Value };
  'platforms.source': Record<never, never>;
  'platforms.sourceAnswer': Record<never, never>;
  'platforms.which': Record<never, never>;
  'platforms.whichAnswer': Record<never, never>;
  'start': Record<never, never>;
  'start.import': Record<never, never>;
  'start.importAnswer': Record<never, never>;
  'start.look': Record<never, never>;
  'start.lookAnswer': Record<never, never>;
  'start.team': Record<never, never>;
  'start.teamAnswer': { users: Value };
  'start.what': Record<never, never>;
  'start.whatAnswer': Record<never, never>;
  'title': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/site/faq', english);
