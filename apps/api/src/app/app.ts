import { problem } from '@troupe/domain/problem';
import { healthRoutes } from '@troupe/server/health';
import { createLogger } from '@troupe/server/log';
import { openPool } from '@troupe/server/pool';
import { RateCounters } from '@troupe/server/rate-counters';
import { closeServer, stopAll } from '@troupe/server/stopping';
import type { FastifyInstance } from 'fastify';
import { actingRoutes } from '../modules/account/acting/acting.routes.ts';
import { apiKeyRoutes } from '../modules/account/api-key/api-key.routes.ts';
import { auditLogJobs, auditLogRoutes } from '../modules/account/audit-log/audit-log.routes.ts';
import { brandExists } from '../modules/account/brand/brand.queries.ts';
import { brandRoutes } from '../modules/account/brands.ts';
import { teams } from '../modules/account/teams.ts';
import { userRoutes } from '../modules/account/users.ts';
import { billing } from '../modules/billing/billing.ts';
import { creditJobs, creditRoutes } from '../modules/billing/credit/credit.routes.ts';
import { approvalUndo } from '../modules/campaigns/approval-undo.ts';
import { readCampaignTitle, unknownCampaigns } from '../modules/campaigns/campaign/campaign.queries.ts';
import { uploadLinks } from '../modules/campaigns/campaign-content/upload.link.ts';
import { campaignContent } from '../modules/campaigns/campaign-content.ts';
import { campaigns } from '../modules/campaigns/campaigns.ts';
import { changeInvite } from '../modules/campaigns/change-invite.ts';
import { creatorApp } from '../modules/campaigns/creator-app.ts';
import { inviteRoutes } from '../modules/campaigns/invite/invite.routes.ts';
import {
  cancelClosed,
  inviteClosed,
  needTemplate,
} from '../modules/campaigns/invite/invite-change.queries.ts';
import { readInviteMentions } from '../modules/campaigns/invite/invited.queries.ts';
import { inviteCreators } from '../modules/campaigns/invite-creators.ts';
import { livePosts } from '../modules/campaigns/live-posts.ts';
import { liveStories } from '../modules/campaigns/live-stories.ts';
import { optInRoutes } from '../modules/campaigns/opt-in/opt-in.routes.ts';
import { payables } from '../modules/campaigns/payables.ts';
import { remindOptIns } from '../modules/campaigns/remind-opt-in.ts';
import { uploads } from '../modules/campaigns/uploads.ts';
import { usage } from '../modules/campaigns/usage.ts';
import { importOrders } from '../modules/commerce/import-orders.ts';
import { stores } from '../modules/commerce/stores.ts';
import { audienceReports } from '../modules/discovery/buy-audience-report.ts';
import { readContent, recentContent } from '../modules/discovery/content/content.queries.ts';
import { readBreakdowns } from '../modules/discovery/content/content-breakdown.queries.ts';
import { creatorJobs } from '../modules/discovery/creator/creator.jobs.ts';
import { creatorRoutes } from '../modules/discovery/creator/creator.routes.ts';
import { postgresSearch } from '../modules/discovery/creator/creator-search.postgres.ts';
import { creatorListRoutes } from '../modules/discovery/creator-list/creator-list.routes.ts';
import {
  listsOfCreators,
  readListMentions,
} from '../modules/discovery/creator-list/creator-list-mention.queries.ts';
import { creatorContacts } from '../modules/discovery/fetch-creator-contact.ts';
import { importCreators } from '../modules/discovery/import-creators.ts';
import { importPictures } from '../modules/discovery/import-pictures.ts';
import { providerBook } from '../modules/discovery/provider/provider.queries.ts';
import { providerRoutes } from '../modules/discovery/provider/provider.routes.ts';
import { refreshCreators } from '../modules/discovery/refresh-creator.ts';
import { savedSearchRoutes } from '../modules/discovery/saved-search/saved-search.routes.ts';
import { socialSources } from '../modules/discovery/social-sources.ts';
import { brandOverview } from '../modules/inbox/brand-overview.ts';
import { conversations } from '../modules/inbox/conversations.ts';
import { creatorAccount } from '../modules/inbox/creator-account.ts';
import { dueReminders } from '../modules/inbox/due-reminders.ts';
import { liveEvents } from '../modules/inbox/live-events.ts';
import { releaseMember } from '../modules/inbox/member-leaving.ts';
import { notificationRoutes } from '../modules/inbox/notification/notification.routes.ts';
import { rightsReminders } from '../modules/inbox/rights-reminders.ts';
import { adminRoutes } from '../modules/operations/admin/admin.routes.ts';
import { closeBrands } from '../modules/operations/close-brand.ts';
import { exportBrand } from '../modules/operations/export-brand.ts';
import { outgoingWebhooks } from '../modules/operations/outgoing-webhooks.ts';
import { emailDomainJobs } from '../modules/outreach/email-domain/email-domain.jobs.ts';
import { emailDomainRoutes } from '../modules/outreach/email-domain/email-domain.routes.ts';
import { emailTemplateRoutes } from '../modules/outreach/email-template/email-template.routes.ts';
import { joinTeam } from '../modules/outreach/join-team.ts';
import { sendMail } from '../modules/outreach/send-mail.ts';
import { testMailRoutes } from '../modules/outreach/send-test-mail.ts';
import { readTeam, teamInvites } from '../modules/outreach/team-invites.ts';
import { marketingSourceRoutes } from '../modules/site/marketing-source/marketing-source.routes.ts';
import { productUpdateRoutes } from '../modules/site/product-update/product-update.routes.ts';
import { demoRequests } from '../modules/site/request-demo.ts';
import { supportRoutes } from '../modules/site/support/support.routes.ts';
import { welcomeRoutes } from '../modules/site/welcome/welcome.routes.ts';
import { TokenVerifier } from '../platform/access/token.ts';
import type { Api } from '../platform/api.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { databaseOver } from '../platform/database.ts';
import { connectEvents, DomainEvents } from '../platform/events.ts';
import { fileRoutes } from '../platform/files/file.routes.ts';
import { createHttpServer } from '../platform/http.ts';
import { Jobs } from '../platform/jobs.ts';
import { Listener } from '../platform/listen.ts';
import { iqdata } from '../providers/audience-data/iqdata.ts';
import { chargebee } from '../providers/billing/chargebee.ts';
import { dnsResolver } from '../providers/dns/resolver.ts';
import { openFiles } from '../providers/files/open-files.ts';
import { clamd } from '../providers/scan/clamd.ts';
import { shopify } from '../providers/store/shopify.ts';
import { auditor } from './audit.ts';
import { documentationRoutes } from './documentation.ts';
import { createGate } from './gate.ts';
import { implementer } from './implement.ts';
import { closedWhilePastDue } from './past-due.ts';
import { subscribeModules } from './subscribers.ts';

