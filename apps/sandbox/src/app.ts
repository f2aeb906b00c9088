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
import { registerBluesky } from './bluesky/bluesky.ts';
import type { SandboxConfig } from './config.ts';
import { registerDeals } from './deals/deals.ts';
import { registerDns } from './dns/dns.ts';
import { registerExchangeRates } from './exchange-rates/exchange-rates.ts';
import { registerLanguageModel } from './language-model/language-model.ts';
import { registerListening } from './listening/listening.ts';
import { listenedVideo } from './listening/youtube-search.ts';
import { MailAnswers } from './mail/mail-answer.ts';
import { MailStore } from './mail/mail-store.ts';
import { registerMail } from './mail/mailbox.ts';
import { MailRules, startSmtp } from './mail/smtp.ts';
import { startImap } from './mailboxes/imap.ts';
import { MailAccounts } from './mailboxes/mail-accounts.ts';
import { registerMailboxes } from './mailboxes/mailboxes.ts';
import { failurePage, homePage, registerAssets } from './page/page.ts';
import { registerPictures } from './pictures/pictures.ts';
import { registerFaults } from './platform/control.ts';
import { Faults } from './platform/faults.ts';
import { registerShopify } from './shopify/shopify.ts';
import { registerSocial } from './social/social.ts';
import { registerStorefront } from './storefront/storefront.ts';
import { registerStripe } from './stripe/stripe.ts';
import { registerWidgets } from './widgets/widgets.ts';

/**
 * A running sandbox: its origin such as `http://127.0.0.1:4002`, and the ports of its mail and DNS
 * servers.
 */
export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

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

/** Resource types pages may load only from the sandbox itself. */
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
  app.addHook('onResponse', async ({ log, method, routeOptions }, { statusCode: status, elapsedTime }) => {
    // Log the route pattern, never the URL, which may contain an email address.
    const route = routeOptions.url ?? 'none';
    log.info({ method, route, status, ms: Math.round(elapsedTime) }, 'request');
  });
}

/** Starts all servers and restores the state in `DATA_DIR`. */
export async function startSandbox(config: SandboxConfig, log: Logger) {
  const { host } = config;
  const app = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 400 },
  });
  try {
    const ports = await registerAll(app, config, log);
    const origin = await app.listen({ port: config.port, host });
    log.info({ port: Number(new URL(origin).port), ...ports }, 'sandbox started');
    return { origin, ...ports, close: () => closeApp(app) };
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  // Closing ends idle connections; one with a response in progress would stay open for over a
  // minute.
  const each = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close().finally(() => clearInterval(each));
}

/** Starts the mail and DNS servers and registers all HTTP routes. */
async function registerAll(app: FastifyInstance, config: SandboxConfig, log: Logger) {
  const { host, dataDir } = config;
  const shownHost = host === '127.0.0.1' || host === '::' ? 'localhost' : host;
  const faults = new Faults();
  await registerBasics(app);
  await registerFaults(app, faults);
  registerFailures(app);
  await registerAssets(app);
  registerPictures(app, () => new Date());
  const store = new MailStore(dataDir);
  await store.open().catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The data folder ${dataDir} cannot be used: ${reason}`);
  });
  const accounts = new MailAccounts(dataDir);
  await accounts.open();
  const rules = new MailRules(faults);
  const smtpPort = await startSmtp(app, store, { rules, accounts }, { port: config.smtpPort, host, log });
  const smtp = `${shownHost}:${smtpPort}`;
  const answers = new MailAnswers(config.inboundSmtpUrl, accounts);
  await registerMail(app, store, { faults, answers, smtp });
  const imapPort = await startImap(app, accounts, { port: config.imapPort, host, faults, log });
  const { webOrigin } = config.shopify.settings;
  const imap = `${shownHost}:${imapPort}`;
  await registerMailboxes(app, { accounts, faults, webOrigin, imap, store, rules });
  const dnsPort = await registerDns(app, { dataDir, port: config.dnsPort, host, shownHost, faults, log });
  const heard = await registerListening(app, { dataDir, faults });
  await registerSocial(app, { dataDir, faults, otherVideo: (id) => listenedVideo(heard, id) });
  await registerAudience(app, { dataDir, faults });
  await registerBluesky(app, { dataDir, faults, config: config.bluesky });
  await registerExchangeRates(app, faults);
  await registerLanguageModel(app, faults);
  await registerWidgets(app, { secret: config.intercomSecret, faults });
  await registerBilling(app, { dataDir, config: config.billing, faults, log });
  const shopify = await registerShopify(app, { dataDir, config: config.shopify, faults, log });
  registerStorefront(app, shopify);
  await registerDeals(app, shopify);
  await registerStripe(app, { dataDir, config: config.stripe, faults, log });
  const front = homePage(`Mail goes to ${smtp}, names are looked up at ${shownHost}:${dnsPort}.`);
  app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(front));
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async () => {
    await store.checkWritable().catch((error: unknown) => {
      throw new Problem('unavailable', { message: 'The data folder cannot be written.', detail: error });
    });
    return { status: 'ok' };
  });
  return { smtpPort, imapPort, dnsPort };
}
