import type { SimilarCreator, SimilarityShare } from '@troupe/domain/discovery/similarity';
import { TOPIC_LINES } from '@troupe/domain/discovery/topics/topics.gen';
import { tableRate } from '@troupe/domain/figure-text';
import { language } from '@troupe/i18n/language';
import { compactCount, percent } from '@troupe/ui/lib/format';
import { countryName, languageName } from '../../../../shared/creator/creator-labels.ts';
import { t } from './messages/messages.gen.ts';

/** Columns of the vocabulary's lines. */
const NAME_COLUMNS: Record<string, number> = { en: 4, de: 5, es: 6 };
const LINES = new Map(TOPIC_LINES.map((line) => [line.slice(0, line.indexOf('|')), line]));

/** Returns the name of a topic in the language of the person. */
export function topicWord(id: string): string {
  const columns = LINES.get(id)?.split('|') ?? [];
  const names = columns[NAME_COLUMNS[language()] ?? 4] || columns[4] || id;
  return names.split(',')[0]?.trim().replace(/^=/, '') ?? id;
}

/** The parts of a similarity: what the creator has, how much it is alike, and how much it counts. */
export function SimilarParts({ similar }: { similar: SimilarCreator }) {
  return (
    <table className="similar-parts t-12">
      <caption className="t-hidden">{t('parts')}</caption>
      <tbody>
        {similar.parts.map((share) => (
          <tr key={share.part} data-counts={share.value !== null || undefined}>
            <th scope="row">
              {t(`part.${share.part}`)}
              <span className="t-hidden"> {t('weight', { weight: share.weight })}</span>
            </th>
            <td>
              <span className="similar-part-what">{whatOf(similar, share)}</span>
            </td>
            <td className="t-num">{share.value === null ? t('notCounted') : percent(share.value)}</td>
            <td className="t-num t-ink3" aria-hidden="true">
              × {share.weight}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function whatOf({ creator, sharedTopics }: SimilarCreator, { part, value }: SimilarityShare): string {
  if (value === null) return t(part === 'audience' ? 'notCountedAudience' : 'notCountedText');
  if (part === 'topics')
    return sharedTopics
      .slice(0, 4)
      .map((id) => topicWord(id))
      .join(', ');
  if (part === 'size') return compactCount(creator.followerCount);
  if (part === 'engagement') return creator.engagement === null ? '' : tableRate(creator.engagement);
  if (part === 'language') return creator.language ? languageName(creator.language) : '';
  return part === 'place' && creator.country ? countryName(creator.country) : '';
}
