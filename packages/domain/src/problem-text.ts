import { language, numberLocale } from '@troupe/i18n/language';
import { usageChannelText } from './billing/usage-rights-text.ts';
import { contentWord, shortDay, translateTerms } from './campaigns/terms-line.ts';
import english from './messages/en.json' with { type: 'json' };
import { t } from './messages/messages.gen.ts';
import type { ProblemBody } from './problem.ts';

/** Codes of problems, messages of single fields, messages that say more than a code, and lines of histories. */
type Key = `problem.${string}` | `field.${string}` | `message.${string}` | `line.${string}`;

type Write = (key: string, values: object) => string;

/** A message of the API: what it looks like in English, with groups for its values. */
interface Known {
  key: string;
  write: Write;
  pattern: RegExp;
  /** Names of the groups, in order. */
  names: string[];
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Messages by what they look like in English. */
interface TextTable {
  /** @param texts English by key */
  add: (texts: Record<string, string>, write: Write) => void;
  /** Writes a message in the current language; null if the table doesn't have it. */
  find: (text: string) => string | null;
}

/** Returns an empty table. `writeValue` writes a value of a message that is a text of ours itself. */
export function textTable(
  writeValue: (name: string, value: string) => string = (_, value) => value,
): TextTable {
  const known: Known[] = [];
  /** Messages without values, which most are. */
  const plain = new Map<string, () => string>();
  return {
    add: (texts, write) => {
      for (const [key, text] of Object.entries(texts)) {
        const names = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
        if (names.length === 0) {
          plain.set(text, () => write(key, {}));
          continue;
        }
        const source = text
          .split(PLACEHOLDER)
          .map((part, place) => (place % 2 === 1 ? '(.+?)' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')));
        known.push({ key, write, names, pattern: new RegExp(`^${source.join('')}$`, 's') });
      }
    },
    find: (text) => {
      const found = plain.get(text);
      if (found) return found();
      for (const one of known) {
        const values = one.pattern.exec(text);
        if (values)
          return one.write(
            one.key,
            Object.fromEntries(
              one.names.map((name, place) => [name, writeValue(name, values[place + 1] ?? '')]),
            ),
          );
      }
      return null;
    },
  };
}

const messages = textTable((name, value) => ownText(name, value));

/**
 * Adds messages that the API answers with, such as those that only teams get.
 * @param texts English by key
 */
export const addApiTexts = messages.add;

/** Keys are found at run time, so the compiler can't check their values. */
const write = t as unknown as (key: Key, values: object) => string;
addApiTexts(english, (key, values) => write(key as Key, values));

/** Numbers arrive the way English writes them. */
const localized = (value: string): string =>
  /^\d{1,3}(,\d{3})*$/.test(value) ? Number(value.replaceAll(',', '')).toLocaleString(numberLocale()) : value;

const CHANNELS = ['organic', 'paid', 'website', 'email', 'print'] as const;
/** Usage channels, by what English calls them. */
const channelWord = (english: string): string | null => {
  const channel = CHANNELS.find((one) => (one === 'paid' ? 'paid ads' : one) === english);
  return channel ? usageChannelText(channel) : null;
};

const termsOf = (english: string): string =>
  translateTerms(english, {
    noFee: () => write('line.noFee', {}),
    draftBy: (day) => write('line.draftBy', { day }),
    liveBy: (day) => write('line.liveBy', { day }),
    usageRights: (rights) => write('line.usageRights', { rights }),
    channel: channelWord,
  });

/** Writes a value that is a text of ours itself. */
const ownText = (name: string, value: string): string => {
  if (name === 'terms') return termsOf(value);
  if (name === 'day' || name === 'since' || name === 'until') return shortDay(value);
  if (name === 'content' || name === 'kind') return contentWord(value) ?? value;
  return localized(value);
};

/**
 * Writes a message that the API answered in English in the current language. Messages without a translation, and text
 * that a person wrote, stay as they are.
 */
export function translateProblem(text: string): string {
  if (language() === 'en') return text;
  return messages.find(text) ?? text;
}

/** The fields that hold the message of a problem; some calls repeat it under the name that the specification gives. */
const SAYS = ['message', 'err', 'error', 'msg'];

const eachText = (body: object, isText: (name: string) => boolean): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'string' && isText(name) ? translateProblem(value) : value,
    ]),
  );

/** Returns an answer of the API with its messages in the current language. */
export function translateBody(body: Partial<ProblemBody>): Partial<ProblemBody> {
  const said = eachText(body, (name) => SAYS.includes(name)) as Partial<ProblemBody>;
  if (said.fields) said.fields = eachText(said.fields, () => true) as Record<string, string>;
  return said;
}
