import type { CreatorFit } from '@troupe/domain/discovery/creator-fit';
import type { MatchReason } from '@troupe/domain/discovery/creator-search';
import { language } from '@troupe/i18n/language';
import { countryName, hasHandle, languageName } from '../../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { FitFormula } from './advice/fit-formula.tsx';
import './why-matched.css';

type Part = MatchReason['parts'][number];

/** Returns the last `most` characters of a text, from the start of a word. */
function endOf(text: string, most: number): string {
  const end = [...text].slice(-most).join('');
  const word = end.search(/\s/);
  return word < 0 ? end : end.slice(word);
}

/** Returns the first `most` characters of a text, up to the end of a word. */
function beginningOf(text: string, most: number): string {
  const beginning = [...text].slice(0, most).join('');
  const word = beginning.search(/\s\S*$/);
  return word < 0 ? beginning : beginning.slice(0, word + 1);
}

/**
 * Shortens a text of one line so that its matches stay visible: keeps about `room` characters before the first match,
 * and twice as many between two matches.
 */
export function nearMatches(parts: readonly Part[], room: number): Part[] {
  const first = parts.findIndex(({ match }) => match);
  if (first < 0) return [...parts];
  const last = parts.findLastIndex(({ match }) => match);
  const before = parts
    .slice(0, first)
    .map(({ text }) => text)
    .join('');
  const short = [...before].length > room ? `…${endOf(before, room)}` : before;
  const rest = parts.slice(first).map((part, at) => {
    const isBetween = !part.match && first + at < last;
    if (!isBetween || [...part.text].length <= 2 * room) return part;
    return { ...part, text: `${beginningOf(part.text, room)}…${endOf(part.text, room)}` };
  });
  return short === '' ? rest : [{ text: short, match: false }, ...rest];
}

/** Filters match codes, people read names. */
function wordOf(field: MatchReason['field'], text: string, names?: MatchReason['names']): string {
  if (names) return names[language() as keyof typeof names] ?? names.en;
  if (field === 'country') return countryName(text);
  return field === 'language' ? languageName(text) : text;
}

const textOf = ({ parts }: Pick<MatchReason, 'parts'>) => parts.map(({ text }) => text).join('');

/** A username that isn't a handle is shown as a name. */
const named = (reason: MatchReason): MatchReason =>
  reason.field === 'username' && !hasHandle(textOf(reason)) ? { ...reason, field: 'name' } : reason;

/** Characters that fit before a match: on a card, and in the narrow table column. */
const ROOM = { card: 24, table: 6 };

function Reason({ reason: { field, parts, names }, room }: { reason: MatchReason; room: number }) {
  return (
    <>
      <dt>{t(`why.${field}`)}</dt>
      <dd className="t-ellipsis" dir="auto" title={wordOf(field, textOf({ parts }), names)}>
        {nearMatches(parts, room).map(({ text, match }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          match ? <mark key={index}>{wordOf(field, text, names)}</mark> : <span key={index}>{text}</span>,
        )}
      </dd>
    </>
  );
}

/** Why a creator matched, with the matches marked; `most` limits the number of reasons. */
export function WhyMatched(props: {
  reasons: MatchReason[];
  most: number;
  heading?: boolean;
  fit?: CreatorFit | undefined;
}) {
  const { most, heading, fit } = props;
  // Two posts can have the same text, and a channel name can replace its handle.
  const reasons = new Map(
    props.reasons.map(named).map((reason) => [`${reason.field} ${textOf(reason)}`, reason]),
  );
  if (reasons.size === 0 && !fit) return null;
  return (
    <div className="why-matched">
      {heading && <p className="t-12 t-name">{t('why.title')}</p>}
      <dl>
        {[...reasons].slice(0, most).map(([key, reason]) => (
          <Reason key={key} reason={reason} room={heading ? ROOM.card : ROOM.table} />
        ))}
        {fit && <FitFormula fit={fit} />}
      </dl>
    </div>
  );
}
