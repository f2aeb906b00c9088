import {
  AUDIENCE_SUBSETS,
  type AudienceReport,
  type AudienceSubsetName,
} from '@troupe/domain/discovery/audience-report';
import { Segmented } from '@troupe/ui/field/segmented';
import { t } from './messages/messages.gen.ts';

const NAMES = Object.keys(AUDIENCE_SUBSETS) as AudienceSubsetName[];

/** Provider codes for an audience that is too small. */
const TOO_FEW = ['empty_audience', 'insufficient_data'];

/** Returns why a report has no data on an audience; undefined if it has. */
function lack(report: AudienceReport, name: AudienceSubsetName): string | undefined {
  const { success, data, error } = report[name];
  if (success && data) return undefined;
  if (error && TOO_FEW.includes(error)) return t('subset.tooFew');
  return error?.includes(' ') ? error : t('subset.notIncluded');
}

interface AudienceSubsetProps {
  report: AudienceReport;
  value: AudienceSubsetName;
  onChange: (name: AudienceSubsetName) => void;
}

/** Chooses the audience to show; those without data say why. */
export function AudienceSubset({ report, value, onChange }: AudienceSubsetProps) {
  const missing = NAMES.flatMap((name) => {
    const why = lack(report, name);
    return why ? [t('subset.missing', { audience: t(`subset.${name}`), reason: why })] : [];
  });
  return (
    <div className="audience-subset">
      <Segmented
        label={t('subset.label')}
        value={value}
        onChange={onChange}
        options={NAMES.map((name) => {
          const why = lack(report, name);
          return {
            value: name,
            label: t(`subset.${name}`),
            ...(why ? { disabledReason: why } : {}),
          };
        })}
      />
      {missing.length > 0 && <p className="t-12 t-ink3">{missing.join(' ')}</p>}
    </div>
  );
}
