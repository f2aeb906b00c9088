import { useQuery, useQueryClient } from '@tanstack/react-query';
import { changeListeningDigest, getListeningDigest } from '@troupe/contract/listening/listening-digest';
import {
  DigestChoice,
  DigestFrequency,
  type ListeningDigest,
} from '@troupe/domain/listening/listening-digest';
import { Skeleton } from '@troupe/ui/feedback/skeleton';
import { SelectField } from '@troupe/ui/field/field';
import { SavingState } from '@troupe/ui/field/saving-state';
import { Segmented } from '@troupe/ui/field/segmented';
import { useAutosave } from '@troupe/ui/hooks';
import { Section } from '@troupe/ui/layout/section';
import { weekdayNames } from '@troupe/ui/lib/calendar';
import { clockText, dayText } from '@troupe/ui/lib/date';
import { useState } from 'react';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';
import { LoadState } from '../../../shared/screen/screen.tsx';
import { t } from './messages/messages.gen.ts';
import './summary.css';

const digestOptions = (brandId: string) => callOptions(getListeningDigest, { params: { brandId } });

/** When the signed-in member gets the summary of a brand by email. */
export default function DigestSetting() {
  const brandId = useBrandId();
  const query = useQuery(digestOptions(brandId));
  return (
    <Section id="listening-digest" title={t('digest.title')} subtitle={t('digest.scope')}>
      <LoadState what={t('digest.what')} query={query}>
        <Skeleton height={64} />
      </LoadState>
      {query.data && <Choice key={brandId} brandId={brandId} digest={query.data.digest} />}
    </Section>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** An hour as the reader writes it. */
const hourText = (hour: number) => clockText(new Date(Date.UTC(2026, 0, 1, hour)).toISOString(), 'UTC');

function Choice({ brandId, digest }: { brandId: string; digest: ListeningDigest }) {
  const queryClient = useQueryClient();
  const [chosen, setChosen] = useState<DigestChoice>(() => DigestChoice.parse(digest));
  const { state, change, retry } = useAutosave(async (body: DigestChoice) => {
    const answer = await client.call(changeListeningDigest, { params: { brandId }, body });
    queryClient.setQueryData(digestOptions(brandId).queryKey, answer);
  });
  const choose = (part: Partial<DigestChoice>) => {
    const next = Object.assign({}, chosen, part);
    setChosen(next);
    change(next);
  };
  const { frequency, weekday, hour } = chosen;
  const { zone, next, last } = digest;
  const when = (moment: string) =>
    t('digest.at', { day: dayText(moment, zone), time: clockText(moment, zone) });
  return (
    <>
      <div className="listening-digest">
        <Segmented
          label={t('digest.frequency')}
          value={frequency}
          options={DigestFrequency.options.map((value) => ({ value, label: t(`digest.${value}`) }))}
          onChange={(value) => choose({ frequency: value })}
        />
        {frequency === 'weekly' && (
          <SelectField
            label={t('digest.weekday')}
            value={String(weekday)}
            onChange={(event) => choose({ weekday: Number(event.target.value) })}
            options={weekdayNames(1).map(({ long }, index) => ({ value: String(index + 1), label: long }))}
          />
        )}
        {frequency !== 'off' && (
          <SelectField
            label={t('digest.hour', { zone })}
            value={String(hour)}
            onChange={(event) => choose({ hour: Number(event.target.value) })}
            options={HOURS.map((value) => ({ value: String(value), label: hourText(value) }))}
          />
        )}
      </div>
      <p className="t-12 t-ink2 listening-digest-foot">
        <span className="t-grow">
          {frequency !== 'off' && next && t('digest.next', { when: when(next) })}{' '}
          {last &&
            (last.sent
              ? t('digest.last', { when: when(last.at) })
              : t('digest.skipped', { when: when(last.at) }))}
        </span>
        <SavingState state={state} onRetry={retry} />
      </p>
    </>
  );
}
