// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'action.requestDemo': Record<never, never>;
  'action.signUp': Record<never, never>;
  'ending.label': Record<never, never>;
  'ending.switch': Record<never, never>;
  'ending.text': Record<never, never>;
  'footer.brands': Record<never, never>;
  'footer.contact': Record<never, never>;
  'footer.creatorApp': Record<never, never>;
  'footer.creatorFaq': Record<never, never>;
  'footer.creatorLogIn': Record<never, never>;
  'footer.creators': Record<never, never>;
  'footer.faq': Record<never, never>;
  'footer.home': Record<never, never>;
  'footer.languages': Record<never, never>;
  'footer.pricing': Record<never, never>;
  'footer.social': Record<never, never>;
  'footer.terms': Record<never, never>;
  'footer.text': Record<never, never>;
  'home.link': Record<never, never>;
  'menu': Record<never, never>;
  'menu.affiliate': Record<never, never>;
  'menu.analytics': Record<never, never>;
  'menu.brandAndMenu': Record<never, never>;
  'menu.campaigns': Record<never, never>;
  'menu.close': Record<never, never>;
  'menu.collapse': Record<never, never>;
  'menu.expand': Record<never, never>;
  'menu.inbox': Record<never, never>;
  'menu.listening': Record<never, never>;
  'menu.main': Record<never, never>;
  'menu.profile': Record<never, never>;
  'menu.queryTools': Record<never, never>;
  'menu.recruitment': Record<never, never>;
  'menu.troupe': Record<never, never>;
  'menu.unread': Record<never, never>;
  'menu.welcome': Record<never, never>;
  'menu.whatsNew': Record<never, never>;
  'menu.you': Record<never, never>;
  'palette.credits': Record<never, never>;
  'palette.insights': Record<never, never>;
  'palette.invites': Record<never, never>;
  'palette.lists': Record<never, never>;
  'plan.monthly': Record<never, never>;
  'plan.none': Record<never, never>;
  'plan.pricing': Record<never, never>;
  'plan.use': { used: Value; limit: Value; month: Value };
  'plan.useTitle': Record<never, never>;
  'plan.yearly': Record<never, never>;
  'search.label': Record<never, never>;
  'smallScreen.close': Record<never, never>;
  'smallScreen.label': Record<never, never>;
  'smallScreen.text': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('web/routes/-shell', english);
