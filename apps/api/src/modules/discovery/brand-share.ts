import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { CONTACT_TOKENS } from '@troupe/domain/discovery/creator-contact';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { reserveShare, returnShare } from './provider/provider.queries.ts';

const AUDIENCE = 'audience-data';
const REPORT_TOKENS = 1;
/** Daily quota units a reading takes: profile, list of content and metrics. */
const UNITS_PER_READING = 3;

type Parts = Pick<Api, 'config' | 'clock'>;

/**
 * Takes audience provider tokens for a report from the brand's daily share. @throws rate_limited
 */
export async function takeReportShare(db: Database, parts: Parts, brandId: string): Promise<void> {
  await takeTokens(db, parts, brandId, REPORT_TOKENS, 'audience reports');
}

/** Returns the tokens of a failed purchase. */
export async function returnReportShare(db: Database, brandId: string, began: Date): Promise<void> {
  await returnShare(db, { provider: AUDIENCE, brandId, units: REPORT_TOKENS }, began);
}

/** Takes tokens for a contact lookup from the brand's daily share. @throws rate_limited */
export async function takeContactShare(db: Database, parts: Parts, brandId: string): Promise<void> {
  await takeTokens(db, parts, brandId, CONTACT_TOKENS, 'contact lookups');
}

/** Takes the tokens of a search outside Troupe from the brand's daily share. @throws rate_limited */
export async function takeSearchShare(
  db: Database,
  parts: Parts,
  brandId: string,
  units: number,
): Promise<void> {
  await takeTokens(db, parts, brandId, units, 'searches outside Troupe');
}

/** Returns tokens that a search didn't use. */
export async function returnSearchShare(
  db: Database,
  brandId: string,
  units: number,
  began: Date,
): Promise<void> {
  await returnShare(db, { provider: AUDIENCE, brandId, units }, began);
}

async function takeTokens(
  db: Database,
  { config, clock }: Parts,
  brandId: string,
  units: number,
  what: string,
): Promise<void> {
  const most = config.AUDIENCE_TOKENS_A_DAY * config.BRAND_QUOTA_SHARE;
  if (await reserveShare(db, { provider: AUDIENCE, brandId, units, most }, clock.now())) return;
  throw problem('rate_limited', {
    message: `Your brand has reached its daily limit for ${what}. The limit resets at midnight UTC.`,
  });
}

/** Takes units for another page of posts from the brand's daily share; false if it is used up. */
export async function takePageShare(
  db: Database,
  { config, clock }: Parts,
  brandId: string,
  platform: Platform,
  units: number,
): Promise<boolean> {
  const most = config.YOUTUBE_UNITS_A_DAY * config.BRAND_QUOTA_SHARE;
  return reserveShare(db, { provider: platform, brandId, units, most }, clock.now());
}

/** Takes units for reading a creator from the brand's daily share. @throws rate_limited */
export async function takeReadingShare(
  db: Database,
  { config, clock }: Parts,
  brandId: string,
  platform: Platform,
): Promise<void> {
  const most = config.YOUTUBE_UNITS_A_DAY * config.BRAND_QUOTA_SHARE;
  const units = UNITS_PER_READING;
  if (await reserveShare(db, { provider: platform, brandId, units, most }, clock.now())) return;
  const name = PLATFORM_NAMES[platform];
  throw problem('rate_limited', {
    message: `Your brand has reached its daily limit for updates from ${name}. The limit resets at midnight UTC.`,
  });
}
