import type { Locator, Page } from '@playwright/test';
import { hosts } from './hosts.ts';
import { apiOf, type FoundCreator } from './lists.ts';

/** One segment of an audience, as the API returns it. */
export interface Share {
  code: string;
  name: string | null;
  weight: number;
}

/** A report as the API returns it. */
export interface HeldReport {
  id: string | null;
  reportUrl: string | null;
  report: {
    report_info: { created: string };
    audience_followers: Subset;
    audience_likers: Subset;
    audience_commenters: Subset;
  } | null;
}

/** One audience. */
export interface Audience {
  audience_ages: Share[] | null;
  audience_geo: { countries: Share[] | null };
  audience_genders: Share[] | null;
  audience_reachability: Share[] | null;
  audience_languages: Share[] | null;
}

interface Subset {
  success: boolean;
  data: Audience | null;
}

/** API calls for deep insights outside the screen, as the signed-in user. */
export async function insightsOf(page: Page) {
  const api = await apiOf(page);
  const held = (creator: { id: string }) =>
    api.get<HeldReport>(`${api.brand}/audience-data?socialProfileId=${creator.id}`);

  /** Returns a creator without a report for the brand, a different one each time. */
  async function freshCreator(query = '&platform=instagram'): Promise<FoundCreator> {
    const most = 20_000 + Math.floor(Math.random() * 200_000);
    const { creators } = await api.get<{ creators: FoundCreator[] }>(
      `${api.brand}/creators?sort=followers&followersMax=${most}${query}`,
    );
    for (const creator of creators) if (!(await held(creator)).report) return creator;
    throw new Error('The brand has a report for every creator here.');
  }

  /** Buys a report without opening it. */
  const buy = (creator: { id: string }) =>
    api.send<HeldReport>('POST', `${api.brand}/audience-data`, { socialProfileId: creator.id });

  return { ...api, held, freshCreator, buy };
}

/** Adds a fault for an account at the sandbox's report vendor. */
export async function faultAt(page: Page, target: string, failure: string, times = 1): Promise<void> {
  const answer = await page.request.post(`${hosts.sandbox}/api/faults`, {
    data: { provider: 'audience', target, failure, times },
  });
  if (!answer.ok()) throw new Error(`The sandbox answered ${answer.status()}.`);
}

/** Whether a URL is a creator's report. */
export const isReportCall = (url: URL): boolean =>
  url.origin === hosts.api && /\/brand\/[^/]+\/audience-data$/.test(url.pathname);

/** The audience report in the creator's drawer. */
export const insightsSection = (page: Page): Locator =>
  page.getByRole('complementary').getByRole('region', { name: 'Deep insights', exact: true });

/** The button that buys the first report. */
export const buyButton = (within: Locator): Locator =>
  within.getByRole('button', { name: 'Get deep insights 1 credit' });
