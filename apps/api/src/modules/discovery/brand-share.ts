import { PLATFORM_NAMES, type Platform } from '@troupe/domain/discovery/creator';
import { CONTACT_TOKENS } from '@troupe/domain/discovery/creator-contact';
import { problem } from '@troupe/domain/problem';
import type { Api } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { giveShareBack, takeShare } from './provider/provider.queries.ts';

const AUDIENCE = 'audience-data';
const REPORT_TOKENS = 1;
/** What reading a creator takes of a platform's day: profile, list of content, and its figures. */
const UNITS_OF_A_READING = 3;

type Parts = Pick<Api, 'config' | 'clock'>;

/** Tokens of the audience provider for a report, out of the brand's share of today. @throws rate_limited */
export async function takeReportShare(db: Database, parts: Parts, brandId: string): Promise<void> {
  await takeTokens(db, parts, brandId, REPORT_TOKENS, 'audience reports');
}

/** Gives back what a purchase that came to nothing had taken when it began. */
export async function giveReportShareBack(db: Database, brandId: string, began: Date): Promise<void> {
  await giveShareBack(db, { provider: AUDIENCE, brandId, units: REPORT_TOKENS }, began);
}

/** Tokens for a look-up of contact details, out of the brand's share of today. @throws rate_limited */
export async function takeContactShare(db: Database, parts: Parts, brandId: string): Promise<void> {
  await takeTokens(db, parts, brandId, CONTACT_TOKENS, 'look-ups of contact details');
}

async function takeTokens(
  db: Database,
  { config, clock }: Parts,
  brandId: string,
  units: number,
  what: string,
): Promise<void> {
  const most = config.AUDIENCE_TOKENS_A_DAY * config.BRAND_QUOTA_SHARE;
  if (await takeShare(db, { provider: AUDIENCE, brandId, units, most }, clock.now())) return;
  throw problem('rate_limited', {
    message: `Your brand has used its share of today's ${what}. There are more after midnight UTC.`,
  });
}

/**
 * Takes units for one more page of a creator's posts out of the brand's share of today; false when it does not suffice.
 */
export async function takePageShare(
  db: Database,
  { config, clock }: Parts,
  brandId: string,
  platform: Platform,
  units: number,
): Promise<boolean> {
  const most = config.YOUTUBE_UNITS_A_DAY * config.BRAND_QUOTA_SHARE;
  return takeShare(db, { provider: platform, brandId, units, most }, clock.now());
}

/** Units for reading a creator from its platform, out of the brand's share of today. @throws rate_limited */
export async function takeReadingShare(
  db: Database,
  { config, clock }: Parts,
  brandId: string,
  platform: Platform,
): Promise<void> {
  const most = config.YOUTUBE_UNITS_A_DAY * config.BRAND_QUOTA_SHARE;
  const units = UNITS_OF_A_READING;
  if (await takeShare(db, { provider: platform, brandId, units, most }, clock.now())) return;
  const name = PLATFORM_NAMES[platform];
  throw problem('rate_limited', {
    message: `Your brand has used its share of today's updates from ${name}. There are more after midnight UTC.`,
  });
}
