import { keepPreviousData } from '@tanstack/react-query';
import { filterAffiliates, listAffiliates } from '@troupe/contract/affiliate/affiliate';
import { listAlerts } from '@troupe/contract/affiliate/affiliate-alert';
import { getAffiliateAnalytics } from '@troupe/contract/affiliate/affiliate-analytics';
import { listAffiliateCodes } from '@troupe/contract/affiliate/affiliate-code';
import { listAffiliateLinks } from '@troupe/contract/affiliate/affiliate-link';
import {
  getAffiliateProgram,
  listAffiliateProgramVersions,
} from '@troupe/contract/affiliate/affiliate-program';
import { getAffiliateOrder, listAffiliateOrders, listClaims } from '@troupe/contract/affiliate/attribution';
import { listStatements } from '@troupe/contract/affiliate/commission-statement';
import type { AffiliateState } from '@troupe/domain/affiliate/affiliate';
import type { AlertState } from '@troupe/domain/affiliate/affiliate-alert';
import type { AnalyticsGroup } from '@troupe/domain/affiliate/affiliate-analytics';
import type { CodeState } from '@troupe/domain/affiliate/affiliate-code';
import type { LinkState } from '@troupe/domain/affiliate/affiliate-link';
import type { AttributionRule } from '@troupe/domain/affiliate/attribution';
import type { StatementState } from '@troupe/domain/affiliate/commission-statement';
import { callOptions } from '../../shared/call/query.ts';
import { useWrite, type Write, type WriteOptions } from '../../shared/call/use-write.ts';
import type { AffiliateAddress } from './affiliate-address.ts';

/** The nouns of this module: a change to one shows in most others. */
const NOUNS = [
  'affiliate-program',
  'affiliate',
  'affiliate-link',
  'affiliate-code',
  'attribution',
  'commission',
  'commission-statement',
  'affiliate-alert',
  'affiliate-analytics',
];

/** The program of a brand, with what its screens need. */
export const programOptions = (brandId: string) => callOptions(getAffiliateProgram, { params: { brandId } });

/** The versions of a program. */
export const versionsOptions = (brandId: string) =>
  callOptions(listAffiliateProgramVersions, { params: { brandId } });

const pageOf = ({ page }: AffiliateAddress) => Number(page ?? 1);

/** A page of the creators in a program. */
export const affiliatesOptions = (brandId: string, address: AffiliateAddress) => ({
  ...callOptions(listAffiliates, {
    params: { brandId },
    query: {
      page: pageOf(address),
      search: address.search,
      state: address.state as AffiliateState | undefined,
    },
  }),
  placeholderData: keepPreviousData,
});

/** All creators of a program by name, for filters and forms. */
export const affiliateNamesOptions = (brandId: string) =>
  callOptions(filterAffiliates, { params: { brandId }, query: {} });

/** A page of links. */
export const linksOptions = (brandId: string, address: AffiliateAddress) => ({
  ...callOptions(listAffiliateLinks, {
    params: { brandId },
    query: {
      page: pageOf(address),
      search: address.search,
      affiliateId: address.creator,
      state: address.state as Exclude<LinkState, 'deleted'> | undefined,
    },
  }),
  placeholderData: keepPreviousData,
});

/** A page of codes. */
export const codesOptions = (brandId: string, address: AffiliateAddress) => ({
  ...callOptions(listAffiliateCodes, {
    params: { brandId },
    query: {
      page: pageOf(address),
      search: address.search,
      affiliateId: address.creator,
      state: address.state as CodeState | undefined,
    },
  }),
  placeholderData: keepPreviousData,
});

/** The filters of orders. */
export const orderFilterOf = (address: AffiliateAddress) => ({
  search: address.search,
  affiliateId: address.creator,
  campaignId: address.campaign,
  rule: address.state as AttributionRule | undefined,
  from: address.from,
  to: address.to,
});

/** A page of orders with a sign of a creator. */
export const affiliateOrdersOptions = (brandId: string, address: AffiliateAddress) => ({
  ...callOptions(listAffiliateOrders, {
    params: { brandId },
    query: Object.assign({ page: pageOf(address) }, orderFilterOf(address)),
  }),
  placeholderData: keepPreviousData,
});

/** One order with its signs, decisions and entries of the ledger. */
export const affiliateOrderOptions = (brandId: string, orderId: string) =>
  callOptions(getAffiliateOrder, { params: { brandId, orderId } });

/** A page of statements. */
export const statementsOptions = (brandId: string, address: AffiliateAddress) => ({
  ...callOptions(listStatements, {
    params: { brandId },
    query: {
      page: pageOf(address),
      affiliateId: address.creator,
      state: address.state as StatementState | undefined,
    },
  }),
  placeholderData: keepPreviousData,
});

/** A page of alerts. */
export const alertsOptions = (brandId: string, address: AffiliateAddress) => ({
  ...callOptions(listAlerts, {
    params: { brandId },
    query: { page: pageOf(address), state: address.state as AlertState | undefined },
  }),
  placeholderData: keepPreviousData,
});

/** Claims that wait for an answer. */
export const openClaimsOptions = (brandId: string) =>
  callOptions(listClaims, { params: { brandId }, query: { state: 'open' } });

/** The figures of a period. */
export const analyticsOptions = (
  brandId: string,
  query: { from: string; to: string; groupBy: AnalyticsGroup },
) => ({
  ...callOptions(getAffiliateAnalytics, { params: { brandId }, query }),
  placeholderData: keepPreviousData,
});

/** A change to the program, after which all its screens refetch. */
export const useAffiliateWrite = <Input, Output>(
  write: Write<Input, Output>,
  options: WriteOptions<Input, Output>,
) => useWrite(NOUNS, write, options);
