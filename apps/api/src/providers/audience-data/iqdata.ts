import type {
  AudienceAccount,
  AudienceSource,
  DeliveredReport,
} from '@troupe/domain/discovery/audience-report';
import type { ContactSource } from '@troupe/domain/discovery/creator-contact';
import { CONTACT_TOKENS } from '@troupe/domain/discovery/creator-contact';
import type { DiscoveryVendor } from '@troupe/domain/discovery/outside-search';
import { dayInTimeZone, type ProviderGuard, type QuotaWindow } from '@troupe/domain/discovery/provider';
import { type Problem, problem } from '@troupe/domain/problem';
import { z } from 'zod';
import { type IqdataCaller, VendorFailure, vendorHttp } from './iqdata-http.ts';
import { readIqdataReport } from './iqdata-report.ts';
import { iqdataSearch, SEARCH_PATH } from './iqdata-search.ts';

/** Provider name for quotas and administrators. */
const AUDIENCE_PROVIDER = 'audience-data';
/** Name of its quota. */
const TOKENS_A_DAY = 'Tokens a day';

export interface IqdataOptions {
  /** Empty if no provider is configured; all calls are then `unavailable`. */
  url: string;
  key: string;
  /** Maximum tokens per day (UTC), for reports and contact details together. */
  tokensADay: number;
  /** Timeout for creating a report; other calls have 10 s. */
  reportTimeoutMs?: number;
  otherTimeoutMs?: number;
  book: ProviderGuard;
}

const REPORT_TOKENS = 1;
/** Allowed difference to the provider's clock. */
const CLOCK_TOLERANCE_MS = 60_000;
const PDF_START = '%PDF-';

const NOT_DEDUCTED = 'No credit was deducted.';
const NOT_NOW = `Audience data isn't available right now. Try again in a few minutes. ${NOT_DEDUCTED}`;

/** Problems for the provider's error codes, about the account or about us as its customer. */
const REFUSALS: Record<string, () => Problem> = {
  retry_later: () => problem('retry_later'),
  empty_audience: () => problem('empty_audience_data'),
  empty_audience_data: () => problem('empty_audience_data'),
  account_not_found: () => unavailableFor("The provider can't find this account."),
  account_removed: () => unavailableFor('This account was removed from its platform.'),
  account_data_removed: () => unavailableFor("This account's data was removed on request."),
  account_is_private: () => unavailableFor('This account is private.'),
  bad_request: () => unavailableFor("The provider can't look up this account."),
  bad_filter: () => problem('search_unavailable'),
};

const unavailableFor = (reason: string) =>
  problem('report_unavailable', { message: `${reason} ${NOT_DEDUCTED}` });

const Listed = z.object({
  results: z.array(
    z
      .object({ id: z.string().min(1).max(200), created_at: z.string() })
      .nullable()
      .catch(null),
  ),
});
const Contacts = z.object({
  user_profile: z.object({
    contacts: z.array(z.object({ type: z.string(), value: z.string() }).nullable().catch(null)).nullish(),
  }),
});

const platformOf = ({ platform }: AudienceAccount) => (platform === 'tiktok-shop' ? 'tiktok' : platform);
const accountQuery = (account: AudienceAccount) => ({
  platform: platformOf(account),
  url: account.username,
});

/** Audience data and creator search from the SocAPI / IQData family. */
export function iqdata(options: IqdataOptions): AudienceSource & ContactSource & DiscoveryVendor {
  const call = iqdataCaller(options);
  return Object.assign(iqdataSearch(call, isConfigured(options)), {
    buy: (account) => buyReport(call, account),
    findMade: (account, since) => orProblem(findReport(call, account, since)),
    pdf: (id) => readPdf(call, id),
    contacts: (account) => readContacts(call, account),
  } satisfies AudienceSource & ContactSource);
}

const isConfigured = ({ url, key }: IqdataOptions): boolean => url !== '' && key !== '';
/** Calls that may take as long as a report. */
const SLOW = new Set(['reports/new/', SEARCH_PATH]);

function iqdataCaller(options: IqdataOptions): IqdataCaller {
  const { book, tokensADay, reportTimeoutMs = 30_000, otherTimeoutMs = 10_000 } = options;
  const ask = vendorHttp({
    url: options.url,
    key: options.key,
    circuit: {
      book,
      provider: AUDIENCE_PROVIDER,
      held: () => problem('unavailable', { message: NOT_NOW }),
    },
  });
  const configured = isConfigured(options);

  const quota = (): QuotaWindow & { limit: number } => {
    const { from, to } = dayInTimeZone('UTC', new Date());
    return { name: TOKENS_A_DAY, from, resets: to, limit: tokensADay };
  };

  return async (path, query, { tokens = 0, charged, pdf = false, body } = {}) => {
    if (!configured) throw problem('unavailable', { message: NOT_NOW });
    const window = quota();
    try {
      const answer = await ask({
        path,
        query,
        pdf,
        body,
        timeoutMs: SLOW.has(path) ? reportTimeoutMs : otherTimeoutMs,
        repeatable: tokens === 0,
        isAnswer: (failure) => failure.kind === 'refused' && isAnswer(failure),
        async pay() {
          if (tokens > 0 && !(await book.reserveUnits(AUDIENCE_PROVIDER, window, tokens)))
            throw problem('unavailable', {
              message: `Today's limit for audience data has been reached. Try again tomorrow. ${NOT_DEDUCTED}`,
            });
        },
      });
      const unused = charged ? tokens - Math.min(tokens, charged(answer.json)) : 0;
      if (unused > 0) await book.reserveUnits(AUDIENCE_PROVIDER, window, -unused);
      return answer;
    } catch (error) {
      if (error instanceof VendorFailure && tokens > 0 && error.kind !== 'lost')
        await book.reserveUnits(AUDIENCE_PROVIDER, window, -tokens);
      throw error;
    }
  };
}

