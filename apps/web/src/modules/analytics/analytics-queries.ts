import { keepPreviousData } from '@tanstack/react-query';
import { getAnalytics, getAnalyticsSetting, getSensitivity } from '@troupe/contract/analytics/analytics';
import { getBenchmark } from '@troupe/contract/analytics/benchmark';
import { getCohorts } from '@troupe/contract/analytics/cohort';
import { listCosts } from '@troupe/contract/analytics/cost-entry';
import { getExchangeRates } from '@troupe/contract/analytics/exchange-rate';
import { getForecast } from '@troupe/contract/analytics/forecast';
import { listLiftStudies } from '@troupe/contract/analytics/lift-study';
import type { AnalyticsRowKind, AnalyticsSort } from '@troupe/domain/analytics/analytics';
import type { CostKind } from '@troupe/domain/analytics/cost-entry';
import type { Platform } from '@troupe/domain/discovery/creator';
import { callOptions } from '../../shared/call/query.ts';
import { useWrite, type Write, type WriteOptions } from '../../shared/call/use-write.ts';
import type { AnalyticsAddress } from './analytics-address.ts';

/** The nouns of this module: a cost or setting changes most figures. */
const NOUNS = ['analytics', 'cost-entry', 'lift-study', 'benchmark', 'report'];

/** The part of an address that every figure is narrowed by. */
export const filterOf = ({ from, to, campaign, creator, platform, currency }: AnalyticsAddress) => ({
  from,
  to,
  campaignId: campaign,
  creatorId: creator,
  platform: platform as Platform | undefined,
  currency,
});

/** The figures of a period, with rows if grouped. */
export const analyticsOptions = (
  brandId: string,
  address: AnalyticsAddress,
  rows?: { groupBy: AnalyticsRowKind; sort: AnalyticsSort },
) => ({
  ...callOptions(getAnalytics, {
    params: { brandId },
    query: Object.assign(filterOf(address), {
      compare: address.compare ?? 'previous',
      every: address.every,
      groupBy: rows?.groupBy,
      sort: rows?.sort,
      page: Number(address.page ?? 1),
    } as const),
  }),
  placeholderData: keepPreviousData,
});

/** ROAS under other rules of attribution. */
export const sensitivityOptions = (brandId: string, { from, to, currency }: AnalyticsAddress) =>
  callOptions(getSensitivity, { params: { brandId }, query: { from, to, currency } });

/** How analytics are calculated. */
export const settingOptions = (brandId: string) => callOptions(getAnalyticsSetting, { params: { brandId } });

/** Studies of lift, newest first. */
export const liftOptions = (brandId: string, campaignId: string | undefined) =>
  callOptions(listLiftStudies, { params: { brandId }, query: { campaignId } });

/** The brand's campaigns beside its own past. */
export const benchmarkOptions = (brandId: string) => callOptions(getBenchmark, { params: { brandId } });

/** Buyers by the month of their first order, or by the creator who brought it. */
export const cohortsOptions = (
  brandId: string,
  groupBy: 'month' | 'creator',
  currency: string | undefined,
) => ({
  ...callOptions(getCohorts, { params: { brandId }, query: { groupBy, currency } }),
  placeholderData: keepPreviousData,
});

/** Orders or net revenue of the next weeks. */
export const forecastOptions = (
  brandId: string,
  query: { measure: 'orders' | 'net'; currency: string | undefined; days: number },
) => ({
  ...callOptions(getForecast, { params: { brandId }, query }),
  placeholderData: keepPreviousData,
});

/** The filters of costs. */
export const costFilterOf = ({ from, to, campaign, creator, group }: AnalyticsAddress) => ({
  from,
  to,
  campaignId: campaign,
  creatorId: creator,
  kind: group as CostKind | undefined,
});

/** A page of costs. */
export const costsOptions = (brandId: string, address: AnalyticsAddress) => ({
  ...callOptions(listCosts, {
    params: { brandId },
    query: Object.assign({ page: Number(address.page ?? 1) }, costFilterOf(address)),
  }),
  placeholderData: keepPreviousData,
});

/** Currencies that amounts can be converted to. */
export const ratesOptions = (brandId: string) =>
  callOptions(getExchangeRates, { params: { brandId }, query: {} });

/** A change after which figures refetch. */
export const useAnalyticsWrite = <Input, Output>(
  write: Write<Input, Output>,
  options: WriteOptions<Input, Output>,
) => useWrite(NOUNS, write, options);
