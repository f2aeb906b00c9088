import type { Platform } from '@troupe/domain/discovery/creator';
import type { SocialSource } from '@troupe/domain/discovery/creator-refresh';
import type { Api } from '../../platform/api.ts';
import { instagram } from '../../providers/social-data/instagram.ts';
import { instagramConsent } from '../../providers/social-data/instagram-consent.ts';
import { tiktok } from '../../providers/social-data/tiktok.ts';
import { tiktokConsent } from '../../providers/social-data/tiktok-consent.ts';
import { youtube } from '../../providers/social-data/youtube.ts';
import { providerGuard } from './provider/provider.queries.ts';

/** Platforms that can be queried about creators. */
export type Sources = Partial<Record<Platform, SocialSource>>;

/** Creates the platform sources from the configuration. */
export function socialSources({ config, db, clock }: Api): Sources {
  const parts = { book: providerGuard(db, clock), clock };
  return {
    youtube: youtube(parts, {
      url: config.YOUTUBE_URL,
      key: config.YOUTUBE_KEY,
      unitsADay: config.YOUTUBE_UNITS_A_DAY,
    }),
    instagram: {
      ...instagram(parts, {
        url: config.INSTAGRAM_URL,
        account: config.INSTAGRAM_ACCOUNT,
        token: config.INSTAGRAM_TOKEN,
      }),
      consent: instagramConsent(parts, {
        url: config.INSTAGRAM_URL,
        authorizeUrl: config.INSTAGRAM_AUTHORIZE_URL,
        appId: config.INSTAGRAM_APP_ID,
        appSecret: config.INSTAGRAM_APP_SECRET,
      }),
    },
    tiktok: {
      ...tiktok(parts, {
        url: config.TIKTOK_URL,
        clientKey: config.TIKTOK_CLIENT_KEY,
        clientSecret: config.TIKTOK_CLIENT_SECRET,
      }),
      consent: tiktokConsent(parts, {
        url: config.TIKTOK_URL,
        authorizeUrl: config.TIKTOK_AUTHORIZE_URL,
        clientKey: config.TIKTOK_CLIENT_KEY,
        clientSecret: config.TIKTOK_CLIENT_SECRET,
      }),
    },
  };
}
