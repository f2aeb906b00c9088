import type { Page } from '@playwright/test';
import { contentSecurityPolicy, injectConfig, type WebConfig } from '@troupe/scripts/web/web-config';
import { hosts } from './hosts.ts';

const CONFIG = /id="troupe-config">([^<]*)</;

/**
 * The dashboard as the web server serves the same build of a deployment with other settings: its pages get that
 * configuration and the policy that goes with it, by the functions the server itself works with. For addresses that
 * are opened from then on; what a redirect leads to is served as ever.
 */
export async function deployedWith(page: Page, change: Partial<WebConfig>): Promise<void> {
  // To the browser a page that comes from here has no address of this machine, and asks before it calls one.
  await page.context().grantPermissions(['local-network-access'], { origin: hosts.web });
  await page.route(
    (url) => url.origin === hosts.web,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      const config: WebConfig = { ...JSON.parse(CONFIG.exec(html)?.[1] ?? '{}'), ...change };
      // The body is no longer packed as it came.
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
      await route.fulfill({
        response,
        body: injectConfig(html, config),
        headers: { ...headers, 'content-security-policy': contentSecurityPolicy(config) },
      });
    },
  );
}
