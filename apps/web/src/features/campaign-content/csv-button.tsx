import { IconDownload } from '@tabler/icons-react';
import type { exportShoutouts, exportStories } from '@troupe/contract/campaign-content';
import { Button } from '@troupe/ui/button';
import { notify } from '@troupe/ui/notify';
import { useState } from 'react';
import { client } from '../../shared/client.ts';
import { useBrandId } from '../../shared/current-brand.ts';
import { errorText } from '../../shared/error-text.ts';
import { saveBlob } from '../../shared/save-blob.ts';

interface CsvButtonProps {
  campaignId: string;
  spec: typeof exportShoutouts | typeof exportStories;
  fileName: string;
}

/** Downloads the whole list, not only the page that is shown. */
export function CsvButton({ campaignId, spec, fileName }: CsvButtonProps) {
  const brandId = useBrandId();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      saveBlob(await client.download(spec, { params: { brandId, campaignId } }), fileName);
    } catch (error) {
      notify.failure('The file could not be downloaded.', { detail: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button icon={<IconDownload size={16} />} busy={busy} onClick={() => void download()}>
      CSV
    </Button>
  );
}
