import { listProviderQuotas } from '@troupe/contract/discovery/creator';
import type { SocialSource } from '@troupe/domain/discovery/creator-refresh';
import type { Api } from '../../../platform/api.ts';
import type { Config } from '../../../platform/config.ts';
import { type KnownProvider, readProviders } from './provider.queries.ts';

/** External services of this installation; social platforms are passed in. */
const knownProviders = (config: Config, sources: Record<string, SocialSource>): KnownProvider[] => [
  ...Object.entries(sources).map(([name, { configured, quotas }]) => ({
    name,
    configured,
    ...(quotas && { quotas }),
  })),
  {
    name: 'audience-data',
    configured: config.AUDIENCE_URL !== '' && config.AUDIENCE_KEY !== '',
    quotas: [{ name: 'Tokens a day', limit: config.AUDIENCE_TOKENS_A_DAY }],
  },
  {
    name: 'language-model',
    configured: config.ASSISTANT_URL !== '',
    quotas: [{ name: 'Calls a day', limit: config.ASSISTANT_CALLS_A_DAY }],
  },
  { name: 'billing', configured: config.CHARGEBEE_KEY !== '' },
  { name: 'shopify', configured: config.SHOPIFY_API_KEY !== '' && config.SHOPIFY_API_SECRET !== '' },
  { name: 'stripe', configured: config.STRIPE_KEY !== '' },
  { name: 'mail', configured: config.SMTP_URL !== '' },
];

/** Registers the provider routes for administrators. */
export function providerRoutes(api: Api, sources: Record<string, SocialSource>): void {
  const known = knownProviders(api.config, sources);
  api.implement(listProviderQuotas, async () => ({
    providers: await readProviders(api.db, known, api.clock.now()),
  }));
}
