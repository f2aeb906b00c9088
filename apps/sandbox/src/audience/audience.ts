import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { html, pdfOf, plain } from '../page/page.ts';
import { needed, number, registerControl } from '../platform/control.ts';
import {
  type AdmittedCall,
  type Answer,
  answerCall,
  FAULTS,
  type Failure,
  type Faults,
  ok,
} from '../platform/faults.ts';
import { CallLog, KeptState } from '../platform/state.ts';
import {
  audiencesOf,
  contactsOf,
  findAccount,
  profileOf,
  type VendorAccount,
  vendorPlatforms,
} from './audience-data.ts';
import { accountOf, type FoundPerson, GEOS, HOSTILE, peopleOn, searchPeople } from './audience-search.ts';

/** The provider's API key. */
export const AUDIENCE_KEY = 'sandbox-audience-key';

const BASE = '/socapi/v2.0/api';
const REPORT_TOKENS = 1;
const CONTACT_TOKENS = 0.04;
const RESULT_TOKENS = 0.01;
/** Days for which a result that was shown isn't charged again. */
const SHOWN_DAYS = 30;
const REQUESTS_PER_SECOND = 10;

type AudienceFailure = Failure<'audience'>;
type Query = Partial<Record<'platform' | 'url' | 'fmt', string>>;
type AudienceRequest = FastifyRequest<{ Querystring: Query; Params: { id: string }; Body: unknown }>;

const refusal = (status: number, error: string, error_message: string): Answer => ({
  status,
  body: { success: false, error, error_message },
  headers: status === 429 ? { 'retry-after': '1' } : {},
});

/** Error responses by fault name. */
const REFUSALS = {
  bad_request: refusal(400, 'bad_request', 'The request is not valid.'),
  bad_filter: refusal(400, 'bad_filter', 'The filter is not valid.'),
  retry_later: refusal(400, 'retry_later', 'Data is being prepared. Try again later.'),
  empty: refusal(400, 'empty_audience_data', 'There is not enough audience data.'),
  private: refusal(400, 'account_is_private', 'This account is private.'),
  removed: refusal(400, 'account_removed', 'This account was removed.'),
  not_found: refusal(400, 'account_not_found', 'There is no such account.'),
  no_tokens: refusal(400, 'no_tokens_remaining', 'No tokens remaining.'),
  no_contacts: refusal(400, 'no_contacts', 'No contacts for this account.'),
  not_authenticated: refusal(401, 'not_authenticated', 'The key is missing.'),
  wrong_key: refusal(403, 'invalid_api_key', 'The key is not valid.'),
  gone: refusal(404, 'not_found', 'There is no such report.'),
  rate_limit: refusal(429, 'rate_limit_exceeded', 'Too many requests.'),
  error_500: refusal(500, 'internal_server_error', 'Something went wrong.'),
  contacts_failed: refusal(500, 'internal_server_error', 'Something went wrong.'),
  down: refusal(503, 'service_unavailable', 'The service is not available.'),
};
/** Kinds of calls that faults distinguish. */
type CallKind = 'report' | 'contacts' | 'search' | 'other';

const ANYWHERE = new Set(['wrong_key', 'rate_limit', 'error_500', 'down', 'slow', 'hang']);
const REPORTS_ONLY = new Set(['lost', 'half', 'partial', 'retry_later', 'empty']);
const CONTACTS_ONLY = new Set(['no_contacts', 'contacts_failed']);
const SEARCH_ONLY = new Set(['bad_filter', 'hostile', 'flood']);
const SEARCHES = new Set([
  'garbage',
  'lost',
  'half',
  'partial',
  'retry_later',
  'no_tokens',
  ...SEARCH_ONLY,
  ...ANYWHERE,
]);

/** Returns whether a fault applies to a call: free calls fail only if the whole provider does. */
function concerns(failure: string, kind: CallKind): boolean {
  if (kind === 'other') return ANYWHERE.has(failure);
  if (kind === 'search') return SEARCHES.has(failure);
  if (SEARCH_ONLY.has(failure)) return false;
  return !(kind === 'report' ? CONTACTS_ONLY : REPORTS_ONLY).has(failure);
}

