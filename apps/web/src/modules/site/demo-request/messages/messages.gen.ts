// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'budget.1000-5000': { low: Value; high: Value };
  'budget.5000-20000': { low: Value; high: Value };
  'budget.over-20000': { high: Value };
  'budget.under-1000': { low: Value };
  'budget.unknown': Record<never, never>;
  'done.description': Record<never, never>;
  'done.documentTitle': Record<never, never>;
  'done.faq': Record<never, never>;
  'done.lead': Record<never, never>;
  'done.pricing': Record<never, never>;
  'done.title': Record<never, never>;
  'error.budget': Record<never, never>;
  'error.check': Record<never, never>;
  'error.company': Record<never, never>;
  'error.email': Record<never, never>;
  'error.name': Record<never, never>;
  'error.notSent': Record<never, never>;
  'error.tooMany': Record<never, never>;
  'error.website': Record<never, never>;
  'form.budget': Record<never, never>;
  'form.budgetChoose': Record<never, never>;
  'form.company': Record<never, never>;
  'form.email': Record<never, never>;
  'form.label': Record<never, never>;
  'form.message': Record<never, never>;
  'form.name': Record<never, never>;
  'form.optional': Record<never, never>;
  'form.privacy': Record<never, never>;
  'form.sending': Record<never, never>;
  'form.subject': Record<never, never>;
  'form.submit': Record<never, never>;
  'form.website': Record<never, never>;
  'page.description': Record<never, never>;
  'page.documentTitle': Record<never, never>;
  'page.lead': Record<never, never>;
  'page.title': Record<never, never>;
  'point.creators': Record<never, never>;
  'point.invites': Record<never, never>;
  'point.numbers': Record<never, never>;
  'point.tracking': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/site/demo-request', english);
