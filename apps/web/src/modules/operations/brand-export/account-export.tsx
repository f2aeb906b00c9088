import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listBrandExports, requestBrandExport } from '@troupe/contract/operations/brand-export';
import { fileSize } from '@troupe/domain/figure-text';
import type { BrandExport } from '@troupe/domain/operations/brand-export';
import { Button } from '@troupe/ui/action/button';
import { Pill } from '@troupe/ui/content/pill';
import { notify } from '@troupe/ui/feedback/notify';
import { ProgressBar } from '@troupe/ui/feedback/progress-bar';
import { Checkbox } from '@troupe/ui/field/choice';
import { dayText, exactTime } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { t as shared } from '../../../shared/messages/messages.gen.ts';
import { OwnerSection, useIsOwner } from '../../../shared/screen/owner-section.tsx';
import { t } from '../messages/messages.gen.ts';
import './brand-export.css';

const exportsOptions = (brandId: string) => callOptions(listBrandExports, { params: { brandId } });

const WHILE_MAKING_MS = 2000;
/** Addresses of archives hold for an hour at least. */
const ADDRESSES_HOLD_MS = 30 * 60_000;

const isMade = ({ status }: BrandExport) => status === 'waiting' || status === 'running';

/** All data of the brand as one archive. */
export default function AccountExport() {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const query = useQuery({
    ...exportsOptions(brandId),
    enabled: useIsOwner() === true,
    refetchInterval: ({ state }) =>
      state.data?.brandExports.some(isMade) ? WHILE_MAKING_MS : ADDRESSES_HOLD_MS,
  });
  const [withFiles, setWithFiles] = useState(false);
  const request = useMutation({
    mutationFn: () => client.call(requestBrandExport, { params: { brandId }, body: { withFiles } }),
    onError: (error) => notify.failure(errorText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [listBrandExports.noun] }),
  });
  const exports = query.data?.brandExports ?? [];
  const making = exports.find(isMade);
  return (
    <OwnerSection id="export" title={t('export.title')} what={t('export.what')} query={query}>
      <p className="t-ink2">{t('export.text')}</p>
      <div className="export-ask">
        <Checkbox
          label={t('export.withFiles')}
          help={t('export.withFilesHelp')}
          checked={withFiles}
          onChange={(event) => setWithFiles(event.target.checked)}
        />
        <Button
          icon={<IconArchive size={16} />}
          busy={request.isPending}
          disabledReason={making ? t('export.running') : undefined}
          onClick={() => !request.isPending && request.mutate()}
        >
          {t('export.create')}
        </Button>
      </div>
      {making && (
        <ProgressBar
          label={t('export.creating')}
          value={making.total > 0 ? making.done : null}
          max={making.total}
          showCount
          unit={t('export.unit')}
        />
      )}
      {exports.length > 0 && (
        <ul className="export-list">
          {exports
            .filter((one) => !isMade(one))
            .map((one) => (
              <Archive key={one.id} archive={one} />
            ))}
        </ul>
      )}
    </OwnerSection>
  );
}

function Archive({ archive }: { archive: BrandExport }) {
  const { status, created, by, bytes, withFiles, counts, expires, url } = archive;
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <li>
      <div className="export-words">
        <span className="t-name">{exactTime(created)}</span>
        <span className="t-12 t-ink3" dir="auto">
          {[
            by && t('export.by', { name: by }),
            bytes !== null && fileSize(bytes),
            status === 'done' && t('export.rows', { count: rows, withFiles: withFiles ? 'yes' : 'no' }),
            status === 'done' && expires && t('export.until', { day: dayText(expires) }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </div>
      {url && (
        <Button size="row" icon={<IconDownload size={16} />} href={url}>
          {shared('action.download')}
        </Button>
      )}
      {status === 'expired' && <Pill>{t('export.expired')}</Pill>}
      {status === 'failed' && <Pill tone="red">{t('export.failed')}</Pill>}
    </li>
  );
}