/** A running API: its parts, and how to end it. */
export interface RunningApi extends Api {
  server: FastifyInstance;
  /** Where mail comes in; null where this process takes none. */
  inboundMailPort: number | null;
  /** Finishes open requests and jobs, then closes every connection. */
  stop(): Promise<void>;
}

/** Wires everything once. */
export async function startApi(config: Config, clock: Clock = systemClock): Promise<RunningApi> {
  const log = createLogger('api', config.LOG_LEVEL);
  // Who names a direct way has a pooler on the other one.
  const pooled = config.DATABASE_DIRECT_URL !== undefined;
  const directUrl = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  const pool = openPool(config.DATABASE_URL, config.DATABASE_POOL, {
    name: 'troupe-api',
    limits: {
      waitMs: config.DATABASE_WAIT_MS,
      maxWaiting: config.DATABASE_QUEUE,
      statementMs: config.STATEMENT_TIMEOUT_MS,
      idleInTransactionMs: config.STATEMENT_TIMEOUT_MS,
    },
    pooled,
    background: openPool(config.DATABASE_URL, config.BACKGROUND_POOL, { name: 'troupe-background', pooled }),
  });
  const events = new DomainEvents(clock);
  connectEvents(pool, events);
  const db = databaseOver(pool);
  const search = postgresSearch({
    // Its statements need settings that a pooler would not keep.
    connectionString: directUrl,
    connections: config.SEARCH_POOL,
    timeoutMs: config.SEARCH_TIMEOUT_MS,
  });
  const listener = new Listener(directUrl, log);
  const jobs = new Jobs(pool, log, listener);
  const rates = new RateCounters(pool, log);
  const server = await createHttpServer(config, log, rates);
  const tokens = new TokenVerifier(config);
  const gate = createGate(tokens, {
    db,
    listener,
    clock,
    log,
    rates,
    perMinute: config.API_KEY_CALLS_PER_MINUTE,
  });
  const audit = auditor({ db, clock, log });
  const implement = implementer(server, closedWhilePastDue(gate, db, listener), audit);
  const api: Api = { config, clock, log, rates, pool, db, jobs, events, implement };

  subscribeModules(api);
  const health = healthRoutes(server, config.DATABASE_URL, pooled);
  documentationRoutes(server);
  brandRoutes(api);
  brandOverview(api);
  adminRoutes(api);
  actingRoutes(api);
  apiKeyRoutes(api);
  auditLogRoutes(api, config.AUDIT_LOG_DAYS);
  auditLogJobs(api, config.AUDIT_LOG_DAYS);
  marketingSourceRoutes(api);
  productUpdateRoutes(api);
  supportRoutes(api);
  demoRequests(api, server);
  welcomeRoutes(api);
  teams(api, { readTeam, afterLeaving: releaseMember });
  teamInvites(api);
  joinTeam(api);
  usage(api);
  const content = { all: readContent, recent: recentContent };
  creatorRoutes(api, {
    search,
    content,
    mentions: { listsOf: listsOfCreators, listItems: readListMentions, invites: readInviteMentions },
  });
  creatorJobs(api, content);
  savedSearchRoutes(api);
  creatorListRoutes(api, { breakdowns: readBreakdowns });
  emailTemplateRoutes(api, {
    titleOf: readCampaignTitle,
    unknownAmong: unknownCampaigns,
    needTemplate,
  });
  inviteRoutes(api);
  inviteCreators(api);
  changeInvite(api);
  const emailDomains = {
    api,
    lookIntoDns: dnsResolver(config.DNS_SERVERS),
    hosts: { spfInclude: config.SPF_INCLUDE, returnPathHost: config.RETURN_PATH_HOST },
  };
  emailDomainRoutes(emailDomains);
  emailDomainJobs(emailDomains);
  testMailRoutes(api);
  creditRoutes(api, (brandId) => brandExists(db, brandId));
  creditJobs(api);
  const sources = socialSources(api);
  providerRoutes(api, sources);
  const files = openFiles(config);
  userRoutes(api, files);
  refreshCreators(api, files);
  campaigns(api, files);
  payables(api);
  optInRoutes(api, approvalUndo(api));
  remindOptIns(api);
  notificationRoutes(api);
  const scan = clamd(config.CLAMD_URL);
  const mailOfConversations = conversations(api, files, scan);
  const live = liveEvents(api, listener, tokens);
  fileRoutes(api, files);
  exportBrand(api, files);
  campaignContent(api);
  livePosts(api, files, sources);
  liveStories(api, files, sources);
  rightsReminders(api);
  dueReminders(api);
  const receiving = uploads({
    api,
    server,
    files,
    scan,
    listener,
    async authorise(request) {
      const { caller } = await gate({ access: 'creator' }, request);
      if (!caller) throw problem('unauthenticated');
      return caller;
    },
  });
  const linksOf = uploadLinks(config, () => clock.now(), 'creator');
  creatorApp({ api, sources, linksOf });
  creatorAccount(api, files, linksOf);
  const resumeImports = importCreators(api, files, importPictures({ api, files, config }));
  const audience = iqdata({
    url: config.AUDIENCE_URL,
    key: config.AUDIENCE_KEY,
    tokensADay: config.AUDIENCE_TOKENS_A_DAY,
    reportTimeoutMs: config.AUDIENCE_TIMEOUT_MS,
    otherTimeoutMs: Math.min(10_000, config.AUDIENCE_TIMEOUT_MS),
    book: providerBook(db, clock),
  });
  creatorContacts({ api, source: audience });
  const settlePurchases = audienceReports({ api, source: audience, files });
  const bills = billing(
    api,
    server,
    chargebee({
      url: config.CHARGEBEE_URL,
      site: config.CHARGEBEE_SITE,
      key: config.CHARGEBEE_KEY,
      timeoutMs: config.CHARGEBEE_TIMEOUT_MS,
      book: providerBook(db, clock),
    }),
  );
  const shops = shopify({
    key: config.SHOPIFY_API_KEY,
    secret: config.SHOPIFY_API_SECRET,
    formerSecret: config.SHOPIFY_OLD_API_SECRET,
    scopes: config.SHOPIFY_SCOPES,
    version: config.SHOPIFY_API_VERSION,
    shopOrigin: config.SHOPIFY_SHOP_ORIGIN,
    timeoutMs: config.SHOPIFY_TIMEOUT_MS,
    book: providerBook(db, clock),
    log,
  });
  stores({ api, platform: shops }, server);
  const resumeOrderImports = importOrders({ api, platform: shops }, files);
  closeBrands({ api, files, endBilling: bills.end });
  const webhooks = outgoingWebhooks(api, listener);
  const mail = sendMail({
    api,
    server,
    listener,
    files,
    conversations: mailOfConversations,
    veto: { dropped: inviteClosed, cancel: cancelClosed },
  });

  await listener.start();
  await jobs.start(config.TROUPE_ROLES.includes('jobs'));
  if (config.TROUPE_ROLES.includes('jobs'))
    await Promise.all([resumeImports(), resumeOrderImports(), settlePurchases(), bills.settle()]);
  const inboundMailPort = await mail.start();
  webhooks.start();
  await server.listen({ host: config.HOST, port: config.PORT });
  return {
    ...api,
    server,
    inboundMailPort,
    async stop() {
      live.stop();
      rates.stop();
      await stopAll(log, [
        ['requests', () => closeServer(server)],
        ['uploads', () => receiving.stop()],
        ['mail', () => mail.stop()],
        ['webhooks', () => webhooks.stop()],
        ['jobs', () => jobs.stop()],
        ['listener', () => listener.stop()],
        ['search', () => search.stop()],
        ['health', () => health.stop()],
        ['database', () => pool.end()],
      ]);
    },
  };
}
