import { listProviderQuotas } from '@troupe/contract/discovery/creator';
import type { Api } from '../../../platform/api.ts';
import type { Config } from '../../../platform/config.ts';
import { type KnownProvider, readProviders } from './provider.queries.ts';

/** The outside services of this installation. */
const knownProviders = (config: Config): KnownProvider[] => [
  {
    name: 'youtube',
    configured: config.YOUTUBE_KEY !== '',
    quotas: [{ name: 'Units a day', limit: config.YOUTUBE_UNITS_A_DAY }],
  },
  { name: 'instagram', configured: config.INSTAGRAM_ACCOUNT !== '' && config.INSTAGRAM_TOKEN !== '' },
  { name: 'tiktok', configured: config.TIKTOK_CLIENT_KEY !== '' && config.TIKTOK_CLIENT_SECRET !== '' },
  {
    name: 'audience-data',
    configured: config.AUDIENCE_URL !== '' && config.AUDIENCE_KEY !== '',
    quotas: [{ name: 'Tokens a day', limit: config.AUDIENCE_TOKENS_A_DAY }],
  },
  { name: 'billing', configured: config.CHARGEBEE_KEY !== '' },
  { name: 'shopify', configured: config.SHOPIFY_API_KEY !== '' && config.SHOPIFY_API_SECRET !== '' },
  { name: 'mail', configured: config.SMTP_URL !== '' },
];

/** What administrators see of the outside services. */
export function providerRoutes(api: Api): void {
  const known = knownProviders(api.config);
  api.implement(listProviderQuotas, async () => ({
    providers: await readProviders(api.db, known, api.clock.now()),
  }));
}
