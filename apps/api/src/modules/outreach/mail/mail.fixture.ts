import { Resolver } from 'node:dns/promises';
import type { MailStatus } from '@troupe/domain/outreach/mail';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { type Database, withTransaction } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { startTestApi, type TestApi } from '../../../testing/test-api.ts';
import { startTestSandbox, type TestSandbox } from '../../../testing/test-sandbox.ts';
import { newDkimKey } from '../email-domain/email-domain.routes.ts';
import { emailDomainKeyTable, emailDomainTable } from '../email-domain/email-domain.table.ts';
import { inboundMailTable, mailTable } from './mail.table.ts';
import { MAIL_CHANNEL, type NewMail, queueMails } from './mail-queue.queries.ts';

/** An email in the sandbox's mailbox. */
export interface ReceivedMail {
  id: string;
  envelopeFrom: string;
  recipients: string[];
  from: { name: string; address: string };
  to: { name: string; address: string }[];
  replyTo: { name: string; address: string }[];
  subject: string;
  messageId: string;
  headers: { name: string; value: string }[];
  text: string;
  html: string;
  size: number;
}

/** An API that sends to the sandbox, whose name server publishes the keys. */
export interface MailWorld {
  t: TestApi;
  sandbox: TestSandbox;
  resolver: (name: string, type: string) => Promise<string[] | string[][]>;
  /** Adds a brand with a verified domain and published key. */
  brand(pace?: { dailyCap?: number; spacingSeconds?: number }): Promise<{ brandId: string; domain: string }>;
  /** Queues one email per address; returns their IDs. */
  queue(
    brand: { brandId: string; domain: string },
    addresses: string[],
    more?: Partial<NewMail>,
  ): Promise<string[]>;
  stored(mailId: string): Promise<typeof mailTable.$inferSelect>;
  /** Returns the emails that arrived for an address, newest first; waits up to `wait` ms for the first. */
  arrived(to: string, wait?: number): Promise<ReceivedMail[]>;
  raw(id: string): Promise<Buffer>;
  /** Makes the sending processes poll now, after moving the clock. */
  wake(): Promise<void>;
  stop(): Promise<void>;
}

let count = 0;

type Environment = Record<string, string>;

/** Starts the API and the sandbox; `environment` overrides the API's configuration, if given the sandbox. */
export async function startMailWorld(
  given: Environment | ((sandbox: TestSandbox) => Environment) = {},
): Promise<MailWorld> {
  const sandbox = await startTestSandbox();
  const environment = typeof given === 'function' ? given(sandbox) : given;
  const t = await startTestApi({
    SMTP_URL: sandbox.smtpUrl,
    DNS_SERVERS: sandbox.dnsServer,
    INBOUND_DOMAIN: 'reply.troupe.test',
    ...environment,
  });
  const resolver = new Resolver();
  resolver.setServers([sandbox.dnsServer]);
  const { db } = t.api;
  return {
    t,
    sandbox,
    resolver: (name, type) => resolver.resolve(name, type as 'TXT'),
    async brand({ dailyCap = 10_000, spacingSeconds = 0 } = {}) {
      const brandId = await t.brand();
      const domain = `mail.brand${++count}.test`;
      const id = newId();
      await db.insert(emailDomainTable).values({
        id,
        brandId,
        domain,
        fromName: 'Mia of Larkmoor',
        fromAddress: `mia@${domain}`,
        status: 'verified',
        // Keeps the sweep from rechecking the fake DNS records and pausing the domain.
        checkedAt: '2999-01-01T00:00:00.000Z',
        dailyCap,
        spacingSeconds,
      });
      const key = await newDkimKey(t.api.config.SECRET_KEY);
      await db.insert(emailDomainKeyTable).values({ id: newId(), domainId: id, state: 'active', ...key });
      await sandbox.call('POST', '/api/dns/records', {
        name: `${key.selector}._domainkey.${domain}`,
        type: 'TXT',
        value: `v=DKIM1; k=rsa; p=${key.publicKey}`,
      });
      return { brandId, domain };
    },
    queue: ({ brandId, domain }, addresses, more = {}) =>
      withTransaction(t.api.pool, (tx) =>
        queueMails(
          tx,
          addresses.map((address) => ({
            brandId,
            domain,
            kind: 'invite',
            to: { address, name: 'Ana Lima' },
            subject: 'Join our campaign',
            html: '<p>Hello Ana</p>',
            plain: 'Hello Ana',
            dueAt: null,
            unsubscribable: true,
            ...more,
          })),
          t.api.clock.now(),
        ),
      ),
    async stored(mailId) {
      const [mail] = await db.select().from(mailTable).where(eq(mailTable.id, mailId));
      if (!mail) throw new Error('There is no such mail.');
      return mail;
    },
    async arrived(to, wait = 30_000) {
      const { mails } = await sandbox.call<{ mails: { id: string }[] }>(
        'GET',
        `/api/mail?to=${encodeURIComponent(to)}&wait=${wait}&limit=500`,
      );
      return Promise.all(mails.map(({ id }) => sandbox.call<ReceivedMail>('GET', `/api/mail/${id}`)));
    },
    raw: async (id) =>
      Buffer.from(await (await fetch(`${sandbox.origin}/mail/${id}/raw?download`)).arrayBuffer()),
    async wake() {
      await t.api.pool.query(`select pg_notify('${MAIL_CHANNEL}', '')`);
    },
    async stop() {
      await t.stop();
      await sandbox.stop();
    },
  };
}

/** The state of an email. */
interface MailState {
  id: string;
  status: MailStatus;
  /** The reason for the status, shown to users. */
  statusReason: string | null;
  dueAt: string;
  sentAt: string | null;
  bouncedAt: string | null;
  repliedAt: string | null;
  unsubscribedAt: string | null;
  /** The latest reply, without quotes. */
  reply: string | null;
}

/** Returns the states of a brand's emails by ID in one query; skips other brands' IDs. */
export async function readMailStates(
  db: Database,
  brandId: string,
  mailIds: readonly string[],
): Promise<Map<string, MailState>> {
  if (mailIds.length === 0) return new Map();
  const reply = db
    .select({ visible: inboundMailTable.visible })
    .from(inboundMailTable)
    .where(and(eq(inboundMailTable.mailId, mailTable.id), eq(inboundMailTable.kind, 'reply')))
    .orderBy(desc(inboundMailTable.receivedAt))
    .limit(1);
  const rows = await db
    .select({
      id: mailTable.id,
      status: mailTable.status,
      statusReason: mailTable.statusReason,
      dueAt: mailTable.dueAt,
      sentAt: mailTable.sentAt,
      bouncedAt: mailTable.bouncedAt,
      repliedAt: mailTable.repliedAt,
      unsubscribedAt: mailTable.unsubscribedAt,
      reply: sql<string | null>`(${reply})`,
    })
    .from(mailTable)
    .where(and(eq(mailTable.brandId, brandId), inArray(mailTable.id, [...mailIds])));
  return new Map(rows.map((row) => [row.id, row]));
}
