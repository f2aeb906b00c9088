import helmet from '@fastify/helmet';
import { Problem } from '@troupe/domain/problem';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Logger } from 'pino';
import { registerAudience } from './audience/audience.ts';
import { registerBilling } from './billing/billing.ts';
import type { SandboxConfig } from './config.ts';
import { registerDns } from './dns/dns.ts';
import { type DnsServer, type Lookups, startDnsServer } from './dns/dns-server.ts';
import { DnsZone } from './dns/dns-zone.ts';
import { MailAnswers } from './mail/mail-answer.ts';
import { MailStore } from './mail/mail-store.ts';
import { registerMail } from './mail/mailbox.ts';
import { closeSmtp, createSmtpServer, listenSmtp, MailRules } from './mail/smtp.ts';
import { failurePage, homePage, registerAssets } from './page/page.ts';
import { registerPictures } from './pictures/pictures.ts';
import { registerFaults } from './platform/control.ts';
import { Faults } from './platform/faults.ts';
import { CallLog } from './platform/state.ts';
import { registerShopify } from './shopify/shopify.ts';
import { registerSocial } from './social/social.ts';
import { registerWidgets } from './widgets/widgets.ts';

/** A running sandbox. */
export interface Sandbox {
  /** The pages, e.g. `http://127.0.0.1:4002`. */
  origin: string;
  smtpPort: number;
  /** The name server's, UDP and TCP. */
  dnsPort: number;
  close(): Promise<void>;
}

function problemOf(error: FastifyError | Problem): Problem {
  if (error instanceof Problem) return error;
  const { statusCode = 500, message } = error;
  if (statusCode === 413) return new Problem('too_large');
  return statusCode < 500 ? new Problem('invalid', { message }) : new Problem('internal', { detail: error });
}

function registerFailures(app: FastifyInstance): void {
  const answer = (request: FastifyRequest, reply: FastifyReply, problem: Problem) => {
    reply.code(problem.status).header('cache-control', 'no-store');
    return request.headers.accept?.includes('text/html')
      ? reply.type('text/html; charset=utf-8').send(failurePage(problem.message))
      : reply.send(problem.toBody());
  };
  app.setNotFoundHandler((request, reply) =>
    answer(request, reply, new Problem('not_found', { message: 'There is nothing at this address.' })),
  );
  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = problemOf(error);
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed');
    return answer(request, reply, problem);
  });
}

/** What pages may load from here alone. */
const OWN = ['scriptSrc', 'styleSrc', 'connectSrc', 'imgSrc', 'fontSrc', 'frameSrc', 'formAction'];

async function registerBasics(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        ...Object.fromEntries(OWN.map((name) => [name, ["'self'"]])),
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: false,
    strictTransportSecurity: false,
    originAgentCluster: false,
    referrerPolicy: { policy: 'no-referrer' },
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    (_request, body, done) => done(null, new URLSearchParams(String(body))),
  );
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        // The pattern, never the address asked for: that may hold somebody's email address.
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    );
  });
}

/** Starts all servers; everything in `DATA_DIR` is there again. */
export async function startSandbox(config: SandboxConfig, log: Logger): Promise<Sandbox> {
  const store = new MailStore(config.dataDir);
  await store.open().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${config.dataDir} cannot be used: ${reason}`);
  });
  const zone = new DnsZone(config.dataDir);
  await zone.open();
  const lookups: Lookups = new CallLog();
  const faults = new Faults();
  const rules = new MailRules(faults);
  const answers = new MailAnswers(config.inboundSmtpUrl);
  const smtp = createSmtpServer(store, rules, log);
  let smtpPort = config.smtpPort;
  const shownHost = config.host === '127.0.0.1' || config.host === '::' ? 'localhost' : config.host;
  const smtpAddress = () => `${shownHost}:${smtpPort}`;

  let dnsPort = config.dnsPort;
  const dnsAddress = () => `${shownHost}:${dnsPort}`;

  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 400 },
  });
  await registerBasics(app);
  await registerFaults(app, faults);
  registerFailures(app);
  await registerAssets(app);
  registerPictures(app, () => new Date());
  await registerMail(app, store, { faults, answers, smtpAddress });
  await registerDns(app, { zone, faults, lookups, address: dnsAddress });
  await registerSocial(app, { dataDir: config.dataDir, faults });
  await registerAudience(app, { dataDir: config.dataDir, faults });
  await registerWidgets(app, { secret: config.intercomSecret, faults });
  await registerBilling(app, { dataDir: config.dataDir, config: config.billing, faults, log });
  await registerShopify(app, { dataDir: config.dataDir, config: config.shopify, faults, log });
  app.get('/', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .send(homePage(`Mail goes to ${smtpAddress()}, names are looked up at ${dnsAddress()}.`)),
  );
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    try {
      await store.checkWritable();
    } catch (error) {
      throw new Problem('unavailable', { message: 'The data folder cannot be written.', detail: error });
    }
    if (!smtp.server.listening)
      throw new Problem('unavailable', { message: 'The mail server is not listening.' });
    return { status: 'ok' };
  });

  smtpPort = await listenSmtp(smtp, config.smtpPort, config.host);
  let dns: DnsServer | undefined;
  try {
    dns = await startDnsServer(zone, { port: dnsPort, host: config.host, faults, lookups }, log);
    dnsPort = dns.port;
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await Promise.all([closeSmtp(smtp), dns?.close()]);
    throw error;
  }
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  log.info({ port, smtpPort, dnsPort, mails: store.size }, 'sandbox is up');
  return {
    origin: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    smtpPort,
    dnsPort,
    async close() {
      // Closing ends connections that rest; one whose answer is under way then would be kept for more than a minute.
      const each = setInterval(() => app.server.closeIdleConnections(), 50);
      await Promise.all([app.close(), closeSmtp(smtp), dns.close()]).finally(() => clearInterval(each));
    },
  };
}
