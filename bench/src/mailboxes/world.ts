import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type ApiProcess, migrate, startApi } from '../api.ts';
import { startIssuer } from '../issuer.ts';
import { Client } from '../load.ts';
import { findPlace } from '../place.ts';
import { seed } from '../seed.ts';
import { type SandboxProcess, startSandbox } from './sandbox.ts';

const PASSWORD = 'correct horse';
const CREATORS = 20_000;
/** Creators on lists of each brand. */
const KNOWN = 5000;
/** A brand can connect 20 mailboxes. */
export const OF_A_BRAND = 20;

/** An API with connected mailboxes of the sandbox, and brands that know 5,000 creators each. */
export interface MailboxWorld {
  api: ApiProcess;
  sandbox: SandboxProcess;
  database: pg.Client;
  databaseUrl: string;
  client: Client;
  brandIds: readonly string[];
  /** Addresses of creators whom all brands know. */
  known: readonly string[];
  /** Adds an account at the sandbox. */
  addAccount(address: string): Promise<void>;
  /** Connects an account as a person does; returns the mailbox's ID. */
  connect(brandId: string, address: string): Promise<string>;
  /** Marks a mailbox as already searched for the earlier emails of all creators except these people. */
  skipSearch(mailboxId: string, people: readonly string[]): Promise<void>;
  /** Puts emails into an account's inbox. */
  put(address: string, emails: readonly { from: string; date: string }[]): Promise<void>;
}

/** Runs measurements in a separate world. @param brands number of brands */
export async function withMailboxWorld<T>(
  port: number,
  brands: number,
  say: (text: string) => void,
  measure: (world: MailboxWorld) => Promise<T>,
): Promise<T> {
  const ports = { smtp: port + 3, imap: port + 4 };
  const stops: (() => unknown)[] = [];
  try {
    const place = await findPlace(port);
    stops.push(() => place.leave());
    const issuer = await startIssuer();
    stops.push(() => issuer.stop());
    const sandbox = await startSandbox(port + 2, ports);
    stops.push(() => sandbox.stop());
    const databaseUrl = await place.database('mailboxes');
    await migrate(databaseUrl);
    const { brandId, subject } = await seed(databaseUrl, CREATORS, say);
    const database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    stops.push(() => database.end());
    const brandIds = await addBrands(database, brandId, brands);
    const known = await addKnown(database, brandIds);
    const api = await startApi({
      databaseUrl,
      issuer: issuer.url,
      port: port + 1,
      filesDir: place.filesDir,
      smtpUrl: `smtp://127.0.0.1:${ports.smtp}`,
      env: { MAILBOXES_ANYWHERE: 'true' },
    });
    const client = new Client(api.url, issuer.sign(subject));
    stops.push(
      () => client.close(),
      () => api.stop(),
    );
    const server = (serverPort: number) => ({ host: '127.0.0.1', port: serverPort, security: 'none' });
    return await measure({
      api,
      sandbox,
      database,
      databaseUrl,
      client,
      brandIds,
      known,
      addAccount: (address) =>
        sandbox.control('POST', '/api/mailboxes/accounts', { address, host: 'imap', password: PASSWORD }),
      async connect(brand, address) {
        const body = { address, password: PASSWORD, imap: server(ports.imap), smtp: server(ports.smtp) };
        const answer = await client.send(`/brand/${brand}/mailboxes`, 'POST', {
          type: 'application/json',
          content: Buffer.from(JSON.stringify(body)),
        });
        return (JSON.parse(answer) as { mailbox: { id: string } }).mailbox.id;
      },
      async skipSearch(mailboxId, people) {
        await database.query(
          `insert into mailbox_search (mailbox_id, address)
           select $1, address from (
             select lower(contact_email) as address from creator where contact_email is not null
             union select lower(email) from creator_contact
           ) known where address <> all($2::text[]) on conflict do nothing`,
          [mailboxId, people],
        );
      },
      async put(address, emails) {
        for (const { from, date } of emails)
          await sandbox.control('POST', `/api/mailboxes/accounts/${address}/messages`, {
            from,
            date,
            subject: 'About your invite',
            text: 'Thank you for the invite. I would love to join, and can film next week.\n\nAna',
            messageId: `<${randomUUID()}@creators.example>`,
          });
      },
    });
  } finally {
    // One that fails must not leave the others running.
    for (const stop of stops.reverse())
      await Promise.resolve()
        .then(stop)
        .catch((error) => say(String(error)));
  }
}

/** Gives the first brand a plan, and adds others with the same owner. */
async function addBrands(database: pg.Client, first: string, count: number): Promise<string[]> {
  const brandIds = [first, ...Array.from({ length: count - 1 }, () => randomUUID())];
  await database.query(
    `insert into brand (id, name, website, description)
     select id, 'Mailboxes', 'https://bench.example', '' from unnest($1::uuid[]) id on conflict do nothing`,
    [brandIds],
  );
  await database.query(
    `insert into brand_member (brand_id, user_id, role) select brand.id, person.id, 'owner'
     from unnest($1::uuid[]) brand(id), person where person.subject = 'bench' on conflict do nothing`,
    [brandIds],
  );
  await database.query(
    `insert into subscription (id, brand_id, kind, plan_id, period, status)
     select gen_random_uuid(), id, 'plan', 'bespoke', 'monthly', 'active' from unnest($1::uuid[]) id`,
    [brandIds],
  );
  return brandIds;
}

/** Puts the same creators with an email address on a list of each brand; returns their addresses. */
async function addKnown(database: pg.Client, brandIds: readonly string[]): Promise<string[]> {
  const { rows } = await database.query<{ email: string }>(
    `with chosen as (
       select id, contact_email as email from creator
       where brand_id is null and contact_email is not null order by id limit $2
     ), list as (
       insert into creator_list (id, brand_id, title)
       select gen_random_uuid(), id, 'Known' from unnest($1::uuid[]) id returning id, brand_id
     ), item as (
       insert into creator_list_item (id, brand_id, list_id, creator_id)
       select gen_random_uuid(), list.brand_id, list.id, chosen.id from list, chosen
     )
     select email from chosen`,
    [brandIds, KNOWN],
  );
  await database.query('analyze creator_list_item');
  return rows.map(({ email }) => email);
}
