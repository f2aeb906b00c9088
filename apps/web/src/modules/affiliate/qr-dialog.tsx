import { useQuery } from '@tanstack/react-query';
import { saveBlob } from '@troupe/browser/save-blob';
import { getAffiliateLinkPng, getAffiliateLinkSvg } from '@troupe/contract/affiliate/affiliate-link';
import type { AffiliateLink } from '@troupe/domain/affiliate/affiliate-link';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { notify } from '@troupe/ui/feedback/notify';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { Dialog } from '@troupe/ui/overlay/dialog';
import { useEffect, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { errorText } from '../../shared/call/error-text.ts';
import { LoadState } from '../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';

const PRINT_PIXELS = 1024;

/** The QR code of a link, to show and to download. */
export default function QrDialog({ link, onClose }: { link: AffiliateLink; onClose: () => void }) {
  const params = { brandId: useBrandId(), linkId: link.id };
  const query = useQuery({
    queryKey: ['affiliate-link', getAffiliateLinkSvg.name, params],
    queryFn: ({ signal }) => client.download(getAffiliateLinkSvg, { params }, { signal }),
  });
  const shown = useBlobUrl(query.data);
  const saveAs = (name: string, file: Promise<Blob>) =>
    file.then(
      (blob) => saveBlob(blob, name),
      (error) => void notify.failure(t('qr.failed'), { detail: errorText(error) }),
    );
  return (
    <Dialog
      open
      title={t('qr.title', { name: link.label || link.slug })}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() =>
              void saveAs(
                `${link.slug}.png`,
                client.download(getAffiliateLinkPng, { params, query: { size: PRINT_PIXELS } }),
              )
            }
          >
            {t('qr.png')}
          </Button>
          <Button
            kind="main"
            disabledReason={query.data ? undefined : t('qr.loading')}
            onClick={() => query.data && saveBlob(query.data, `${link.slug}.svg`)}
          >
            {t('qr.svg')}
          </Button>
        </>
      }
    >
      <div className="affiliate-qr">
        <LoadState what={t('qr.what')} query={query}>
          <Skeleton width={220} height={220} />
        </LoadState>
        {shown && <img src={shown} alt={t('qr.alt', { url: link.url })} width={220} height={220} />}
        <span className="t-row">
          <code className="t-12" dir="ltr">
            {link.url}
          </code>
          <CopyButton text={link.url} label={t('links.copy', { name: link.label || link.slug })} />
        </span>
      </div>
    </Dialog>
  );
}

/** A URL for a file while it is shown. */
function useBlobUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return url;
}
