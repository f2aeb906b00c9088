import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { ErrorState } from '@troupe/ui/feedback/error-state';
import { Loading, Skeleton, SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { LiveRegion } from '@troupe/ui/layout/visually-hidden';
import { useEffect, useRef, useState } from 'react';
import {
  forgetImported,
  importOptions,
} from '../../modules/discovery/creator-import/creator-import-queries.ts';
import {
  type ImportAddress,
  readImportAddress,
} from '../../modules/discovery/creator-import/import-address.ts';
import { ImportFrame } from '../../modules/discovery/creator-import/import-frame.tsx';
import { isBusy, stateLook } from '../../modules/discovery/creator-import/import-labels.ts';
import { ImportProgress } from '../../modules/discovery/creator-import/import-progress.tsx';
import { CheckStep } from '../../modules/discovery/creator-import/mapping/check-step.tsx';
import { MappingStep } from '../../modules/discovery/creator-import/mapping/mapping-step.tsx';
import { ImportResult } from '../../modules/discovery/creator-import/outcome/import-result.tsx';
import { unwatchImport, watchImport } from '../../modules/discovery/creator-import/watched-imports.ts';
import { useBrandId, warmForBrand } from '../../shared/brand/current-brand.ts';
import { errorText } from '../../shared/call/error-text.ts';
import { BrandScreen, DocumentTitle, GenericError } from '../../shared/screen/screen.tsx';
import { t } from '../-screens/messages/messages.gen.ts';

export const Route = createFileRoute('/_member/creator-search/import/$importId')({
  validateSearch: readImportAddress,
  loader: ({ context: { queryClient }, params: { importId } }) =>
    warmForBrand(queryClient, (brandId) => queryClient.prefetchQuery(importOptions(brandId, importId))),
  component: ImportRoute,
});

function ImportRoute() {
  const { importId } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <BrandScreen>
      <DocumentTitle>{t('import.title')}</DocumentTitle>
      <ImportScreen
        key={importId}
        importId={importId}
        address={Route.useSearch()}
        onAddress={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
        }
      />
    </BrandScreen>
  );
}

interface ImportScreenProps {
  importId: string;
  address: ImportAddress;
  onAddress: (change: Partial<ImportAddress>) => void;
}

/** One import in its current step: columns, check, progress or result. */
function ImportScreen({ importId, address, onAddress }: ImportScreenProps) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const query = useQuery(importOptions(brandId, importId));
  const answer = query.data;
  const state = answer?.import.state;

  const fileName = answer?.import.fileName;

  const [said, setSaid] = useState('');
  const before = useRef(state);
  useEffect(() => {
    if (fileName && isBusy(state)) watchImport({ brandId, importId, fileName });
    if (state && isBusy(before.current) && !isBusy(state)) {
      setSaid(`${fileName}: ${stateLook(state).label}`);
      unwatchImport(importId);
      forgetImported(queryClient, brandId, importId);
    }
    // The announcement is outdated once the import runs again.
    if (isBusy(state)) setSaid('');
    before.current = state;
  }, [state, fileName, importId, brandId, queryClient]);

  if (!answer) {
    if (!query.error) return <ImportLoading />;
    if (query.error.status >= 400 && query.error.status < 500) return <GenericError error={query.error} />;
    return (
      <div className="t-page">
        <ErrorState
          title={t('import.failed')}
          text={errorText(query.error)}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  return (
    <>
      <LiveRegion>{said}</LiveRegion>
      {query.error && (
        <div className="t-page">
          <ErrorState
            title={t('import.progressFailed')}
            text={t('import.stale', { error: errorText(query.error) })}
            busy={query.isFetching}
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      {answer.import.state === 'draft' ? (
        address.step === 'check' ? (
          <CheckStep answer={answer} onStarted={() => onAddress({ step: undefined })} />
        ) : (
          <MappingStep answer={answer} />
        )
      ) : isBusy(answer.import.state) ? (
        <ImportProgress one={answer.import} />
      ) : (
        <ImportResult one={answer.import} show={address.show} onShow={(show) => onAddress({ show })} />
      )}
    </>
  );
}

function ImportLoading() {
  return (
    <ImportFrame step="map">
      <Loading label={t('import.loading')}>
        <div className="t-stack">
          <Skeleton width="40%" height={20} />
          <Skeleton height={84} />
          <SkeletonRows rows={10} />
        </div>
      </Loading>
    </ImportFrame>
  );
}
