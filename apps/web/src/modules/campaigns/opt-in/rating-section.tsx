import { type OptIn, type Rating, ratingAverage } from '@troupe/domain/campaigns/opt-in';
import { ratingText } from '@troupe/domain/figure-text';
import { Button } from '@troupe/ui/action/button';
import { exactNumber } from '@troupe/ui/lib/format';
import { DrawerSection } from '@troupe/ui/overlay/drawer';
import { useId } from 'react';
import { useDraftForm } from '../../../shared/form.ts';
import { t } from '../messages/messages.gen.ts';
import { type OptInWrites, useSaving } from './use-opt-in-writes.ts';

const NAMES = ['content', 'creativity', 'communication', 'overall'] as const;

/** The brand's rating of a creator: four ratings from 0 to 5 and their average. */
export function RatingSection({ optIn, writes }: { optIn: OptIn; writes: OptInWrites }) {
  const { save, busy } = useSaving(optIn, writes);
  const form = useDraftForm<Partial<Rating>>({ draft: `opt-in.${optIn.id}.rating`, saved: {} });
  const typed = form.values;
  const given: Partial<Rating> = { ...optIn.rating, ...typed };
  const whole = NAMES.every((name) => given[name] !== undefined) ? (given as Rating) : null;
  const changed = NAMES.some((name) => typed[name] !== undefined && typed[name] !== optIn.rating?.[name]);
  return (
    <DrawerSection
      title={t('rating.title')}
      aside={
        <span className="t-medium t-num" role="status">
          {whole ? t('rating.of', { rating: ratingText(ratingAverage(whole)) }) : t('rating.none')}
        </span>
      }
    >
      <div className="opt-in-ratings">
        {NAMES.map((name) => (
          <Stars
            key={name}
            label={t(`rating.part.${name}`)}
            value={given[name]}
            onChange={(value) => form.change({ [name]: value })}
          />
        ))}
      </div>
      <div className="opt-in-actions">
        <Button
          busy={busy}
          disabledReason={whole ? (changed ? undefined : t('rating.unchanged')) : t('rating.incomplete')}
          onClick={async () => {
            if (!whole) return;
            const { content, creativity, communication, overall } = whole;
            const done = await save(
              { rating: { content, creativity, communication, overall } },
              t('rating.done', { rating: ratingText(ratingAverage(whole)) }),
            );
            if (done) form.discard();
          }}
        >
          {t('rating.save')}
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

/** One rating, in half steps; the arrow keys change it. */
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
        aria-valuetext={
          value === undefined ? t('rating.none') : t('rating.of', { rating: exactNumber(value) })
        }
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className="t-num t-ink2">{value === undefined ? '–' : exactNumber(value)}</span>
    </>
  );
}
