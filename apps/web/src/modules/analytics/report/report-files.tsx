import { IconDownload } from '@tabler/icons-react';
import { saveBlob } from '@troupe/browser/save-blob';
import type { ReportFormat } from '@troupe/domain/analytics/report-schedule';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { Menu } from '@troupe/ui/overlay/menu';
import { useState } from 'react';
import { errorText } from '../../../shared/call/error-text.ts';
import { t } from './messages/messages.gen.ts';
// The script itself, for people without a copy of Troupe.
import verifierUrl from './verify-report.mjs?url';

const FORMATS = ['pdf', 'xlsx', 'csv', 'json'] as const satisfies readonly ReportFormat[];

/** Returns the name of a report's file. */
const fileName = (to: string, format: ReportFormat): string =>
  format === 'json' ? `report-evidence-${to}.json` : `report-${to}.${format}`;

interface ReportFilesProps {
  /** The last day of the report. */
  to: string;
  /** Loads a file. */
  load: (format: ReportFormat) => Promise<Blob>;
}

/** Saves a report as PDF, workbook, CSV or evidence. */
export function ReportFiles({ to, load }: ReportFilesProps) {
  const [busy, setBusy] = useState(false);
  const save = async (format: ReportFormat) => {
    if (busy) return;
    setBusy(true);
    try {
      saveBlob(await load(format), fileName(to, format));
    } catch (error) {
      notify.failure(t('run.downloadFailed'), { detail: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Menu
      label={t('run.download')}
      trigger={
        <Button icon={<IconDownload size={16} />} busy={busy}>
          {t('run.download')}
        </Button>
      }
      items={FORMATS.map((format) => ({ label: t(`format.${format}`), onClick: () => void save(format) }))}
    />
  );
}

/** Writes evidence as a file that people can read too. */
export const evidenceBlob = (evidence: unknown): Blob =>
  new Blob([JSON.stringify(evidence, null, 2)], { type: 'application/json' });

/** How to check an evidence file without Troupe. */
export function VerifyHint({ to }: { to: string }) {
  return (
    <p className="t-12 t-ink3 report-hash">
      {t('verify.lead')} <code>node verify-report.mjs {fileName(to, 'json')}</code>
      {' · '}
      <a href={verifierUrl} download="verify-report.mjs" className="t-link">
        {t('verify.script')}
      </a>
    </p>
  );
}