async function fetchReport(call: IqdataCaller, id: string): Promise<DeliveredReport | null> {
  const { json } = await call(`reports/${encodeURIComponent(id)}/`, { fmt: 'json' });
  const report = readIqdataReport(json);
  return report && { report, original: json };
}

/** Returns an account's newest report created since a time, or null. */
async function findReport(
  call: IqdataCaller,
  account: AudienceAccount,
  since: Date,
): Promise<DeliveredReport | null> {
  const { json } = await call('reports/', accountQuery(account));
  const from = since.getTime() - CLOCK_TOLERANCE_MS;
  const [newest] = Listed.parse(json)
    .results.flatMap((one) => (one && Date.parse(one.created_at) >= from ? [one] : []))
    .toSorted((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at));
  return newest ? await fetchReport(call, newest.id) : null;
}

/** Rejects a report without any data. */
function delivered(found: DeliveredReport): { outcome: 'delivered' } & DeliveredReport {
  const { audience_followers, audience_likers, audience_commenters } = found.report;
  if (![audience_followers, audience_likers, audience_commenters].some(({ success }) => success))
    throw problem('empty_audience_data');
  return { outcome: 'delivered', ...found };
}

async function buyReport(call: IqdataCaller, account: AudienceAccount): ReturnType<AudienceSource['buy']> {
  const started = new Date();
  let lost = 'unreadable';
  try {
    const { json } = await call('reports/new/', accountQuery(account), { tokens: REPORT_TOKENS });
    const report = readIqdataReport(json);
    if (report) return delivered({ report, original: json });
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.kind !== 'lost') throw asProblem(error);
    lost = error.code;
  }
  // The report may have been created and charged anyway; the free list of reports tells.
  const made = await findReport(call, account, started).catch(() => 'unknown' as const);
  if (made === 'unknown') return { outcome: 'uncertain' };
  if (made) return delivered(made);
  throw lost === 'unreadable'
    ? problem('report_unavailable', {
        message: `The provider returned an invalid response. Try again later. ${NOT_DEDUCTED}`,
      })
    : problem('unavailable', { message: NOT_NOW, detail: `no answer: ${lost}` });
}

async function readPdf(call: IqdataCaller, id: string): ReturnType<AudienceSource['pdf']> {
  try {
    const { bytes } = await call(`reports/${encodeURIComponent(id)}/`, { fmt: 'pdf' }, { pdf: true });
    return new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === PDF_START ? bytes : null;
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    if (error.status === 404) return null;
    throw asProblem(error);
  }
}

async function readContacts(
  call: IqdataCaller,
  account: AudienceAccount,
): ReturnType<ContactSource['contacts']> {
  try {
    const { json } = await call('exports/contacts/', accountQuery(account), { tokens: CONTACT_TOKENS });
    const parsed = Contacts.safeParse(json);
    if (!parsed.success) throw new VendorFailure('lost', 'unreadable');
    return { found: (parsed.data.user_profile.contacts ?? []).filter((contact) => contact !== null) };
  } catch (error) {
    if (!(error instanceof VendorFailure)) throw error;
    const none = NO_CONTACTS[error.code];
    if (none) return { none };
    throw problem('unavailable', {
      message: "We can't look up contact info right now. Try again in a few minutes.",
      detail: error.message,
    });
  }
}

async function orProblem<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof VendorFailure ? asProblem(error) : error;
  }
}

const NO_CONTACTS: Record<string, string> = {
  no_contacts: 'This profile has no contact info',
  account_not_found: "The provider can't find this account",
  account_removed: 'This account was removed from its platform',
  account_data_removed: 'The data of this account was removed on request',
  account_is_private: 'This account is private',
};

/** Rejections about the requested account are normal responses; others are provider problems. */
const isAnswer = ({ code, status }: VendorFailure): boolean =>
  status < 500 && (code in REFUSALS || code in NO_CONTACTS || status === 404);

function asProblem(failure: VendorFailure): Problem {
  const known = failure.kind === 'refused' ? REFUSALS[failure.code] : undefined;
  return known ? known() : problem('unavailable', { message: NOT_NOW, detail: failure.message });
}
