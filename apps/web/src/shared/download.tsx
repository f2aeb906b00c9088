import { IconDownload } from '@tabler/icons-react';
import { saveBlob } from '@troupe/browser/save-blob';
import { type CsvCell, toCsv } from '@troupe/domain/csv';
import { Button } from '@troupe/ui/action/button';
import { notify } from '@troupe/ui/feedback/notify';
import { useState } from 'react';
import { errorText } from './call/error-text.ts';
import { t } from './messages/messages.gen.ts';

interface CsvButtonProps {
  fileName: string;
  size?: 'row' | 'md';
  /** What the button says. */
  type?: 'CSV' | 'PDF';
  download: () => Promise<Blob>;
}

/** Downloads the whole list, not only the current page. */
export function CsvButton({ fileName, size = 'md', type = 'CSV', download }: CsvButtonProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    if (busy) return;
    setBusy(true);
    try {
      saveBlob(await download(), fileName);
    } catch (error) {
      notify.failure(t('download.failed'), { detail: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size={size} icon={<IconDownload size={16} />} busy={busy} onClick={() => void save()}>
      {type}
    </Button>
  );
}

/** Saves rows as a CSV file on the person's device. */
export function downloadCsv(fileName: string, rows: readonly (readonly CsvCell[])[]) {
  const file = new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' });
  saveBlob(file, fileName.endsWith('.csv') ? fileName : `${fileName}.csv`);
}