/** Accounts such as `sandbox_private` and `sandbox_retry_later_3` fail by name. */
function failureInName(handle: string): { failure: AudienceFailure; times: number } | null {
  const [, word = '', count] = /^sandbox_([a-z_]+?(?:_500)?)(?:_(\d{1,2}))?$/.exec(handle) ?? [];
  if (!(word in FAULTS.audience.failures)) return null;
  return { failure: word as AudienceFailure, times: Number(count ?? 1) };
}

/**
 * Determines the failure of a call: faults of the account first, then of all accounts, then by
 * name.
 */
function failures(faults: Faults) {
  /** Number of requests per account with `retry_later` in its name. */
  const attempts = new Map<string, number>();
  return (kind: CallKind, handle: string): { failure: AudienceFailure; seconds: number } | null => {
    const fault = faults.take('audience', [handle, '*'], (failure) => concerns(failure, kind));
    if (fault) return fault;
    const named = failureInName(handle);
    if (!named || !concerns(named.failure, kind)) return null;
    const asked = (attempts.get(handle) ?? 0) + 1;
    const isOver = named.failure === 'retry_later' && asked > named.times;
    attempts.set(handle, isOver ? 0 : asked);
    return isOver ? null : { failure: named.failure, seconds: 1 };
  };
}

/** A report in the provider's format. */
function reportJson(made: MadeReport) {
  const time = (moved: number) =>
    new Date(Date.parse(made.created) - moved).toISOString().replace('Z', '+00:00');
  return {
    success: true,
    version: '2',
    report_info: { report_id: made.id, created: time(0), profile_updated: time(2 * 86_400_000) },
    user_profile: { ...profileOf(made, made.number), contacts: [] },
    ...audiencesOf(made, made.number),
  };
}

type Share = { code: string; name?: string; weight: number };

/** The provider's PDF: account, date and the largest audience segments. */
function reportPdf({ user_profile, report_info, ...report }: ReturnType<typeof reportJson>): Promise<Buffer> {
  const { fullname, url } = user_profile as Record<string, unknown>;
  return pdfOf('Audience report', (document) => {
    document
      .fontSize(13)
      .text(plain(String(fullname)))
      .fontSize(10);
    document.text(`${url} - made on ${report_info.created.slice(0, 10)} - report ${report_info.report_id}`);
    for (const [name, subset] of Object.entries(report)) {
      const { data } = subset as { data?: Record<string, unknown> };
      if (!data) continue;
      document.moveDown().fontSize(13).text(name.replace('_', ' ')).fontSize(10);
      for (const [title, shares] of Object.entries({ ...data, ...(data.audience_geo as object) })) {
        if (!Array.isArray(shares) || !shares[0]?.code) continue;
        const parts = (shares as Share[])
          .slice(0, 8)
          .map(({ code, name, weight }) => `${name ?? code} ${((weight ?? 0) * 100).toFixed(1)}%`);
        document.text(plain(`${title.replaceAll('_', ' ')}: ${parts.join(', ')}`));
      }
    }
  });
}

/** Handler of a call about an account, or of a free call. */
type Work = (call: {
  request: AudienceRequest;
  account: VendorAccount | null;
  failure: string | null;
}) => Answer | Promise<Answer>;

const COST = 'x-tokens-cost';
const charged = (body: object, tokens: number): Answer => ({
  ...ok(body),
  headers: { [COST]: String(tokens) },
});

