import { deepStrictEqual, strictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import { withClient } from '@troupe/scripts/postgres/databases';
import { type AgainstBare, againstBare, type Sides } from './bare/against-bare.ts';
import { Client, percentile } from './load.ts';

/** Result of {@link measureOutreach}; times in milliseconds. */
export interface OutreachFigures {
  invitesPage: AgainstBare;
  preview: { p50: number; p95: number };
  /** Until 1,000 invites were accepted; median of three runs. */
  bulk: number;
}

const INVITES = 3000;
const BULK = 1000;
const PREVIEWS = 200;

/** Template previews, bulk invites, and the page of invites compared with a minimal handler. */
export async function measureOutreach(options: Sides & { brandId: string }): Promise<OutreachFigures> {
  const { brandId } = options;
  const client = new Client(options.api.url, options.token);
  const post = (path: string, body: object) =>
    client.send(path, 'POST', { type: 'application/json', content: Buffer.from(JSON.stringify(body)) });
  const campaigns = await seedOutreach(options.databaseUrl, brandId);
  const template = `${'<p>Hello <strong>{{Name}}</strong>, we of {{Brand Name}} like what you do.</p>'.repeat(20)}`;
  const previews: number[] = [];
  for (let n = 0; n < PREVIEWS; n++) {
    const startedAt = performance.now();
    await post(`/brand/${brandId}/emailTemplate/NEW/preview`, { template });
    previews.push(performance.now() - startedAt);
  }
  const bulks: number[] = [];
  for (const { campaignId, creatorIds } of campaigns) {
    const startedAt = performance.now();
    const answer = JSON.parse(
      await post(`/brand/${brandId}/campaign-invites`, { campaignId, socialProfileIds: creatorIds }),
    ) as { accepted: number };
    bulks.push(performance.now() - startedAt);
    strictEqual(answer.accepted, BULK);
  }
  const idsOf = (answer: unknown) => (answer as { invites: { id: string }[] }).invites.map(({ id }) => id);
  const invitesPage = await againstBare({
    ...options,
    ask: (n) => ({ address: `/campaign-invites/${brandId}?page=${1 + (n % 20)}` }),
    same: (api, bare) => deepStrictEqual(idsOf(api), idsOf(bare)),
  });
  client.close();
  return {
    invitesPage,
    preview: { p50: percentile(previews.slice(20), 0.5), p95: percentile(previews.slice(20), 0.95) },
    bulk: percentile(bulks, 0.5),
  };
}

/**
 * Creates a plan, a verified domain and three campaigns with 1,000 creators with addresses each.
 */
async function seedOutreach(databaseUrl: string, brandId: string) {
  return withClient(databaseUrl, async (database) => {
    await database.query(
      `insert into subscription (id, brand_id, kind, plan_id, period, status)
       values ($1, $2, 'plan', 'bespoke', 'monthly', 'active')`,
      [randomUUID(), brandId],
    );
    await database.query(
      `insert into email_domain (id, brand_id, domain, from_name, from_address, status, daily_cap, spacing_seconds)
       values ($1, $2, 'mail.bench.example', 'Bench', 'hello@mail.bench.example', 'verified', 100000, 3600)`,
      [randomUUID(), brandId],
    );
    const { rows } = await database.query<{ id: string }>(
      `select id from creator where brand_id is null and platform = 'instagram' order by id limit $1`,
      [INVITES],
    );
    const ids = rows.map(({ id }) => id);
    await database.query(
      `update creator set contact_email = username || '@creators.example', contacts_fetched_at = now()
       where id = any($1::uuid[])`,
      [ids],
    );
    const campaigns: { campaignId: string; creatorIds: string[] }[] = [];
    for (let from = 0; from < ids.length; from += BULK) {
      const campaignId = randomUUID();
      await database.query(
        `insert into campaign (id, brand_id, title, slug, status) values ($1::uuid, $2, 'Bench', $1::text, 'publish')`,
        [campaignId, brandId],
      );
      campaigns.push({ campaignId, creatorIds: ids.slice(from, from + BULK) });
    }
    await database.query('analyze');
    return campaigns;
  });
}
