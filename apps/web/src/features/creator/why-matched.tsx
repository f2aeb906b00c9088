import type { CreatorResult } from '@troupe/domain/creator-search';
import './creator-search.css';

const FIELD_NAMES: Record<CreatorResult['why'][number]['field'], string> = {
  username: 'Handle',
  name: 'Name',
  bio: 'Bio',
  category: 'Category',
  country: 'Country',
  language: 'Language',
  post: 'Post',
};

function Reason({ reason }: { reason: CreatorResult['why'][number] }) {
  return (
    <>
      <dt>{FIELD_NAMES[reason.field]}</dt>
      <dd className="t-ellipsis" dir="auto">
        {reason.parts.map(({ text, match }, index) =>
          // The parts of one text have no names of their own and never move.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          match ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
        )}
      </dd>
    </>
  );
}

/** Why a creator is among the results, with what matched marked. `most` keeps it short. */
export function WhyMatched({
  reasons,
  most,
  heading,
}: {
  reasons: CreatorResult['why'];
  most: number;
  heading?: boolean;
}) {
  if (reasons.length === 0) return null;
  return (
    <div className="why-matched">
      {heading && <h3 className="t-12 t-name">Why it matched</h3>}
      <dl>
        {reasons.slice(0, most).map((reason) => (
          <Reason key={`${reason.field}-${reason.parts.map(({ text }) => text).join('')}`} reason={reason} />
        ))}
      </dl>
    </div>
  );
}
