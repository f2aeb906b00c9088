import {
  type ImportCounts as Counts,
  IMPORT_OUTCOME_LABELS,
  type ImportOutcome,
} from '@troupe/domain/discovery/creator-import/creator-import';
import { exactNumber } from '@troupe/ui/lib/format';
import './import-counts.css';

/** The outcomes in the order in which they add up. */
export const OUTCOMES: readonly ImportOutcome[] = ['added', 'linked', 'already', 'repeated', 'rejected'];

interface ImportCountsProps {
  counts: Counts;
  /** Not all rows were read. */
  soFar?: boolean;
  /** Where another bar says how far it is. */
  hideBar?: boolean;
  /** Shows the rows of an outcome; counts that are not asked are plain numbers. */
  onShow?: (outcome: ImportOutcome) => void;
}

/** What became of the rows: a bar in five parts, and five counts that add up to the rows of the file. */
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
          const { label, hint } = IMPORT_OUTCOME_LABELS[outcome];
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
                    aria-label={`${number} ${label}: show the rows`}
                    onClick={() => onShow(outcome)}
                  >
                    {number}
                  </button>
                ) : (
                  number
                )}
              </dd>
              <dd className="t-12 t-ink3">
                {outcome === 'rejected' && counts.rejected === 0 ? 'None' : hint}
              </dd>
            </div>
          );
        })}
        <div className="import-count import-sum">
          <dt>{soFar ? 'Rows so far' : 'Rows in the file'}</dt>
          <dd className="t-28 t-num">{exactNumber(soFar ? counts.done : counts.rows)}</dd>
          <dd className="t-12 t-ink3">{soFar ? `of ${exactNumber(counts.rows)}` : 'Nothing left over'}</dd>
        </div>
      </dl>
    </>
  );
}
