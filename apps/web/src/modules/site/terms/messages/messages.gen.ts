// Made from en.json by `npm run messages`.
import { catalog, type Tag, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'account': Record<never, never>;
  'account.business': Record<never, never>;
  'account.owners': Record<never, never>;
  'account.secrets': Record<never, never>;
  'account.true': Record<never, never>;
  'binding': { english: Tag };
  'changes': Record<never, never>;
  'changes.text': { contact: Tag; faq: Tag };
  'creators': Record<never, never>;
  'creators.agreement': Record<never, never>;
  'creators.disclosure': Record<never, never>;
  'creators.email': Record<never, never>;
  'creators.processing': { b: Tag; percent: Value };
  'data': Record<never, never>;
  'data.cookies': Record<never, never>;
  'data.imports': Record<never, never>;
  'data.metrics': Record<never, never>;
  'data.yours': Record<never, never>;
  'description': Record<never, never>;
  'documentTitle': Record<never, never>;
  'lead': Record<never, never>;
  'plans': Record<never, never>;
  'plans.addOns': { b: Tag; percent: Value };
  'plans.credits': { b: Tag };
  'plans.limit': { plan: Value; count: Value };
  'plans.limits': { b: Tag; users: Value; limits: Value };
  'plans.pastDue': Record<never, never>;
  'plans.prices': { pricing: Tag; currency: Value };
  'plans.setup': { b: Tag; fee: Value };
  'term': Record<never, never>;
  'term.closed': Record<never, never>;
  'term.export': Record<never, never>;
  'term.minimum': { b: Tag };
  'term.notice': { b: Tag; days: Value };
  'title': Record<never, never>;
  'use': Record<never, never>;
  'use.close': Record<never, never>;
  'use.fair': Record<never, never>;
  'use.liability': Record<never, never>;
  'use.license': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/site/terms', english);
