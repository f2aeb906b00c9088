import type { Page } from '@playwright/test';
import { contentSecurityPolicy, injectConfig, type WebConfig } from '@troupe/scripts/web/web-config';
import { hosts } from './hosts.ts';

const CONFIG = /id="troupe-config">([^<]*)</;

/**
 * Serves the dashboard's build as a deployment with other settings would: pages get that configuration and
 * its content security policy, computed by the web server's own functions. Applies to URLs opened afterwards;
 * redirects are served unchanged.
 */
export async function deployedWith(page: Page, change: Partial<WebConfig>): Promise<void> {
  // Intercepted pages count as public, so the browser asks for permission before calling local addresses.
  await page.context().grantPermissions(['local-network-access'], { origin: hosts.web });
  await page.route(
    (url) => url.origin === hosts.web,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback();
      const response = await route.fetch();
      const html = await response.text();
      const config: WebConfig = { ...JSON.parse(CONFIG.exec(html)?.[1] ?? '{}'), ...change };
      // The body is no longer compressed.
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
      await route.fulfill({
        response,
        body: injectConfig(html, config),
        headers: { ...headers, 'content-security-policy': contentSecurityPolicy(config) },
      });
    },
  );
}
