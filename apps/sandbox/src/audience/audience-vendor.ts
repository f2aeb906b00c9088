import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Faults } from '../platform/faults.ts';
import {
  contactsOf,
  findAccount,
  profileOf,
  type VendorAccount,
  vendorPlatforms,
} from './audience-account.ts';
import { reportPdf } from './audience-pdf.ts';
import { pdfAddressCounts, reportEntry, reportJson } from './audience-report.ts';
import { type AudienceCall, type AudienceFailure, AudienceScripts, refusals } from './audience-script.ts';
import type { AudienceStore } from './audience-store.ts';

/** The key this vendor gave out. */
export const AUDIENCE_KEY = 'sandbox-audience-key';

const BASE = '/socapi/v2.0/api';
const REPORT_TOKENS = 1;
const CONTACT_TOKENS = 0.04;
const REQUESTS_PER_SECOND = 10;

type Query = Partial<Record<'platform' | 'url' | 'q' | 'fmt' | 'dry_run', string>>;
type AudienceRequest = FastifyRequest<{ Querystring: Query; Params: { id: string } }>;

/** What a call answers, and what it cost. */
interface Answer {
  status: number;
  body: object | Buffer;
  cost?: number;
}

/** A call about an account, or one that is free. */
interface Call {
  request: AudienceRequest;
  reply: FastifyReply;
  account: VendorAccount | null;
  failure: AudienceFailure | null;
}

/** The audience data vendor below /socapi/v2.0/api, each address with and without its last slash. */
export function registerAudienceVendor(app: FastifyInstance, store: AudienceStore, faults: Faults): void {
  const scripts = new AudienceScripts(faults);
  const recent: number[] = [];
  const isTooFast = (now: number): boolean => {
    while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
    if (recent.length >= REQUESTS_PER_SECOND) return true;
    recent.push(now);
    return false;
  };
  const seen = (request: AudienceRequest, status: number, error: string | null, cost = 0) =>
    store.seen({
      call: (request.routeOptions.url ?? '').slice(BASE.length),
      account: request.query.url ?? request.params.id ?? '',
      ...{ status, error, cost },
    });

  function send(request: AudienceRequest, reply: FastifyReply, { status, body, cost = 0 }: Answer) {
    seen(request, status, 'error' in body && typeof body.error === 'string' ? body.error : null, cost);
    if (status === 429) reply.header('retry-after', '1');
    return reply
      .code(status)
      .header('x-tokens-cost', String(cost))
      .header('cache-control', 'no-store')
      .type(Buffer.isBuffer(body) ? 'application/pdf' : 'application/json; charset=utf-8')
      .send(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  }

  function accountOf({ platform, url }: Query): VendorAccount | null {
    const known = vendorPlatforms.find((one) => one === platform);
    return known && url ? findAccount(known, url) : null;
  }

  /** Adds a call: key, pace and faults come first. A call other than `other` is about an account. */
  function on(
    path: string,
    kind: AudienceCall,
    work: (call: Call) => Answer | Promise<Answer | null> | null,
  ) {
    const handler = async (request: AudienceRequest, reply: FastifyReply) => {
      const key = request.headers['x-api-key'];
      if (!key) return send(request, reply, refusals.not_authenticated);
      if (key !== AUDIENCE_KEY) return send(request, reply, refusals.wrong_key);
      if (isTooFast(Date.now())) return send(request, reply, refusals.rate_limit);
      const account = accountOf(request.query);
      if (kind !== 'other' && !account) return send(request, reply, refusals.bad_request);
      const fault = scripts.decide(kind, kind === 'other' ? '' : (account?.handle ?? ''));
      const failure = fault?.failure ?? null;
      if (failure && failure in refusals)
        return send(request, reply, refusals[failure as keyof typeof refusals]);
      const asFault = fault && { provider: 'audience' as const, target: '*', times: null, ...fault };
      const failed = await faults.fail(asFault, reply, {});
      if (failed !== null) {
        seen(request, failed, failure);
        return reply;
      }
      const answer = await work({ request, reply, account, failure });
      await store.save();
      return answer ? send(request, reply, answer) : reply;
    };
    for (const url of [`${BASE}/${path}`, `${BASE}/${path}/`])
      app.route({ method: path === 'reports/new' ? ['GET', 'POST'] : 'GET', url, handler: handler as never });
  }

  on('reports/new', 'report', ({ request, reply, account, failure }) => {
    if (!account) return refusals.bad_request;
    if (['1', 'true'].includes(request.query.dry_run ?? ''))
      return { status: 200, body: { success: true, dry_run: true } };
    if (!store.spend(REPORT_TOKENS)) return refusals.no_tokens;
    const { report_info, audience_followers, ...rest } = reportJson(store.make(account));
    const cost = REPORT_TOKENS;
    if (failure === 'partial') return { status: 200, body: rest, cost };
    const body = { report_info, audience_followers, ...rest };
    if (failure !== 'lost' && failure !== 'half') return { status: 200, body, cost };
    seen(request, 0, failure, cost);
    if (failure === 'lost') faults.hang(reply);
    else breakInside(reply, JSON.stringify(body));
    return null;
  });
  on('reports', 'other', ({ request, account }) => {
    if (!account) return refusals.bad_request;
    const results = store.reports(account).map((made) => reportEntry(made, originOf(request), store.secret));
    return { status: 200, body: { success: true, total: results.length, results } };
  });
  on('reports/:id', 'other', async ({ request }) => {
    const made = store.report(request.params.id);
    if (!made) return refusals.gone;
    const body = reportJson(made);
    return { status: 200, body: request.query.fmt === 'pdf' ? await reportPdf(body) : body };
  });
  on('exports/contacts', 'contacts', ({ account }) => {
    const contacts = account ? contactsOf(account) : [];
    if (!account || contacts.length === 0) return refusals.no_contacts;
    if (!store.spend(CONTACT_TOKENS)) return refusals.no_tokens;
    const user_profile = { ...profileOf(account, 0), contacts };
    return { status: 200, body: { success: true, user_profile }, cost: CONTACT_TOKENS };
  });
  on('account/info', 'other', () => ({ status: 200, body: { success: true, credits: store.tokens } }));

  app.get<{ Params: { file: string }; Querystring: { expires?: string; signature?: string } }>(
    '/socapi/pdf/:file',
    async (request, reply) => {
      const id = request.params.file.replace(/\.pdf$/, '');
      const { expires, signature = '' } = request.query;
      const made = store.report(id);
      if (!made || !pdfAddressCounts(id, Number(expires), signature, store.secret))
        return reply.code(403).type('text/plain').send('This address has expired.');
      return reply.type('application/pdf').send(await reportPdf(reportJson(made)));
    },
  );
}

/** Answers half of a body, then breaks the connection off. */
function breakInside(reply: FastifyReply, body: string): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-tokens-cost': String(REPORT_TOKENS),
  });
  reply.raw.write(body.slice(0, body.length / 2), () => reply.raw.destroy());
}

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;
