import type { CampaignMetrics } from '@troupe/domain/campaigns/campaign-metrics';
import { DEFAULT_MEDIA_RATES, RATED_COUNTS } from '@troupe/domain/campaigns/campaign-metrics-figures';
import { columnMoney, money, roundEstimatedMoney } from '@troupe/domain/money';
import { joined } from '@troupe/i18n/language';
import { Button } from '@troupe/ui/action/button';
import { LabelledFigure } from '@troupe/ui/content/figure';
import { TextField } from '@troupe/ui/field/field';
import { exactNumber } from '@troupe/ui/lib/format';
import { type SubmitEventHandler, useState } from 'react';
import { lowered } from '../../../shared/lowered.ts';
import { t } from '../messages/messages.gen.ts';
import { ratesText } from './metrics-address.ts';
import { perOne, smallestCoin } from './metrics-figures.tsx';

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
        <span className="t-12 t-ink3">{t('earned.title')}</span>
        <button
          type="button"
          className="t-link metrics-earned-show"
          onClick={() => onRates(ratesText(DEFAULT_MEDIA_RATES))}
        >
          {t('earned.show')}
        </button>
      </div>
    );
  return (
    <LabelledFigure
      label={t('earned.title')}
      size={20}
      value={
        earnedMediaValue === null ? null : money(roundEstimatedMoney(earnedMediaValue, currency), currency)
      }
      exact={earnedMediaValue === null ? undefined : columnMoney(earnedMediaValue, currency)}
      formula={t('earned.formula')}
      builtFrom={ratedParts(metrics)
        .map((name) =>
          t('earned.part', {
            count: exactNumber(metrics[name].value),
            figure: lowered(t(`figure.${name}`)),
            rate: perOne(earnedMediaRates[name] ?? 0, currency),
          }),
        )
        .join(' + ')}
      readAt={asOf}
      foot={<span className="t-12 t-ink2">{t('earned.estimate')}</span>}
    />
  );
}

/** Returns what a rate is for, such as `per view`, to follow its amount. */
function rateUnit(name: (typeof RATED_COUNTS)[number]): string {
  const label = t(`rate.${name}`);
  return label.charAt(0).toLowerCase() + label.slice(1);
}

/** The rates of earned media value. */
export function EarnedMediaRates({ metrics, onRates }: Omit<EarnedMediaTileProps, 'shown'>) {
  const [editing, setEditing] = useState(false);
  const { earnedMediaRates, currency } = metrics;
  const parts = ratedParts(metrics);
  return (
    <section className="t-panel metrics-earned" aria-label={t('earned.ratesLabel')}>
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
              .map((name) => `${perOne(earnedMediaRates[name] ?? 0, currency)} ${rateUnit(name)}`)
              .join(', ')}
          </p>
          <div className="t-row">
            <Button size="row" onClick={() => setEditing(true)}>
              {t('earned.change')}
            </Button>
            <Button size="row" kind="quiet" onClick={() => onRates(undefined)}>
              {t('earned.hide')}
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

/** Edits rates in the smallest coin of the currency; a count without a rate is left out. */
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
          label={joined([t(`rate.${name}`), smallestCoin(currency)])}
          inputMode="decimal"
          value={typed[name] ?? ''}
          error={isWrong(typed[name] ?? '') ? t('earned.invalid') : undefined}
          onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
        />
      ))}
      <div className="t-row">
        <Button kind="main" type="submit">
          {t('earned.save')}
        </Button>
        <Button onClick={onClose}>{t('action.cancel')}</Button>
      </div>
    </form>
  );
}
