import { DASHBOARD_LANGUAGES, joined, LANGUAGES, type Language, language } from '@troupe/i18n/language';
import { usageChannelText, usageTermText } from '../../billing/usage-rights-text.ts';
import { money } from '../../money.ts';
import type { Agreement } from '../agreement.ts';
import {
  AGREEMENT_PLACEHOLDERS,
  type AgreementDocument,
  type AgreementPlaceholder,
  PLACEHOLDER,
} from '../agreement-document.ts';
import { deliverablesLabel } from '../content-kind-name.ts';
import { t } from './messages/messages.gen.ts';

/** The language of an agreement's headings. */
export type AgreementLanguage = AgreementDocument['language'];

const isOffered = (one: Language | null): one is AgreementLanguage =>
  one !== null && DASHBOARD_LANGUAGES.includes(one);

/**
 * Returns the language of a new agreement: the one that both sides read, or that of the side whose language is known. If they
 * read different ones, it is English.
 */
export function agreementLanguage(brand: Language | null, creator: Language | null): AgreementLanguage {
  const one = brand ?? creator;
  const other = creator ?? brand;
  return one === other && isOffered(one) ? one : 'en';
}

/** Each placeholder as it is written in clauses. */
const UNFILLED = Object.fromEntries(AGREEMENT_PLACEHOLDERS.map((name) => [name, `{${name}}`])) as Record<
  AgreementPlaceholder,
  string
>;

/** Returns the clauses of brands that haven't written their own, in the current language. */
export const defaultClauses = (): string => t('agreement.clauses', UNFILLED);

/** The parties and the campaign of an agreement. */
export interface AgreementParties {
  brand: string;
  /** `@ana.lima`. */
  creator: string;
  /** `Instagram`. */
  platform: string;
  campaign: string;
}

/** Returns the text in the form that is hashed: line feeds, no spaces at the ends of lines, Unicode NFC. */
const canonical = (written: string): string =>
  `${written
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+$/gm, '')
    .trim()}\n`;

const oneLine = (value: string): string => value.replace(/\s+/g, ' ').trim();

const locale = (): string => (language() === 'en' ? 'en-US' : LANGUAGES[language()].locale);

const dateOf = (moment: string | null): string =>
  moment
    ? new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment))
    : t('agreement.noDate');

function values(parties: AgreementParties, terms: Agreement): Record<AgreementPlaceholder, string> {
  const { usageRights: rights } = terms;
  const term = rights?.termDays;
  const { creator, platform } = parties;
  return {
    brand: oneLine(parties.brand),
    creator: oneLine(creator && t('agreement.creatorOn', { creator, platform })),
    campaign: oneLine(parties.campaign),
    fee: terms.fee ? money(terms.fee, terms.currency) : t('agreement.noFee'),
    deliverables: deliverablesLabel(terms.deliverables) || t('agreement.withoutDeliverables'),
    draft_due: dateOf(terms.draftDue),
    live_due: dateOf(terms.liveDue),
    usage_term:
      !rights || term === undefined
        ? t('agreement.notSpecified')
        : term === null
          ? usageTermText(null)
          : t('agreement.term', { term: usageTermText(term) }),
    channels:
      rights && rights.channels.length > 0
        ? joined(rights.channels.map(usageChannelText))
        : t('agreement.notSpecified'),
    territory: (rights && oneLine(rights.territory)) || t('agreement.notSpecified'),
  };
}

/** Writes the whole text of an agreement in the current language; clauses stay as they are. */
export function agreementText(
  number: number,
  parties: AgreementParties,
  terms: Agreement,
  clauses: string,
): string {
  const filled = values(parties, terms);
  const body = clauses.replace(
    PLACEHOLDER,
    (written, name) => filled[name as AgreementPlaceholder] ?? written,
  );
  return canonical(`${t('agreement.title', { number })}

${t('agreement.brand')}: ${filled.brand}
${t('agreement.creator')}: ${filled.creator}
${t('agreement.campaign')}: ${filled.campaign}

${t('agreement.fee')}: ${filled.fee}
${t('agreement.deliverables')}: ${filled.deliverables}
${t('agreement.draftDue')}: ${filled.draft_due}
${t('agreement.liveBy')}: ${filled.live_due}
${t('agreement.usageRights')}: ${filled.usage_term}
${t('agreement.channels')}: ${filled.channels}
${t('agreement.territory')}: ${filled.territory}

${body}`);
}

/** What a file of an agreement says below its text. */
export interface AgreementFooter {
  accepted: string;
  /** Who accepted it for each side, and when. */
  sides: string[];
  hash: string;
  /** Null for the newest version. */
  replaced: string | null;
}

/** Writes what a file of an agreement says below its text, in the current language. */
export function agreementFooter({ hash, brand, creator, replaced }: AgreementDocument): AgreementFooter {
  const format = new Intl.DateTimeFormat(locale(), {
    dateStyle: 'long',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  const acceptedBy = (side: string, acceptance: AgreementDocument['brand']): string => {
    if (!acceptance) return t('agreement.notAccepted', { side });
    const name = acceptance.name || t('agreement.nameRemoved');
    return t('agreement.acceptedBy', { side, name, time: format.format(new Date(acceptance.at)) });
  };
  return {
    accepted: t('agreement.accepted'),
    sides: [acceptedBy(t('agreement.brand'), brand), acceptedBy(t('agreement.creator'), creator)],
    hash: t('agreement.hash', { hash }),
    replaced: replaced ? t('agreement.replaced') : null,
  };
}