/** Registers the provider's API below /socapi/v2.0/api, with and without trailing slashes. */
function registerAudienceVendor(app: FastifyInstance, store: AudienceStore, faults: Faults): void {
  const decide = failures(faults);
  const recent: number[] = [];
  const isTooFast = (now: number): boolean => {
    while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
    if (recent.length >= REQUESTS_PER_SECOND) return true;
    recent.push(now);
    return false;
  };

  /** Admits a call or returns an error. */
  function admit(kind: CallKind, work: Work, request: AudienceRequest): AdmittedCall {
    const refused = (answer: Answer) => ({ fault: null, work: () => answer });
    const key = request.headers['x-api-key'];
    if (key !== AUDIENCE_KEY) return refused(key ? REFUSALS.wrong_key : REFUSALS.not_authenticated);
    if (isTooFast(Date.now())) return refused(REFUSALS.rate_limit);
    const { platform, url = '' } = request.query;
    const known = vendorPlatforms.find((one) => one === platform);
    const account = known ? findAccount(known, url) : null;
    const isAbout = kind === 'report' || kind === 'contacts';
    if (isAbout && !account) return refused(REFUSALS.bad_request);
    const fault = decide(kind, kind === 'search' ? 'search' : isAbout ? (account?.handle ?? '') : '');
    return { fault, work: (failure) => work({ request, account, failure }) };
  }
  const on = (path: string, kind: CallKind, work: Work) => {
    const handler = (request: AudienceRequest, reply: FastifyReply) => {
      const account = request.query.url ?? request.params.id ?? '';
      const seen = (status: number, failure: string | null, { body, headers }: Answer) => {
        const { error = failure } = body as { error?: string };
        store.calls.add({ call: `/${path}`, account, status, error, cost: Number(headers?.[COST] ?? 0) });
      };
      const vendor = { faults, answers: REFUSALS, seen, save: store.save, lose: faults.hang };
      return answerCall(reply.header(COST, '0'), vendor, () => admit(kind, work, request));
    };
    for (const url of [`${BASE}/${path}`, `${BASE}/${path}/`])
      app.route({ method: ['GET', 'POST'], url, handler: handler as never });
  };

  on('reports/new', 'report', ({ account, failure }) => {
    if (!account || !store.spend(REPORT_TOKENS)) return REFUSALS.no_tokens;
    const body = reportJson(store.make(account));
    const partial = { report_info: undefined, audience_followers: undefined };
    return charged({ ...body, ...(failure === 'partial' && partial) }, REPORT_TOKENS);
  });
  on('reports', 'other', ({ account }) => {
    if (!account) return REFUSALS.bad_request;
    const results = store.reports(account).map((made) => {
      const { report_info, user_profile } = reportJson(made);
      return { id: made.id, created_at: report_info.created, user_profile };
    });
    return ok({ success: true, total: results.length, results });
  });
  on('reports/:id', 'other', async ({ request }) => {
    const made = store.reports().find(({ id }) => id === request.params.id);
    if (!made) return REFUSALS.gone;
    const body = reportJson(made);
    if (request.query.fmt !== 'pdf') return ok(body);
    return { ...ok(await reportPdf(body)), headers: { 'content-type': 'application/pdf' } };
  });
  on('search/newv1', 'search', ({ request, failure }) => search(store, request, failure));
  on('geos', 'other', () => ok(GEOS));
  on('exports/contacts', 'contacts', ({ account }) => {
    const contacts = account ? contactsOf(account) : [];
    if (!account || contacts.length === 0) return REFUSALS.no_contacts;
    if (!store.spend(CONTACT_TOKENS)) return REFUSALS.no_tokens;
    return charged({ success: true, user_profile: { ...profileOf(account, 0), contacts } }, CONTACT_TOKENS);
  });
}

/** Creator search with `auto_unhide`: results that weren't shown in the last 30 days are charged. */
function search(store: AudienceStore, { query, body }: AudienceRequest, failure: string | null): Answer {
  const platform = vendorPlatforms.find((one) => one === query.platform);
  if (!platform || failure === 'bad_filter') return platform ? REFUSALS.bad_filter : REFUSALS.bad_request;
  const found = searchPeople(platform, body);
  if (!found) return REFUSALS.bad_filter;
  const people = failure === 'flood' ? peopleOn(platform) : found.page;
  const cost = store.show(people);
  if (cost === null) return REFUSALS.no_tokens;
  const accounts: unknown[] =
    failure === 'flood'
      ? Array.from({ length: 10_000 }, (_, at) => accountOf(people[at % people.length] as FoundPerson))
      : people.map(accountOf);
  if (failure === 'hostile') accounts.unshift(...HOSTILE);
  if (failure === 'partial') return charged({ success: true, total: found.total, results: [] }, cost);
  return charged({ success: true, total: found.total, accounts, cost, shown_accounts: [] }, cost);
}

