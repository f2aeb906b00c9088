import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  changeAffiliateCode,
  exportAffiliateCodes,
  retryAffiliateCode,
} from '@troupe/contract/affiliate/affiliate-code';
import type { AffiliateCode } from '@troupe/domain/affiliate/affiliate-code';
import type { ProgramOverview } from '@troupe/domain/affiliate/affiliate-program';
import { commissionRate } from '@troupe/domain/figure-text';
import { columnMoney } from '@troupe/domain/money';
import { Button } from '@troupe/ui/action/button';
import { CopyButton } from '@troupe/ui/action/copy-button';
import { Ago } from '@troupe/ui/content/ago';
import { Pill, type PillTone } from '@troupe/ui/content/pill';
import { SkeletonRows } from '@troupe/ui/feedback/skeleton';
import { Table, Td, Th, Tr } from '@troupe/ui/layout/data-table';
import { dayText } from '@troupe/ui/lib/date';
import { ConfirmDialog } from '@troupe/ui/overlay/confirm-dialog';
import { MoreMenu } from '@troupe/ui/overlay/more-menu';
import { lazy, Suspense, useState } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { client } from '../../shared/call/client.ts';
import { AffiliateWho, affiliateName } from '../../shared/creator/affiliate-who.tsx';
import { CsvButton } from '../../shared/download.tsx';
import { PageNav } from '../../shared/list/list-pages.tsx';
import { LoadState } from '../../shared/screen/screen.tsx';
import type { TabProps } from './affiliate-address.ts';
import { codesOptions, useAffiliateWrite } from './affiliate-queries.ts';
import { t } from './messages/messages.gen.ts';
import { EmptyTab, TabTools } from './tab-tools.tsx';

const CodeDialog = lazy(() => import('./code-dialog.tsx'));
const RotateDialog = lazy(() => import('./rotate-dialog.tsx'));

const TONES: Record<AffiliateCode['state'], PillTone> = {
  creating: 'iris',
  live: 'green',
  failed: 'red',
  paused: 'tangerine',
  leaked: 'red',
  ended: 'neutral',
};
const STATES = ['creating', 'live', 'failed', 'paused', 'leaked', 'ended'] as const;

/** Discount codes of creators: create in the store, pause, replace, end. */
export default function CodesTab({ address, onChange, program }: TabProps & { program: ProgramOverview }) {
  const brandId = useBrandId();
  const query = useQuery(codesOptions(brandId, address));
  const { data, isPlaceholderData } = query;
  const [replacing, setReplacing] = useState<AffiliateCode | null>(null);
  const { invited, active, paused } = program.counts;
  const store = program.stores.find(({ createCodes }) => createCodes.allowed);
  const refusal =
    invited + active + paused === 0
      ? t('links.creatorsFirst')
      : store
        ? undefined
        : (program.stores[0]?.createCodes.reason ?? t('settings.noStore'));
  const button = (
    <Button
      kind="main"
      icon={<IconPlus size={16} />}
      disabledReason={refusal}
      onClick={() => onChange({ open: 'new' })}
    >
      {t('codes.new')}
    </Button>
  );
  return (
    <div className="affiliate-tab">
      <TabTools
        address={address}
        onChange={onChange}
        searchLabel={t('codes.find')}
        busy={isPlaceholderData}
        states={STATES.map((value) => ({ value, label: t(`codes.state.${value}`) }))}
        byCreator
      >
        <span className="t-grow" />
        <CsvButton
          fileName="affiliate-codes.csv"
          download={() => client.download(exportAffiliateCodes, { params: { brandId }, query: {} })}
        />
        {button}
      </TabTools>
      <LoadState what={t('codes.what')} query={query}>
        <SkeletonRows rows={6} />
      </LoadState>
      {data && data.codes.length > 0 && (
        <Table label={t('tab.codes')} bleed aria-busy={isPlaceholderData || undefined}>
          <thead>
            <tr>
              <Th>{t('column.code')}</Th>
              <Th data-wide="1">{t('column.creator')}</Th>
              <Th>{t('column.state')}</Th>
              <Th numeric data-wide="1">
                {t('column.discount')}
              </Th>
              <Th data-wide="2">{t('column.ends')}</Th>
              <Th data-wide="2">{t('column.created')}</Th>
              <Th>
                <span className="t-hidden">{t('column.actions')}</span>
              </Th>
            </tr>
          </thead>
          <tbody>
            {data.codes.map((code) => (
              <Row key={code.id} code={code} onReplace={() => setReplacing(code)} />
            ))}
          </tbody>
        </Table>
      )}
      {data?.codes.length === 0 && (
        <EmptyTab
          address={address}
          onChange={onChange}
          emptyTitle={t('codes.none')}
          emptyText={t('codes.noneText')}
          noMatchTitle={t('codes.noMatch')}
          action={button}
        />
      )}
      <PageNav label={t('list.pages')} of={data} onPage={(page) => onChange({ page: String(page) })} />
      <Suspense>
        {address.open === 'new' && (
          <CodeDialog
            affiliateId={address.creator}
            currency={store?.currency ?? 'USD'}
            onClose={() => onChange({ open: undefined })}
          />
        )}
        {replacing && <RotateDialog code={replacing} onClose={() => setReplacing(null)} />}
      </Suspense>
    </div>
  );
}

