import { useQuery } from '@tanstack/react-query';
import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/platforms';
import { Button } from '@troupe/ui/action/button';
import { DateField } from '@troupe/ui/field/date-field';
import { SelectField } from '@troupe/ui/field/field';
import { addDays, addMonths, today } from '@troupe/ui/lib/calendar';
import type { ReactNode } from 'react';
import { useBrandId } from '../../shared/brand/current-brand.ts';
import { FilterChip } from '../../shared/list/filter-chip.tsx';
import type { AnalyticsAddress, TabProps } from './analytics-address.ts';
import { analyticsOptions, ratesOptions } from './analytics-queries.ts';
import { t } from './messages/messages.gen.ts';
import { campaignsOptions } from './report/report-queries.ts';

const PERIODS = ['30', '90', 'month', 'quarter', 'last-quarter', '365'] as const;
type Period = (typeof PERIODS)[number];

/** The days of a named period, the last one today. */
function daysOf(period: Period, now: string): { from: string; to: string } {
  const month = `${now.slice(0, 7)}-01`;
  const quarter = addMonths(month, -((Number(now.slice(5, 7)) - 1) % 3));
  if (period === 'month') return { from: month, to: now };
  if (period === 'quarter') return { from: quarter, to: now };
  if (period === 'last-quarter') return { from: addMonths(quarter, -3), to: addDays(quarter, -1) };
  return { from: addDays(now, 1 - Number(period)), to: now };
}

/** The named period that an address means; null for other days. */
function periodOf({ from, to }: AnalyticsAddress, now: string): Period | null {
  if (!from && !to) return '90';
  return (
    PERIODS.find((period) => {
      const days = daysOf(period, now);
      return days.from === from && days.to === to;
    }) ?? null
  );
}

const NO_FILTER = {
  from: undefined,
  to: undefined,
  compare: undefined,
  campaign: undefined,
  creator: undefined,
  platform: undefined,
  currency: undefined,
  every: undefined,
  group: undefined,
  page: undefined,
};

interface AnalyticsFiltersProps extends TabProps {
  /** Without them, only days, campaign and creator. */
  figures?: boolean;
  /** The brand's time zone, once known. */
  zone?: string | undefined;
  /** More filters of the tab. */
  children?: ReactNode;
}

/** Period, comparison and what figures are narrowed to; all of it in the address. */
export function AnalyticsFilters({
  address,
  onChange,
  figures = true,
  zone,
  children,
}: AnalyticsFiltersProps) {
  const now = today(new Date(), zone);
  const { from, to, compare, platform, currency } = address;
  const narrow = (part: Partial<AnalyticsAddress>) => onChange(Object.assign({ page: undefined }, part));
  // Costs are listed from the first one on unless days are chosen.
  const period = !figures && !from && !to ? 'all' : periodOf(address, now);
  const isNarrowed = Object.keys(NO_FILTER).some((name) => address[name as keyof AnalyticsAddress]);
  return (
    <div className="analytics-filters">
      <SelectField
        label={t('filter.period')}
        hideLabel
        value={period ?? 'custom'}
        onChange={({ target: { value } }) => {
          if (value === (figures ? '90' : 'all')) narrow({ from: undefined, to: undefined });
          else if (value === 'custom')
            narrow(daysOf('30', now).from === from ? {} : { from: addDays(now, -44), to: now });
          else narrow(daysOf(value as Period, now));
        }}
        options={[
          ...(figures ? [] : [{ value: 'all', label: t('period.all') }]),
          ...PERIODS.map((value) => ({ value, label: t(`period.${value}`) })),
          { value: 'custom', label: t('period.custom') },
        ]}
      />
      {period === null && (
        <>
          <span className="analytics-day">
            <DateField
              label={t('filter.from')}
              hideLabel
              presets="back"
              value={from ?? ''}
              {...(to ? { max: to } : {})}
              onChange={(day) => narrow({ from: day || undefined })}
            />
          </span>
          <span className="analytics-day">
            <DateField
              label={t('filter.to')}
              hideLabel
              presets="back"
              value={to ?? ''}
              {...(from ? { min: from } : {})}
              onChange={(day) => narrow({ to: day || undefined })}
            />
          </span>
        </>
      )}
      {figures && (
        <SelectField
          label={t('filter.compare')}
          hideLabel
          value={compare ?? 'previous'}
          onChange={({ target: { value } }) =>
            narrow({ compare: value === 'previous' ? undefined : (value as 'year') })
          }
          options={(['previous', 'year', 'none'] as const).map((value) => ({
            value,
            label: t(`compare.${value}`),
          }))}
        />
      )}
      <CampaignChip address={address} narrow={narrow} />
      <CreatorChip address={address} narrow={narrow} />
      {figures && (
        <>
          <FilterChip
            name={t('filter.platform')}
            single
            options={(Object.keys(PLATFORM_NAMES) as Platform[]).map((value) => ({
              value,
              label: PLATFORM_NAMES[value],
            }))}
            value={platform ? [platform] : []}
            onChange={([value]) => narrow({ platform: value })}
          />
          <CurrencyChip value={currency} onChange={(value) => narrow({ currency: value })} />
        </>
      )}
      {children}
      {isNarrowed && (
        <Button kind="quiet" onClick={() => narrow(NO_FILTER)}>
          {t('filter.clear')}
        </Button>
      )}
    </div>
  );
}

interface ChipProps {
  address: AnalyticsAddress;
  narrow: (part: Partial<AnalyticsAddress>) => void;
}

function CampaignChip({ address: { campaign }, narrow }: ChipProps) {
  const { data } = useQuery(campaignsOptions(useBrandId()));
  return (
    <FilterChip
      name={t('filter.campaign')}
      single
      options={(data?.campaigns ?? []).map(({ id, title }) => ({
        value: id,
        label: title || t('row.untitled'),
      }))}
      value={campaign ? [campaign] : []}
      onChange={([value]) => narrow({ campaign: value })}
    />
  );
}

/** Creators with figures in the period. */
function CreatorChip({ address: { creator, from, to }, narrow }: ChipProps) {
  const { data } = useQuery(
    analyticsOptions(
      useBrandId(),
      { from, to, compare: 'none' },
      { groupBy: 'creator', sort: 'net-revenue' },
    ),
  );
  return (
    <FilterChip
      name={t('filter.creator')}
      single
      options={(data?.analytics.rows ?? []).flatMap(({ id, name, username }) =>
        id === null ? [] : [{ value: id, label: name || `@${username}` }],
      )}
      value={creator ? [creator] : []}
      onChange={([value]) => narrow({ creator: value })}
    />
  );
}

function CurrencyChip({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value?: string) => void;
}) {
  const { data } = useQuery(ratesOptions(useBrandId()));
  const current = (data?.status.currencies ?? [])
    .filter(({ ended }) => !ended)
    .map(({ currency }) => currency);
  return (
    <FilterChip
      name={t('filter.currency')}
      single
      options={[
        { value: 'each', label: t('currency.each') },
        ...[...new Set(['EUR', 'USD', ...current])].map((code) => ({
          value: code,
          label: t('currency.in', { currency: code }),
        })),
      ]}
      value={value ? [value] : []}
      onChange={([next]) => onChange(next)}
    />
  );
}
