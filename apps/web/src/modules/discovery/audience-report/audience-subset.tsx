import {
  AUDIENCE_SUBSETS,
  type AudienceReport,
  type AudienceSubsetName,
} from '@troupe/domain/discovery/audience-report';
import { Segmented } from '@troupe/ui/field/segmented';

const NAMES = Object.keys(AUDIENCE_SUBSETS) as AudienceSubsetName[];

/** Why providers leave an audience out, as people read it. */
const REASONS: Record<string, string> = {
  empty_audience: 'not enough people to report on',
  insufficient_data: 'not enough people to report on',
};

/** Why a report has no data on one of its audiences; undefined when it has. */
function lack(report: AudienceReport, name: AudienceSubsetName): string | undefined {
  const { success, data, error } = report[name];
  if (success && data) return undefined;
  return (error && REASONS[error]) || (error?.includes(' ') ? error : 'not in this report');
}

interface AudienceSubsetProps {
  report: AudienceReport;
  value: AudienceSubsetName;
  onChange: (name: AudienceSubsetName) => void;
}

/** Which of a report's audiences is shown; those without data say why. */
export function AudienceSubset({ report, value, onChange }: AudienceSubsetProps) {
  const missing = NAMES.flatMap((name) => {
    const why = lack(report, name);
    return why ? [`${AUDIENCE_SUBSETS[name]}: ${why}.`] : [];
  });
  return (
    <div className="audience-subset">
      <Segmented
        label="Audience"
        value={value}
        onChange={onChange}
        options={NAMES.map((name) => {
          const why = lack(report, name);
          return {
            value: name,
            label: AUDIENCE_SUBSETS[name],
            ...(why ? { disabledReason: why } : {}),
          };
        })}
      />
      {missing.length > 0 && <p className="t-12 t-ink3">{missing.join(' ')}</p>}
    </div>
  );
}