/** What a code takes off: `10%` or `$5.00`. */
function offText({ kind, valueBp, valueMinor, currency }: AffiliateCode): string {
  if (kind === 'percent') return valueBp === null ? '–' : commissionRate(valueBp);
  return valueMinor === null ? '–' : columnMoney(valueMinor, currency ?? 'USD');
}

function Row({ code, onReplace }: { code: AffiliateCode; onReplace: () => void }) {
  return (
    <Tr>
      <Td>
        <span className="affiliate-link">
          <span className="affiliate-link-text">
            <code className="t-name" dir="ltr">
              {code.code}
            </code>
            <span className="affiliate-phone t-12 t-ink2 t-ellipsis" dir="auto">
              {affiliateName(code.creator)}
            </span>
          </span>
          <CopyButton text={code.code} label={t('codes.copy', { code: code.code })} />
        </span>
      </Td>
      <Td data-wide="1">
        <AffiliateWho creator={code.creator} />
      </Td>
      <Td>
        <Pill tone={TONES[code.state]}>{t(`codes.state.${code.state}`)}</Pill>
        {code.error && <span className="t-12 t-ink2 affiliate-reason">{code.error}</span>}
      </Td>
      <Td numeric data-wide="1">
        {offText(code)}
      </Td>
      <Td data-wide="2" className="t-ink2">
        {code.endsAt ? dayText(code.endsAt) : '–'}
      </Td>
      <Td data-wide="2" className="t-ink2">
        <Ago at={code.created} />
      </Td>
      <Td>
        <RowMenu code={code} onReplace={onReplace} />
      </Td>
    </Tr>
  );
}

function RowMenu({ code, onReplace }: { code: AffiliateCode; onReplace: () => void }) {
  const params = { brandId: useBrandId(), codeId: code.id };
  const { state, abilities } = code;
  const [asks, setAsks] = useState(false);
  const failed = t('codes.changeFailed', { code: code.code });
  const change = useAffiliateWrite(
    (next: 'live' | 'paused' | 'ended') =>
      client.call(changeAffiliateCode, { params, body: { state: next } }),
    { failed },
  );
  const retry = useAffiliateWrite(() => client.call(retryAffiliateCode, { params }), { failed });
  const label = t('codes.more', { code: code.code });
  return (
    <>
      <MoreMenu
        label={label}
        items={[
          { label: t('codes.replace'), onClick: onReplace, disabledReason: abilities.rotate.reason },
          state === 'paused'
            ? {
                label: t('action.resume'),
                onClick: () => change.mutate('live'),
                disabledReason: abilities.resume.reason,
              }
            : {
                label: t('action.pause'),
                onClick: () => change.mutate('paused'),
                disabledReason: abilities.pause.reason,
              },
          ...(abilities.retry.allowed
            ? [{ label: t('codes.retry'), onClick: () => retry.mutate(undefined) }]
            : []),
          'divider' as const,
          {
            label: t('codes.end'),
            danger: true,
            onClick: () => setAsks(true),
            disabledReason: abilities.end.reason,
          },
        ]}
      />
      <ConfirmDialog
        open={asks}
        danger
        title={t('codes.endTitle', { code: code.code })}
        text={code.adopted ? t('codes.endAdoptedText') : t('codes.endText')}
        confirm={t('codes.end')}
        busy={change.isPending}
        onClose={() => setAsks(false)}
        onConfirm={() => change.mutate('ended', { onSettled: () => setAsks(false) })}
      />
    </>
  );
}
