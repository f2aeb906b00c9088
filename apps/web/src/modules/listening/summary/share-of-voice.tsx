import { useQuery } from '@tanstack/react-query';
import { getShareOfVoice } from '@troupe/contract/listening/listening-summary';
import { Chart } from '@troupe/ui/chart/chart';
import { ChartFrame } from '@troupe/ui/chart/chart-frame';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { Segmented } from '@troupe/ui/field/segmented';
import { exactNumber, NOT_KNOWN, percent } from '@troupe/ui/lib/format';
import { useState } from 'react';
import { callOptions } from '../../../shared/call/query.ts';
import { downloadCsv } from '../../../shared/download.tsx';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';

interface ShareOfVoiceProps {
  brandId: string;
  /** Names of sets that monitors belong to. */
  sets: readonly string[];
  /** The first day. */
  from: string | undefined;
}

/** How mentions are shared among the monitors of a set, with intervals. */
export function ShareOfVoice({ brandId, sets, from }: ShareOfVoiceProps) {
  const [chosen, setChosen] = useState(sets[0] ?? '');
  const [by, setBy] = useState<'voices' | 'copies'>('voices');
  const setName = sets.includes(chosen) ? chosen : (sets[0] ?? '');
  const query = useQuery(callOptions(getShareOfVoice, { params: { brandId }, query: { setName, from } }));
  const report = query.data?.report;
  const monitors = report?.monitors.toSorted((a, b) => b[by] - a[by]) ?? [];
  const share = (one: NonNullable<typeof report>['monitors'][number]) =>
    by === 'voices' ? one.byVoices : one.byCopies;
  const text = (one: NonNullable<typeof report>['monitors'][number]): string => {
    const value = share(one);
    return value
      ? `${percent(value.rate)} (${t('interval', { low: percent(value.low), high: percent(value.high) })})`
      : NOT_KNOWN;
  };
  return (
    <>
      <div className="listening-summary-tools">
        <SelectField
          label={t('voiceSet')}
          value={setName}
          onChange={(event) => setChosen(event.target.value)}
          options={sets.map((value) => ({ value, label: value }))}
        />
        <Segmented
          label={t('voiceBy')}
          value={by}
          onChange={setBy}
          options={(['voices', 'copies'] as const).map((value) => ({ value, label: t(`voice.${value}`) }))}
        />
      </div>
      <LoadState what={t('voiceWhat')} query={query}>
        <Skeleton height={120} />
      </LoadState>
      {report && (
        <ChartFrame
          title={t('voice')}
          subtitle={t('voiceHelp', {
            counted: exactNumber(report.quarters - report.leftOut),
            all: exactNumber(report.quarters),
          })}
          columns={[t('monitor'), t('voices'), t('mentions'), t('column.share')]}
          rows={monitors.map((one) => [one.name, one.voices, one.copies, text(one)])}
          onDownload={(rows) => downloadCsv('share-of-voice.csv', rows)}
        >
          <Chart
            kind="bars"
            title={t('voice')}
            hideTitle
            items={monitors.map((one) => ({
              id: one.monitorId,
              label: one.name,
              value: one[by],
              text: share(one) ? percent(share(one)?.rate ?? null) : NOT_KNOWN,
              exact: `${one.name}, ${text(one)}`,
            }))}
          />
        </ChartFrame>
      )}
    </>
  );
}
