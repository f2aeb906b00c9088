// Made from en.json by `npm run messages`.
import { catalog } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'approval': Record<never, never>;
  'description': Record<never, never>;
  'documentTitle': Record<never, never>;
  'openApp': Record<never, never>;
  'reads.codes': Record<never, never>;
  'reads.codesWhy': Record<never, never>;
  'reads.discounts': Record<never, never>;
  'reads.discountsWhy': Record<never, never>;
  'reads.drafts': Record<never, never>;
  'reads.draftsWhy': Record<never, never>;
  'reads.noCustomers': Record<never, never>;
  'reads.orders': Record<never, never>;
  'reads.ordersWhy': Record<never, never>;
  'reads.products': Record<never, never>;
  'reads.productsWhy': Record<never, never>;
  'reads.title': Record<never, never>;
  'say.badLink': Record<never, never>;
  'say.blocked': Record<never, never>;
  'say.denied': Record<never, never>;
  'say.deniedAgain': Record<never, never>;
  'say.deniedAllow': Record<never, never>;
  'say.invalidUrl': Record<never, never>;
  'say.invalidUrlHelp': Record<never, never>;
  'say.noStorage': Record<never, never>;
  'say.notChecked': Record<never, never>;
  'say.notFinished': Record<never, never>;
  'say.notVerified': Record<never, never>;
  'say.otherBrowser': Record<never, never>;
  'start': Record<never, never>;
  'steps.allow': Record<never, never>;
  'steps.allowText': Record<never, never>;
  'steps.connect': Record<never, never>;
  'steps.connectText': Record<never, never>;
  'steps.disconnect': Record<never, never>;
  'steps.logIn': Record<never, never>;
  'steps.logInText': Record<never, never>;
  'steps.title': Record<never, never>;
  'sub': Record<never, never>;
  'title': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/commerce/store', english);
