import type { MatchReason } from '@troupe/domain/discovery/creator-search';
import { countryName, hasHandle, languageName } from '../../../../shared/creator/creator-labels.ts';
import './why-matched.css';

type Part = MatchReason['parts'][number];

/** The last `most` characters of a text, from the beginning of a word on. */
function endOf(text: string, most: number): string {
  const end = [...text].slice(-most).join('');
  const word = end.search(/\s/);
  return word < 0 ? end : end.slice(word);
}

/** The first `most` characters of a text, up to the end of a word. */
function beginningOf(text: string, most: number): string {
  const beginning = [...text].slice(0, most).join('');
  const word = beginning.search(/\s\S*$/);
  return word < 0 ? beginning : beginning.slice(0, word + 1);
}

/**
 * The parts of a text that stands on one line, shortened so that what matched is not cut off at its end: of what
 * stands before the first match about `room` characters stay, of what is between two matches twice as many.
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

const FIELD_NAMES: Record<MatchReason['field'], string> = {
  username: 'Handle',
  name: 'Name',
  bio: 'Bio',
  category: 'Category',
  country: 'Country',
  language: 'Language',
  post: 'Post',
};

/** Filters match codes; people read names. */
function wordOf(field: MatchReason['field'], text: string): string {
  if (field === 'country') return countryName(text);
  return field === 'language' ? languageName(text) : text;
}

const textOf = ({ parts }: Pick<MatchReason, 'parts'>) => parts.map(({ text }) => text).join('');

/** A handle that is none is a name. */
const named = (reason: MatchReason): MatchReason =>
  reason.field === 'username' && !hasHandle(textOf(reason)) ? { ...reason, field: 'name' } : reason;

/** Characters before a match that fit beside it: on a card, and in the narrow column of the table. */
const ROOM = { card: 24, table: 6 };

function Reason({ reason: { field, parts }, room }: { reason: MatchReason; room: number }) {
  return (
    <>
      <dt>{FIELD_NAMES[field]}</dt>
      <dd className="t-ellipsis" dir="auto" title={wordOf(field, textOf({ parts }))}>
        {nearMatches(parts, room).map(({ text, match }, index) =>
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
          match ? <mark key={index}>{wordOf(field, text)}</mark> : <span key={index}>{text}</span>,
        )}
      </dd>
    </>
  );
}

/** Why a creator is among the results, with what matched marked. `most` keeps it short. */
export function WhyMatched(props: { reasons: MatchReason[]; most: number; heading?: boolean }) {
  const { most, heading } = props;
  // Two posts can have the same text, and a channel name can replace its handle.
  const reasons = new Map(
    props.reasons.map(named).map((reason) => [`${reason.field} ${textOf(reason)}`, reason]),
  );
  if (reasons.size === 0) return null;
  return (
    <div className="why-matched">
      {heading && <p className="t-12 t-name">Why it matched</p>}
      <dl>
        {[...reasons].slice(0, most).map(([key, reason]) => (
          <Reason key={key} reason={reason} room={heading ? ROOM.card : ROOM.table} />
        ))}
      </dl>
    </div>
  );
}
