import type { Page } from '@playwright/test';
import { hosts } from './hosts.ts';
import { apiOf } from './lists.ts';
import { tokenOf } from './login.ts';

/** A screen to check in both color schemes, on desktop and phone. */
export interface Screen {
  /** The route's name in the app's route tree. */
  route: string;
  /** Its URL; `{campaign}` and similar placeholders are replaced. */
  address: string;
  /** The start of the document's title once loaded. */
  title: string;
}

const screen = (route: string, title: string, address = route): Screen => ({ route, title, address });

/** A demo campaign with content on every tab. */
const CAMPAIGN = 'Autumn Trail Kit';

/** Dashboard screens for visitors. */
export const VISITOR_SCREENS = [
  screen('/pricing', 'Pricing'),
  screen('/book-a-demo', 'Book a Demo'),
  screen('/demo-confirmation', 'Demo Booked'),
  screen('/faq', 'FAQ'),
  screen('/terms', 'Terms'),
  screen('/order-integration-install', 'Connect your'),
  screen('/closed', 'This account is closed', '/closed?until=2030-01-31'),
  screen('/reopen/$token', 'Reopen the account', '/reopen/nobody-has-this-link'),
  screen('/shared/$token', "This link doesn't work", '/shared/nobody-has-this-link'),
  screen('/review/$token', "This link doesn't work", '/review/nobody-has-this-link'),
  screen('/team-invite/$token', 'Invitation not found', '/team-invite/nobody-has-this-link'),
];

/** Member screens. */
export const MEMBER_SCREENS = [
  screen('/campaigns', 'Campaigns'),
  screen('/campaigns/$campaignId', CAMPAIGN, '/campaigns/{campaign}'),
  screen('/campaigns/$campaignId/overview', CAMPAIGN, '/campaigns/{campaign}/overview'),
  screen('/campaigns/$campaignId/opt-ins', CAMPAIGN, '/campaigns/{campaign}/opt-ins'),
  screen('/campaigns/$campaignId/gifts', CAMPAIGN, '/campaigns/{campaign}/gifts'),
  screen('/campaigns/$campaignId/shoutouts', CAMPAIGN, '/campaigns/{campaign}/shoutouts'),
  screen('/campaigns/$campaignId/stories', CAMPAIGN, '/campaigns/{campaign}/stories'),
  screen('/campaigns/$campaignId/uploads', CAMPAIGN, '/campaigns/{campaign}/uploads'),
  screen('/campaigns/$campaignId/content-previews', CAMPAIGN, '/campaigns/{campaign}/content-previews'),
  screen('/campaigns/$campaignId/metrics', CAMPAIGN, '/campaigns/{campaign}/metrics'),
  screen('/campaign-builder/$campaignId', CAMPAIGN, '/campaign-builder/{campaign}'),
  screen('/welcome', 'Welcome'),
  screen('/creator-search', 'Creator Recruitment'),
  screen('/creator-search/lists', 'Creator lists'),
  screen('/creator-search/deep-insights', 'Deep Insights'),
  screen('/creator-search/invites', 'Campaign invites'),
  screen('/creator-search/archived', 'Archived creators'),
  screen('/creator-search/similar', 'Similar creators', '/creator-search/similar?campaign={campaign}'),
  screen('/creator-search/import', 'Import creators'),
  screen('/creator-search/import/$importId', 'Import creators', '/creator-search/import/{import}'),
  screen('/analytics', 'Analytics'),
  screen('/analytics/$tab', 'Analytics', '/analytics/campaigns'),
  screen('/analytics/$tab', 'Analytics', '/analytics/creators'),
  screen('/analytics/$tab', 'Analytics', '/analytics/content'),
  screen('/analytics/$tab', 'Analytics', '/analytics/costs'),
  screen('/analytics/reports/$reportId', 'Checked report', '/analytics/reports/{report}'),
  screen('/social-listening', 'Social Listening'),
  screen('/social-listening/$tab', 'Social Listening', '/social-listening/monitors'),
  screen('/social-listening/$tab', 'Social Listening', '/social-listening/summary'),
  screen('/social-listening/$tab', 'Social Listening', '/social-listening/alerts'),
  screen('/social-listening/$tab', 'Social Listening', '/social-listening/sources'),
  screen('/affiliate/$tab', 'Affiliate', '/affiliate/dashboard'),
  screen('/inbox', 'Inbox'),
  screen('/inbox/$campaignId', 'Inbox', '/inbox/{campaign}/'),
  screen('/inbox/$campaignId/chat/$optInId', 'Inbox', '/inbox/{talk}/chat/{optIn}'),
  screen('/inbox/conversations/$conversationId', 'Inbox', '/inbox/conversations/{conversation}'),
  screen('/account', 'Account'),
  screen('/account/$page', 'Account: Team', '/account/team'),
  screen('/account/$page', 'Account: Email settings', '/account/email-settings'),
  screen('/account/$page', 'Account: Mailboxes', '/account/mailboxes'),
  screen('/account/$page', 'Account: Agreements', '/account/agreements'),
  screen('/account/$page', 'Account: Notifications', '/account/notifications'),
  screen('/account/$page', 'Account: API and webhooks', '/account/api-keys'),
  screen('/account/$page', 'Account: Data', '/account/export'),
  screen('/account/credits', 'Credits'),
  screen('/account/orders', 'Orders'),
  screen('/account/payments', 'Payments to creators'),
  screen('/profile', 'Profile'),
  screen('/pricing/$planId', 'Pricing', '/pricing/starter_annually'),
  screen('/updates', "What's New"),
];

