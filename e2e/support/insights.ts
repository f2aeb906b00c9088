import type { Locator, Page } from '@playwright/test';
import { hosts } from './hosts.ts';
import { apiOf, type FoundCreator } from './lists.ts';

/** One part of an audience, as the API answers it. */
export interface Share {
  code: string;
  name: string | null;
  weight: number;
}

/** A report as the API answers it. */
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

/** Who makes up one audience. */
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

/** What is done with deep insights beside the screen, as the person of a signed-in page. */
export async function insightsOf(page: Page) {
  const api = await apiOf(page);
  const held = (creator: { id: string }) =>
    api.get<HeldReport>(`${api.brand}/audience-data?socialProfileId=${creator.id}`);

  /** A creator of whom the brand has no report; another one each time. */
  async function freshCreator(query = '&platform=instagram'): Promise<FoundCreator> {
    const most = 20_000 + Math.floor(Math.random() * 200_000);
    const { creators } = await api.get<{ creators: FoundCreator[] }>(
      `${api.brand}/creators?sort=followers&followersMax=${most}${query}`,
    );
    for (const creator of creators) if (!(await held(creator)).report) return creator;
    throw new Error('The brand has a report of everybody here.');
  }

  /** Buys a report without looking at it. */
  const buy = (creator: { id: string }) =>
    api.send<HeldReport>('POST', `${api.brand}/audience-data`, { socialProfileId: creator.id });

  return { ...api, held, freshCreator, buy };
}

/** Adds a fault of an account at the sandbox's vendor of reports. */
export async function faultAt(page: Page, target: string, failure: string, times = 1): Promise<void> {
  const answer = await page.request.post(`${hosts.sandbox}/api/faults`, {
    data: { provider: 'audience', target, failure, times },
  });
  if (!answer.ok()) throw new Error(`The sandbox answered ${answer.status()}.`);
}

/** Whether an address is that of the report of a creator. */
export const isReportCall = (url: URL): boolean =>
  url.origin === hosts.api && /\/brand\/[^/]+\/audience-data$/.test(url.pathname);

/** The audience report inside the creator's drawer. */
export const insightsSection = (page: Page): Locator =>
  page.getByRole('complementary').getByRole('region', { name: 'Deep insights', exact: true });

/** The button that buys the first report. */
export const buyButton = (within: Locator): Locator =>
  within.getByRole('button', { name: 'Get deep insights 1 credit' });
