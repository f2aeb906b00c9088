import type { APIResponse, Page } from '@playwright/test';
import { hosts } from './hosts.ts';

interface Me {
  extraData: { selectedBrand?: string | null };
}

/**
 * Keeps the brand that is chosen to this page. It is saved with the person, as whom other journeys work at the same
 * time: one would find itself in the brand of another. Until one is chosen here it is the first one of theirs.
 */
export async function keepChoice(page: Page): Promise<void> {
  let chosen: string | null = null;
  let known: { response: APIResponse; me: Me } | undefined;
  await page.route(`${hosts.api}/me`, async (route) => {
    const request = route.request();
    if (request.method() === 'GET') {
      const response = await route.fetch();
      if (!response.ok()) return route.fulfill({ response });
      known = { response, me: (await response.json()) as Me };
    } else if (request.method() === 'POST' && known) {
      chosen = (request.postDataJSON() as { selectedBrand: string }).selectedBrand;
    } else return route.fallback();
    const { response, me } = known;
    await route.fulfill({
      response,
      json: { ...me, extraData: { ...me.extraData, selectedBrand: chosen } },
    });
  });
}
