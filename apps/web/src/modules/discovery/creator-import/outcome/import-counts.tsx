import type {
  ImportCounts as Counts,
  ImportOutcome,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { exactNumber } from '@troupe/ui/lib/format';
import { t } from '../messages/messages.gen.ts';
import './import-counts.css';

/** The outcomes in display order. */
const OUTCOMES: readonly ImportOutcome[] = ['added', 'linked', 'already', 'repeated', 'rejected'];

interface ImportCountsProps {
  counts: Counts;
  /** Whether rows remain. */
  soFar?: boolean;
  /** Hides the bar where another one shows progress. */
  hideBar?: boolean;
  /** Shows the rows of an outcome; without it, counts are plain text. */
  onShow?: (outcome: ImportOutcome) => void;
}

/** The outcomes of the rows: a bar in five parts, and five counts that add up to the rows of the file. */
export function ImportCounts({ counts, soFar, hideBar, onShow }: ImportCountsProps) {
  return (
    <>
      <div className="import-bar" aria-hidden="true" hidden={hideBar}>
        {OUTCOMES.map((outcome) =>
          counts[outcome] > 0 ? (
            <span key={outcome} data-outcome={outcome} style={{ flexGrow: counts[outcome] }} />
          ) : null,
        )}
        {soFar && counts.rows > counts.done && <span style={{ flexGrow: counts.rows - counts.done }} />}
      </div>
      <dl className="import-counts">
        {OUTCOMES.map((outcome) => {
          const label = t(`outcome.${outcome}`);
          const number = exactNumber(counts[outcome]);
          return (
            <div key={outcome} className="import-count">
              <dt>
                <span className="import-swatch" data-outcome={outcome} />
                {label}
              </dt>
              <dd className="t-28 t-num">
                {onShow && counts[outcome] > 0 ? (
                  <button
                    type="button"
                    className="import-count-button"
                    aria-label={t('counts.show', { count: number, outcome: label })}
                    onClick={() => onShow(outcome)}
                  >
                    {number}
                  </button>
                ) : (
                  number
                )}
              </dd>
              <dd className="t-12 t-ink3">
                {outcome === 'rejected' && counts.rejected === 0
                  ? t('settings.none')
                  : t(`outcome.hint.${outcome}`)}
              </dd>
            </div>
          );
        })}
        <div className="import-count import-sum">
          <dt>{soFar ? t('counts.soFar') : t('counts.inFile')}</dt>
          <dd className="t-28 t-num">{exactNumber(soFar ? counts.done : counts.rows)}</dd>
          <dd className="t-12 t-ink3">
            {soFar ? t('counts.of', { total: exactNumber(counts.rows) }) : t('counts.complete')}
          </dd>
        </div>
      </dl>
    </>
  );
}
