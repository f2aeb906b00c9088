import {
  type ContactState,
  type Creator,
  type FigureName,
  PLATFORM_NAMES,
} from '@troupe/domain/discovery/creator';
import { language } from '@troupe/i18n/language';
import { type SourceKind, sourceName } from '@troupe/ui/content/source-mark';
import { t } from '../messages/messages.gen.ts';

/** The mark of each source of figures. */
export const SOURCE_KINDS = {
  platform: 'platform',
  provider: 'provider',
  'administrator-import': 'administrator',
  'brand-import': 'brand',
} as const satisfies Record<string, SourceKind>;

/** Who measured a figure of a creator, in the marks of the design. */
export function sourceOf(creator: Creator, name: FigureName) {
  const origin = creator.figures[name];
  if (!origin) return null;
  return { kind: SOURCE_KINDS[origin.source], readAt: origin.asOf };
}

/** Who measured a figure, in a word: the platform by its name, others by what they are. */
export const sourceWord = (creator: Creator, kind: SourceKind): string =>
  kind === 'platform' ? PLATFORM_NAMES[creator.platform] : sourceName(kind);

/** What people call a creator. */
export const creatorName = ({ fullname, username }: Pick<Creator, 'fullname' | 'username'>): string =>
  fullname || username;

/** The figures of a creator that are shown, in their order. */
export const SHOWN_FIGURES = ['followerCount', 'engagement', 'avgViews'] as const satisfies FigureName[];
export type ShownFigure = (typeof SHOWN_FIGURES)[number];

/** A handle as people write it: `@mkbhd`. Channels imported by name alone have no handle, so their name is used. */
export const handleWord = (username: string): string => (hasHandle(username) ? `@${username}` : username);

/** Handles have no spaces in them on any platform; names of channels may. */
export const hasHandle = (username: string): boolean => !/\s/.test(username);

const names = new Map<string, Intl.DisplayNames>();

function named(type: 'region' | 'language', code: string): string {
  const key = `${language()} ${type}`;
  const known = names.get(key) ?? new Intl.DisplayNames([language()], { type, fallback: 'code' });
  names.set(key, known);
  try {
    return known.of(code) ?? code;
  } catch {
    return code;
  }
}

/** 'PT' -> 'Portugal'. */
export const countryName = (code: string): string => named('region', code.toUpperCase());

/** 'pt' -> 'Portuguese'. */
export const languageName = (code: string): string => named('language', code);

const NO_EMAIL = /^(No email on this profile|This profile has no email address)$/;

/** What is known of a creator's contact details, in words. */
export function contactText({ contactsFetched, contactsError }: ContactState): string {
  if (contactsError) {
    // Kept in English; other messages are those of the provider.
    if (NO_EMAIL.test(contactsError.message ?? '')) return t('creator.contact.noEmail');
    return contactsError.message || t('creator.contact.failed');
  }
  return contactsFetched ? t('creator.contact.fetched') : t('creator.contact.none');
}

/** Why a creator cannot be invited; undefined when the contact details are there. */
export const inviteBarrier = (state: ContactState): string | undefined =>
  state.contactsFetched && !state.contactsError ? undefined : contactText(state);
