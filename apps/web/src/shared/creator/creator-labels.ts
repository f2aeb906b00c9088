import {
  type ContactState,
  type Creator,
  type FigureName,
  PLATFORM_NAMES,
} from '@troupe/domain/discovery/creator';
import { type SourceKind, sourceNames } from '@troupe/ui/content/source-mark';

const SOURCE_KINDS = {
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
  kind === 'platform' ? PLATFORM_NAMES[creator.platform] : sourceNames[kind];

/** What people call a creator. */
export const creatorName = ({ fullname, username }: Pick<Creator, 'fullname' | 'username'>): string =>
  fullname || username;

/** The figures of a creator that are shown, in their order. */
export const SHOWN_FIGURES = ['followerCount', 'engagement', 'avgViews'] as const satisfies FigureName[];
export type ShownFigure = (typeof SHOWN_FIGURES)[number];

/**
 * A handle as people write it: `@mkbhd`. Channels that came in by nothing but their name have none: their name stands
 * there as it is.
 */
export const handleWord = (username: string): string => (hasHandle(username) ? `@${username}` : username);

/** Handles have no spaces in them on any platform; names of channels may. */
export const hasHandle = (username: string): boolean => !/\s/.test(username);

const countries = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' });
const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' });

function named(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** 'PT' -> 'Portugal'. */
export const countryName = (code: string): string => named(countries, code.toUpperCase());

/** 'pt' -> 'Portuguese'. */
export const languageName = (code: string): string => named(languages, code);

/** What is known of a creator's contact details, in words. */
export function contactText({ contactsFetched, contactsError }: ContactState): string {
  if (contactsError) return contactsError.message || "Couldn't fetch contact info";
  return contactsFetched ? 'Contact info fetched' : "Contact info hasn't fetched.";
}

/** Why a creator cannot be invited; undefined when the contact details are there. */
export const inviteBarrier = (state: ContactState): string | undefined =>
  state.contactsFetched && !state.contactsError ? undefined : contactText(state);
