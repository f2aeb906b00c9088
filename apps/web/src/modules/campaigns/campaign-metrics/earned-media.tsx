import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { DEFAULT_MEDIA_RATES, RATED_COUNTS } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { Button } from '@troupe/ui/action/button';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { TextField } from '@troupe/ui/field/field';
import { columnMoney, exactNumber, money } from '@troupe/ui/lib/format';
import { type SubmitEventHandler, useState } from 'react';
import { ratesText } from './metrics-address.ts';
import { perOne, smallestCoin } from './metrics-figures.tsx';

const NAMES: Record<(typeof RATED_COUNTS)[number], string> = {
  views: 'View',
  reach: 'Person reached',
  likes: 'Like',
  comments: 'Comment',
  saves: 'Save',
  shares: 'Share',
};

/** An estimate to three digits: (275215) -> 275000. More would say more than it knows. */
function roundEstimate(minor: number): number {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(minor)))) - 2);
  return Math.round(minor / size) * size;
}

const ratedParts = ({ earnedMediaRates }: CampaignMetrics) =>
  RATED_COUNTS.filter((name) => earnedMediaRates[name] !== undefined);

interface EarnedMediaTileProps {
  metrics: CampaignMetrics;
  shown: boolean;
  onRates: (rates: string | undefined) => void;
}

/** Earned media value, off by default. */
export function EarnedMediaTile({ metrics, shown, onRates }: EarnedMediaTileProps) {
  const { earnedMediaValue, earnedMediaRates, currency, asOf } = metrics;
  if (!shown)
    return (
      <div className="t-labelled">
        <span className="t-12 t-ink3">Earned media value</span>
        <button
          type="button"
          className="t-link metrics-earned-show"
          onClick={() => onRates(ratesText(DEFAULT_MEDIA_RATES))}
        >
          Show estimate
        </button>
      </div>
    );
  return (
    <LabelledFigure
      label="Earned media value"
      size={20}
      value={earnedMediaValue === null ? null : money(roundEstimate(earnedMediaValue), currency)}
      exact={earnedMediaValue === null ? undefined : columnMoney(earnedMediaValue, currency)}
      formula="the sum of each count times its rate"
      builtFrom={ratedParts(metrics)
        .map(
          (name) =>
            `${exactNumber(metrics[name].value)} ${name} × ${perOne(earnedMediaRates[name] ?? 0, currency)}`,
        )
        .join(' + ')}
      readAt={asOf}
      foot={<span className="t-12 t-ink2">estimate by the rates below</span>}
    />
  );
}

/** The rates that earned media value is made of. */
export function EarnedMediaRates({ metrics, onRates }: Omit<EarnedMediaTileProps, 'shown'>) {
  const [editing, setEditing] = useState(false);
  const { earnedMediaRates, currency } = metrics;
  const parts = ratedParts(metrics);
  return (
    <section className="t-panel metrics-earned" aria-label="Rates of earned media value">
      {editing ? (
        <RatesForm
          rates={earnedMediaRates}
          currency={currency}
          onClose={() => setEditing(false)}
          onSave={(next) => {
            setEditing(false);
            onRates(next || undefined);
          }}
        />
      ) : (
        <>
          <p className="t-ink2">
            {parts
              .map((name) => `${NAMES[name]} ${perOne(earnedMediaRates[name] ?? 0, currency)}`)
              .join(', ')}
          </p>
          <div className="t-row">
            <Button size="row" onClick={() => setEditing(true)}>
              Change the rates
            </Button>
            <Button size="row" kind="quiet" onClick={() => onRates(undefined)}>
              Hide
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

interface RatesFormProps {
  rates: Readonly<Record<string, number>>;
  currency: string;
  onClose: () => void;
  onSave: (rates: string) => void;
}

/** Rates in the smallest coin of the currency for one count; an empty one leaves its count out. */
function RatesForm({ rates, currency, onClose, onSave }: RatesFormProps) {
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(RATED_COUNTS.map((name) => [name, rates[name]?.toString() ?? ''])),
  );
  const isWrong = (text: string) => text.trim() !== '' && !/^\d{1,7}(\.\d{1,4})?$/.test(text.trim());
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault();
    if (RATED_COUNTS.some((name) => isWrong(typed[name] ?? ''))) return;
    onSave(
      ratesText(
        Object.fromEntries(
          RATED_COUNTS.flatMap((name) => (typed[name]?.trim() ? [[name, Number(typed[name])]] : [])),
        ),
      ),
    );
  };
  return (
    <form className="metrics-rates" onSubmit={submit} noValidate>
      {RATED_COUNTS.map((name) => (
        <TextField
          key={name}
          label={`${NAMES[name]}, ${smallestCoin(currency)}`}
          inputMode="decimal"
          value={typed[name] ?? ''}
          error={isWrong(typed[name] ?? '') ? 'Enter a number, such as 1.5.' : undefined}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <div className="t-row">
        <Button kind="main" type="submit">
          Save
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
