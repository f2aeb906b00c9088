import { saveBlob } from '@troupe/browser/save-blob';
import { getEvidence } from '@troupe/contract/analytics/analytics';
import { formulaText, unknownText } from '@troupe/domain/analytics/formula-text';
import type { Figure, FormulaId } from '@troupe/domain/figure';
import { Figure as FigureButton, type FigureProps } from '@troupe/ui/content/figure';
import { notify } from '@troupe/ui/feedback/notify';
import { tiles } from '@troupe/ui/layout/tiles';
import { exactNumber } from '@troupe/ui/lib/format';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { errorText } from '../../shared/call/error-text.ts';
import type { AnalyticsAddress } from './analytics-address.ts';
import { boundsText, changeText, fullText, nameOf, periodText, shortText } from './analytics-labels.ts';
import { filterOf } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';

/** Figures that are a range over rules or recipes: their parts are listed beside them. */
const WITHOUT_FILE: readonly FormulaId[] = [
  'roas-band',
  'emv-range',
  'earned-media-value',
  'follower-engagement',
];

interface FigureContext {
  /** What the figure is narrowed to; the evidence file is narrowed the same. Null where no file exists. */
  address: AnalyticsAddress | null;
  period: { from: string; to: string };
  /** Money is in several currencies. */
  several: boolean;
}

interface FigureValueProps extends FigureContext {
  figure: Figure;
  size?: FigureProps['size'];
}

/** A value that opens how it is calculated, from which items, and what is unknown. */
export function FigureValue({ figure, address, period, several, size }: FigureValueProps) {
  const brandId = useBrandId();
  const { formula, version, value, why, known, unknown, currency, asOf } = figure;
  const hasFile = address !== null && !WITHOUT_FILE.includes(formula);
  const file = `${formula}${currency ? `-${currency}` : ''}-${period.from}-${period.to}.json`;
  const download = async () => {
    if (!address) return;
    try {
      const query = Object.assign(filterOf(address), {
        from: period.from,
        to: period.to,
        in: currency ?? undefined,
      });
      saveBlob(await client.download(getEvidence, { params: { brandId, formulaId: formula }, query }), file);
    } catch (error) {
      notify.failure(t('evidence.failed'), { detail: errorText(error) });
    }
  };
  return (
    <FigureButton
      label={nameOf(figure, several)}
      size={size ?? 14}
      value={value === null ? '–' : shortText(value, figure)}
      exact={value === null ? t(`why.${why ?? 'unknown'}`) : fullText(value, figure)}
      note={boundsText(figure, figure) || undefined}
      formula={
        <>
          {formulaText(formula)}{' '}
          <span className="t-ink3">{t('evidence.version', { id: formula, version })}</span>
        </>
      }
      window={periodText(period)}
      builtFrom={
        <>
          {t('evidence.items', { count: known, text: exactNumber(known) })}
          {unknown > 0 && (
            <span className="analytics-unknown">
              {t('evidence.unknown', { count: unknown, text: exactNumber(unknown) })} {unknownText()}
            </span>
          )}
          {hasFile && (
            <span className="analytics-verify">
              {t('evidence.verify')} <code>node docs/verify-figure.mjs {file}</code>
            </span>
          )}
        </>
      }
      readAt={asOf}
      items={hasFile ? { label: t('evidence.download'), onClick: () => void download() } : undefined}
    />
  );
}

/** Cards with a figure each: its value, how it changed, and its interval or what is missing. */
export function FigureCards({ figures, ...context }: FigureContext & { figures: readonly Figure[] }) {
  return (
    <dl {...tiles(figures.length)}>
      {figures.map((figure) => (
        <FigureCard key={`${figure.formula}${figure.currency}`} figure={figure} {...context} />
      ))}
    </dl>
  );
}

function FigureCard({ figure, ...context }: FigureContext & { figure: Figure }) {
  const { value, why, previous, unknown } = figure;
  const notes = [
    value === null ? t(`why.${why ?? 'unknown'}`) : boundsText(figure, figure),
    unknown > 0 ? t('evidence.unknownShort', { count: unknown, text: exactNumber(unknown) }) : '',
  ].filter(Boolean);
  return (
    <div className="t-panel analytics-card">
      <dt className="t-12 t-ink2">{nameOf(figure, context.several)}</dt>
      <dd>
        <FigureValue figure={figure} size={20} {...context} />
      </dd>
      <dd className="t-12 t-ink2">{changeText(value, previous, figure)}</dd>
      {notes.length > 0 && <dd className="t-12 t-ink2">{notes.join(' · ')}</dd>}
    </div>
  );
}