/** Days a report can be downloaded again. */
const KEPT_DAYS = 45;
const DAY_MS = 86_400_000;

/** A report, whose content is derived from account and number. */
export interface MadeReport extends VendorAccount {
  id: string;
  /** Number of earlier reports of the account. */
  number: number;
  created: string;
}

/** The provider's persistent state. */
class AudienceStore extends KeptState<{
  tokens: number;
  reports: MadeReport[];
  /** When results of searches were shown, by platform and ID. */
  shown: Map<string, number>;
}> {
  readonly calls = new CallLog<{
    call: string;
    account: string;
    status: number;
    error: string | null;
    cost: number;
  }>();

  constructor(dataDir: string) {
    super(join(dataDir, 'audience'), () => ({ tokens: 1000, reports: [], shown: new Map() }));
  }

  get tokens(): number {
    return Math.round(this.state.tokens * 100) / 100;
  }

  /** Returns available reports of one account or all, newest first. */
  reports(of?: Pick<VendorAccount, 'platform' | 'handle'>): MadeReport[] {
    const oldest = Date.now() - KEPT_DAYS * DAY_MS;
    const isOf = (one: MadeReport) => !of || (one.platform === of.platform && one.handle === of.handle);
    return this.state.reports.filter((one) => Date.parse(one.created) > oldest && isOf(one)).reverse();
  }

  /** Spends tokens; false without spending if there are too few. */
  spend(tokens: number): boolean {
    if (this.state.tokens < tokens) return false;
    this.state.tokens -= tokens;
    return true;
  }

  /** Shows results, and returns the tokens for those that are new; null without showing any if there are too few. */
  show(people: readonly FoundPerson[]): number | null {
    const now = Date.now();
    const { shown } = this.state;
    const keys = people.map(({ platform, userId }) => `${platform} ${userId}`);
    const fresh = keys.filter((key) => (shown.get(key) ?? 0) <= now - SHOWN_DAYS * DAY_MS);
    const cost = Number((fresh.length * RESULT_TOKENS).toFixed(2));
    if (!this.spend(cost)) return null;
    for (const key of fresh) shown.set(key, now);
    return cost;
  }

  /** Creates the next report of an account. */
  make(account: VendorAccount): MadeReport {
    const id = randomBytes(12).toString('hex');
    const number = this.reports(account).length;
    const report: MadeReport = { id, ...account, number, created: new Date().toISOString() };
    this.state.reports.push(report);
    return report;
  }

  /** Makes all reports this many days older. */
  age(days: number): void {
    for (const [key, at] of this.state.shown) this.state.shown.set(key, at - days * DAY_MS);
    for (const report of this.state.reports)
      report.created = new Date(Date.parse(report.created) - days * DAY_MS).toISOString();
  }
}

/** The audience data provider: its API, its state below /api/audience, and its page. */
export async function registerAudience(
  app: FastifyInstance,
  { dataDir, faults }: { dataDir: string; faults: Faults },
): Promise<void> {
  const store = new AudienceStore(dataDir);
  await store.open();
  registerAudienceVendor(app, store, faults);
  const state = () => ({ tokens: store.tokens, reports: store.reports(), calls: store.calls.list });
  const intro = () =>
    html`${store.tokens.toLocaleString('en')} tokens left; a report takes 1, contact details 0.04, a new search result 0.01. Faults with the target <code>search</code> concern searches. A name such as <code>sandbox_private</code> or <code>sandbox_retry_later_2</code> carries its fault in itself.`;
  await registerControl(app, { provider: 'audience', faults, intro, state, save: store.save }, (on) => {
    on('DELETE', '/', {}, () => {
      store.reset();
      store.calls.clear();
      return state();
    });
    on('POST', '/tokens', { tokens: needed(number(1e6)) }, ({ tokens }) => {
      store.state.tokens = tokens;
      return state();
    });
    on('POST', '/age', { days: needed(number(365)) }, ({ days }) => {
      store.age(days);
      return state();
    });
  });
}
