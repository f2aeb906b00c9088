import { SOURCES, type SourceKind } from '@troupe/domain/listening/listening-source';
import type { Mention, MentionSentiment, MentionState } from '@troupe/domain/listening/mention';
import { language } from '@troupe/i18n/language';
import type { PillTone } from '@troupe/ui/content/pill';
import { percent } from '@troupe/ui/lib/format';
import { t } from './messages/messages.gen.ts';

export const STATES: readonly MentionState[] = ['new', 'seen', 'done', 'hidden'];
export const STATE_TONES: Record<MentionState, PillTone> = {
  new: 'tangerine',
  seen: 'neutral',
  done: 'green',
  hidden: 'neutral',
};
export const SENTIMENTS = ['positive', 'neutral', 'negative', 'unknown'] as const;

const SENTIMENT_NAMES = ['negative', 'neutral', 'positive'] as const;
/** Returns the name of -1, 0 and 1. */
const sentimentKey = (value: -1 | 0 | 1) => SENTIMENT_NAMES[value + 1] ?? 'neutral';

/** Returns the name of a language: `en` is English. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames([language()], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Returns the name of a source; names of companies stay the same in all languages. */
export const sourceName = (kind: SourceKind): string =>
  kind === 'feed' || kind === 'gdelt' || kind === 'content' ? t(`source.${kind}`) : SOURCES[kind].name;

/** Returns a sentiment with its doubt: what a person said, what the model judged, or that it can't tell. */
export function sentimentText({ value, probabilities, byPerson }: MentionSentiment): {
  text: string;
  tone: PillTone;
  hint: string;
} {
  const tones = { negative: 'red', neutral: 'neutral', positive: 'green' } as const;
  if (byPerson !== null) {
    const key = sentimentKey(byPerson);
    return { text: t(`sentiment.${key}`), tone: tones[key], hint: t('sentiment.byPerson') };
  }
  if (!probabilities)
    return { text: t('sentiment.notJudged'), tone: 'neutral', hint: t('sentiment.noModel') };
  const [negative, neutral, positive] = probabilities;
  const hint = t('sentiment.chances', {
    negative: percent(negative),
    neutral: percent(neutral),
    positive: percent(positive),
  });
  if (value === null) return { text: t('sentiment.cantTell'), tone: 'neutral', hint };
  const key = sentimentKey(value);
  const chance = percent(probabilities[value + 1] ?? null);
  return {
    text: t('sentiment.judged', { sentiment: t(`sentiment.${key}`), chance }),
    tone: tones[key],
    hint,
  };
}

/** Returns how an author is addressed: by name, else by handle. */
export const authorName = ({ name, handle }: Mention['author']): string => name ?? `@${handle}`;
