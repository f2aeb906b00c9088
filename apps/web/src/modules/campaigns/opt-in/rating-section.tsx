import { type OptIn, type Rating, ratingAverage } from '@troupe/domain/campaigns/opt-in';
import { Button } from '@troupe/ui/action/button';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useId } from 'react';
import { useDraftForm } from '../../../shared/form.ts';
import { type OptInWrites, useSaving } from './use-opt-in-writes.ts';

const PARTS = {
  content: 'Content',
  creativity: 'Creativity',
  communication: 'Communication',
  overall: 'Overall',
} as const;
const NAMES = Object.keys(PARTS) as (keyof typeof PARTS)[];

/** How the brand found working with a creator: four ratings of 0 to 5 and their average. */
export function RatingSection({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const { save, busy } = useSaving(optIn, writes);
  const form = useDraftForm<Partial<Rating>>({ draft: `opt-in.${optIn.id}.rating`, saved: {} });
  const typed = form.values;
  const given: Partial<Rating> = { ...optIn.rating, ...typed };
  const whole = NAMES.every((name) => given[name] !== undefined) ? (given as Rating) : null;
  const changed = NAMES.some((name) => typed[name] !== undefined && typed[name] !== optIn.rating?.[name]);
  return (
    <DrawerSection
      title="Rating"
      aside={
        <span className="t-medium t-num" role="status">
          {whole ? `${ratingAverage(whole).toFixed(2)} of 5` : 'Not rated'}
        </span>
      }
    >
      <div className="opt-in-ratings">
        {NAMES.map((name) => (
          <Stars
            key={name}
            label={PARTS[name]}
            value={given[name]}
            onChange={(value) => form.change({ [name]: value })}
          />
        ))}
      </div>
      <div className="opt-in-actions">
        <Button
          busy={busy}
          disabledReason={
            whole ? (changed ? undefined : 'No changes to save') : 'Give all four ratings first'
          }
          onClick={async () => {
            if (!whole) return;
            const { content, creativity, communication, overall } = whole;
            const done = await save(
              { rating: { content, creativity, communication, overall } },
              `Rated ${ratingAverage(whole).toFixed(2)} of 5.`,
            );
            if (done) form.discard();
          }}
        >
          Save the rating
        </Button>
      </div>
    </DrawerSection>
  );
}

interface StarsProps {
  label: string;
  value: number | undefined;
  onChange: (value: number) => void;
}

/** One rating, in half steps; the arrow keys move it. */
function Stars({ label, value, onChange }: StarsProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="opt-in-range"
        type="range"
        min={0}
        max={5}
        step={0.5}
        value={value ?? 0}
        aria-valuetext={value === undefined ? 'Not rated' : `${value} of 5`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className="t-num t-ink2">{value === undefined ? '–' : value}</span>
    </>
  );
}