/** Additional administrator screens. */
export const ADMIN_SCREENS = [
  screen('/admin', 'Brands'),
  screen('/admin/billing', 'Billing'),
  screen('/admin/demo-requests', 'Demo requests'),
  screen('/admin/features', 'Features'),
  screen('/admin/jobs', 'Jobs'),
  screen('/admin/opt-outs', 'Opt-outs'),
  screen('/admin/providers', 'Providers'),
];

/** Routes that redirect. */
export const LEADING_ON = [
  '/',
  '/$',
  '/login',
  '/logout',
  '/signup',
  '/signup/$offer',
  '/affiliate',
  '/campaigns/$campaignId/$tab',
];

/** A realistic file of creators, with a column to confirm and a rejected row. */
const FILE =
  'username,platform,followers,where\nrun_mara,instagram,48.200,Portugal\n,instagram,12,Spain\njo.trail,tiktok,9k,Spain\n';

const REPORT = {
  name: 'Checked report',
  subtitle: '',
  widgets: [
    { id: 'a', kind: 'figures', title: '', formulas: ['net-revenue', 'orders', 'spend', 'roas'] },
    { id: 'b', kind: 'chart', title: '', measure: 'net-revenue', form: 'line', every: null },
    { id: 'c', kind: 'text', title: '', text: 'Checked for contrast and labels.' },
  ],
  filters: { campaignId: null, creatorId: null, platform: null },
  window: { kind: 'fixed', from: '2026-10-01', to: '2026-10-31' },
  zone: 'Europe/Lisbon',
  currency: null,
  compare: 'previous',
};

/** Replacements for the placeholders in {@link MEMBER_SCREENS}, from the demo data. */
export async function namesFor(page: Page): Promise<Record<string, string>> {
  const { brand, get, headers } = await apiOf(page);
  const { campaigns } = await get<{ campaigns: { id: string; title: string }[] }>(`${brand}/campaigns`);
  const campaign = campaigns.find(({ title }) => title === CAMPAIGN)?.id ?? '';
  const { conversations } = await get<{
    conversations: { id: string; optInId: string | null; campaignId: string | null }[];
  }>(`${brand}/inbox`);
  const chat = conversations.find(({ optInId }) => optInId !== null);
  const answeredInvite = conversations.find(({ optInId }) => optInId === null);
  const sent = await page.request.post(`${hosts.api}${brand}/imports`, {
    headers,
    multipart: {
      file: { name: 'creators.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) },
    },
  });
  const { import: made } = (await sent.json()) as { import: { id: string } };
  const created = await page.request.post(`${hosts.api}${brand}/reports`, { headers, data: REPORT });
  const { report } = (await created.json()) as { report: { id: string } };
  return {
    campaign,
    talk: chat?.campaignId ?? '',
    optIn: chat?.optInId ?? '',
    conversation: answeredInvite?.id ?? conversations[0]?.id ?? '',
    import: made.id,
    report: report.id,
  };
}

/** URLs of the creators' app for a signed-in creator. */
export async function creatorAddresses(page: Page): Promise<string[]> {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  const answer = await page.request.get(`${hosts.api}/creator/opt-ins`, { headers });
  const { optIns } = (await answer.json()) as { optIns: { id: string; campaignId: string }[] };
  const [one] = optIns;
  if (!one) throw new Error('The demo creator has no collaborations.');
  return [
    '/',
    `/campaigns/${one.campaignId}`,
    `/opt-ins/${one.id}`,
    '/account',
    '/what-brands-see',
    '/connect',
  ];
}

/** Screens of the creators' app; two of them redirect. */
export const PORTAL_SCREENS = [
  '/',
  '/login',
  '/logout',
  '/invite/$token',
  '/campaigns/$campaignId',
  '/opt-ins/$optInId',
  '/programs/$affiliateId',
  '/account',
  '/what-brands-see',
  '/connect',
];

/** Pages of the login host. Pages of a login are below `/interaction/:uid`; the others need a session. */
export const LOGIN_HOST_PAGES = [
  { route: '/interaction/:uid/login', address: '/login' },
  { route: '/interaction/:uid/signup', address: '/signup' },
  { route: '/interaction/:uid/forgot', address: '/forgot' },
  { route: '/interaction/:uid/reset', address: '/reset?token=nobody-has-this-link' },
  { route: '/interaction/:uid/verify', address: '/verify?token=nobody-has-this-link' },
  { route: '/privacy', address: '/privacy' },
  { route: '/account', address: '/account' },
  { route: '/account/sessions', address: '/account/sessions' },
  { route: '/account/password', address: '/account/password' },
  { route: '/account/email', address: '/account/email' },
  { route: '/account/email/confirm', address: '/account/email/confirm?token=nobody-has-this-link' },
  { route: '/account/two-step', address: '/account/two-step' },
  { route: '/account/recovery-codes', address: '/account/recovery-codes' },
  { route: '/account/passkeys', address: '/account/passkeys' },
  { route: '/account/confirm', address: '/account/confirm' },
  { route: '/account/close', address: '/account/close' },
];

/** URLs of the login host that redirect, return files, or are only reached by a form. */
export const LOGIN_HOST_LEADING_ON = [
  '/',
  '/interaction/:uid',
  '/interaction/:uid/cancel',
  '/interaction/:uid/check-mail',
  '/interaction/:uid/second',
  '/interaction/:uid/brand',
  '/language',
  '/assets/:version/:name',
  '/favicon.ico',
];
