import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  contactsOf,
  findAccount,
  profileOf,
  type VendorAccount,
  vendorPlatforms,
} from './audience-account.ts';
import { reportPdf } from './audience-pdf.ts';
import { pdfAddressCounts, reportEntry, reportJson } from './audience-report.ts';
import {
  type AudienceCall,
  type AudienceScript,
  type VendorFailure,
  vendorFailures,
} from './audience-script.ts';
import type { AudienceStore } from './audience-store.ts';

/** The key this vendor gave out. */
export const AUDIENCE_KEY = 'sandbox-audience-key';

const BASE = '/socapi/v2.0/api';
const REPORT_TOKENS = 1;
const CONTACT_TOKENS = 0.04;
const REQUESTS_PER_SECOND = 10;

interface Asked {
  platform?: string;
  url?: string;
  q?: string;
  fmt?: string;
  dry_run?: string;
  [name: string]: string | undefined;
}

type AskedRequest = FastifyRequest<{ Querystring: Asked; Params: { id: string } }>;

/** The audience data vendor below /socapi/v2.0/api, each address with and without its last slash. */
export function registerAudienceVendor(app: FastifyInstance, store: AudienceStore): void {
  const hanging = new Set<FastifyReply>();
  app.addHook('preClose', async () => {
    for (const reply of hanging) reply.raw.destroy();
  });

  const recent: number[] = [];
  function tooMany(now: number): boolean {
    while (recent[0] !== undefined && recent[0] <= now - 1000) recent.shift();
    if (recent.length >= REQUESTS_PER_SECOND) return true;
    recent.push(now);
    return false;
  }

  async function answer(
    request: AskedRequest,
    reply: FastifyReply,
    { account = '', ...sent }: { status: number; body: object | Buffer; cost?: number; account?: string },
  ) {
    const { status, body, cost = 0 } = sent;
    const error = 'error' in body && typeof body.error === 'string' ? body.error : null;
    const call = (request.routeOptions.url ?? '').slice(BASE.length);
    store.seen({ at: new Date().toISOString(), call, account, status, error, cost });
    if (status === 429) reply.header('retry-after', '1');
    return reply
      .code(status)
      .header('x-tokens-cost', String(cost))
      .header('cache-control', 'no-store')
      .type(Buffer.isBuffer(body) ? 'application/pdf' : 'application/json; charset=utf-8')
      .send(Buffer.isBuffer(body) ? body : JSON.stringify(body));
  }

  const refuse = (request: AskedRequest, reply: FastifyReply, failure: VendorFailure, account = '') =>
    answer(request, reply, {
      status: failure.status,
      body: { success: false, error: failure.error, error_message: failure.message },
      account,
    });

  function hang(request: AskedRequest, reply: FastifyReply, account: string, cost: number) {
    const call = (request.routeOptions.url ?? '').slice(BASE.length);
    store.seen({ at: new Date().toISOString(), call, account, status: 0, error: 'no answer', cost });
    reply.hijack();
    hanging.add(reply);
    reply.raw.on('close', () => hanging.delete(reply));
  }

  /** The failures that need nothing but their code. */
  async function failing(
    request: AskedRequest,
    reply: FastifyReply,
    script: AudienceScript | null,
    account: string,
  ): Promise<boolean> {
    if (script === 'hang') hang(request, reply, account, 0);
    else if (script === 'garbage')
      await reply.type('text/html').send('<html><body><h1>502 Bad Gateway</h1></body></html>');
    else if (script && script in vendorFailures)
      await refuse(request, reply, vendorFailures[script as keyof typeof vendorFailures], account);
    else return false;
    return true;
  }

  /** Key, pace, and orders for the whole vendor. */
  async function begins(request: AskedRequest, reply: FastifyReply): Promise<boolean> {
    const key = request.headers['x-api-key'];
    if (!key) await refuse(request, reply, vendorFailures.not_authenticated);
    else if (key !== AUDIENCE_KEY) await refuse(request, reply, vendorFailures.wrong_key);
    else if (tooMany(Date.now())) await refuse(request, reply, vendorFailures.rate_limit);
    else return true;
    return false;
  }

  function accountOf(asked: Asked): VendorAccount | null {
    const platform = vendorPlatforms.find((one) => one === asked.platform);
    return platform && asked.url ? findAccount(platform, asked.url) : null;
  }

  /** Settles what goes wrong with a call about an account; null when an answer is under way already. */
  async function accountFor(
    request: AskedRequest,
    reply: FastifyReply,
    call: AudienceCall,
  ): Promise<{ account: VendorAccount; script: AudienceScript | null } | null> {
    if (!(await begins(request, reply))) return null;
    const account = accountOf(request.query);
    if (!account) {
      await refuse(request, reply, vendorFailures.bad_request);
      return null;
    }
    const script = store.scripts.decide(call, account.handle, new Date());
    if (script) await store.save();
    return (await failing(request, reply, script, account.handle)) ? null : { account, script };
  }

  /** One of the free calls, which only an order for all accounts can break. */
  async function free(request: AskedRequest, reply: FastifyReply): Promise<boolean> {
    if (!(await begins(request, reply))) return false;
    return !(await failing(request, reply, store.scripts.decide('other', '', new Date()), ''));
  }

  async function newReport(request: AskedRequest, reply: FastifyReply) {
    const found = await accountFor(request, reply, 'report');
    if (!found) return reply;
    const { account, script } = found;
    const at = account.handle;
    if (request.query.dry_run === '1' || request.query.dry_run === 'true')
      return answer(request, reply, { status: 200, body: { success: true, dry_run: true }, account: at });
    if (!store.spend(REPORT_TOKENS)) return refuse(request, reply, vendorFailures.no_tokens, at);
    const made = store.make(account);
    await store.save();
    const body = reportJson(made);
    if (script === 'lost') return hang(request, reply, at, REPORT_TOKENS);
    if (script === 'partial') {
      const { report_info: _, audience_followers: __, ...rest } = body;
      return answer(request, reply, { status: 200, body: rest, cost: REPORT_TOKENS, account: at });
    }
    if (script === 'half') return breakOff(request, reply, JSON.stringify(body), at);
    return answer(request, reply, { status: 200, body, cost: REPORT_TOKENS, account: at });
  }

  function breakOff(request: AskedRequest, reply: FastifyReply, body: string, account: string) {
    const call = (request.routeOptions.url ?? '').slice(BASE.length);
    const cost = REPORT_TOKENS;
    store.seen({ at: new Date().toISOString(), call, account, status: 200, error: 'broken off', cost });
    reply.hijack();
    reply.raw.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'x-tokens-cost': String(cost),
    });
    reply.raw.write(body.slice(0, body.length / 2), () => reply.raw.destroy());
  }

  async function reports(request: AskedRequest, reply: FastifyReply) {
    if (!(await free(request, reply))) return reply;
    const account = accountOf(request.query);
    if (!account) return refuse(request, reply, vendorFailures.bad_request);
    const results = store.reports(account).map((made) => reportEntry(made, originOf(request), store.secret));
    return answer(request, reply, {
      status: 200,
      body: { success: true, total: results.length, results },
      account: account.handle,
    });
  }

  async function report(request: AskedRequest, reply: FastifyReply) {
    if (!(await free(request, reply))) return reply;
    const made = store.report(request.params.id);
    if (!made) return refuse(request, reply, vendorFailures.gone);
    const body = reportJson(made);
    const pdf = request.query.fmt === 'pdf';
    return answer(request, reply, {
      status: 200,
      body: pdf ? await reportPdf(body) : body,
      account: made.handle,
    });
  }

  async function contacts(request: AskedRequest, reply: FastifyReply) {
    const found = await accountFor(request, reply, 'contacts');
    if (!found) return reply;
    const { account } = found;
    const list = contactsOf(account);
    if (list.length === 0) return refuse(request, reply, vendorFailures.no_contacts, account.handle);
    if (!store.spend(CONTACT_TOKENS)) return refuse(request, reply, vendorFailures.no_tokens, account.handle);
    await store.save();
    const profile = profileOf(account, 0);
    return answer(request, reply, {
      status: 200,
      body: { success: true, user_profile: { ...profile, contacts: list } },
      cost: CONTACT_TOKENS,
      account: account.handle,
    });
  }

  async function accountInfo(request: AskedRequest, reply: FastifyReply) {
    if (!(await free(request, reply))) return reply;
    return answer(request, reply, { status: 200, body: { success: true, credits: store.tokens } });
  }

  async function users(request: AskedRequest, reply: FastifyReply) {
    if (!(await free(request, reply))) return reply;
    const platform = vendorPlatforms.find((one) => one === request.query.platform) ?? 'instagram';
    const start = (request.query.q ?? '').trim().toLowerCase().replace(/^@/, '');
    const data = ['', '.official', '_tv', '.daily', '_studio'].flatMap((end) => {
      const account = start && findAccount(platform, start + end);
      if (!account) return [];
      const { user_id, username, fullname, picture, followers, is_verified } = profileOf(account, 0);
      return [{ user_id, username, fullname, picture, followers, is_verified }];
    });
    return answer(request, reply, { status: 200, body: { success: true, data } });
  }

  const both = (path: string) => [`${BASE}/${path}`, `${BASE}/${path}/`];
  for (const url of both('reports/new')) app.route({ method: ['GET', 'POST'], url, handler: newReport });
  for (const url of both('reports')) app.get<{ Querystring: Asked }>(url, reports as never);
  for (const url of both('reports/:id')) app.get<{ Querystring: Asked }>(url, report as never);
  for (const url of both('account/info')) app.get<{ Querystring: Asked }>(url, accountInfo as never);
  for (const url of both('exports/contacts')) app.get<{ Querystring: Asked }>(url, contacts as never);
  for (const url of both('dict/users')) app.get<{ Querystring: Asked }>(url, users as never);

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

const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;
