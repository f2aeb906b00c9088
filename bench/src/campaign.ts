import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type AgainstBare, againstBare, type Sides } from './bare/against-bare.ts';

const OPT_INS = 500;

/** Requests per second for a campaign's opt-ins, of the API and a minimal handler. */
export async function measureOptIns(options: Sides & { brandId: string }): Promise<AgainstBare> {
  const campaignId = await seedOptIns(options.databaseUrl, options.brandId);
  const idsOf = (answer: unknown) =>
    (answer as { optIns: { id: string; optInId?: string }[] }).optIns.map(({ id, optInId }) => optInId ?? id);
  return againstBare({
    ...options,
    ask: (n) => ({ address: `/v2/opt-ins/${campaignId}/${1 + (n % 20)}` }),
    same: (api, bare) => deepStrictEqual(idsOf(api), idsOf(bare)),
  });
}

/** Creates a campaign with opt-ins in all states, each with a few answers. */
async function seedOptIns(databaseUrl: string, brandId: string): Promise<string> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const campaignId = randomUUID();
  try {
    await database.query(
      `insert into campaign (id, brand_id, title, slug, status, published_at)
       values ($1, $2, 'Bench opt-ins', 'bench-opt-ins', 'publish', now())`,
      [campaignId, brandId],
    );
    await database.query(
      `insert into opt_in (id, brand_id, campaign_id, creator_id, status, pitch, asked_fee, answers, agreement, shipment,
         terms_version, terms_accepted_at, unseen, created_at)
       select gen_random_uuid(), $2, $1, c.id, (array['pending', 'approved', 'rejected', 'completed', 'withdrawn'])[1 + n % 5],
         'I run at dawn, most days in the hills, and film what I wear.', 45000,
         '[{"questionId":"q1","question":"Which size?","answer":"Medium"},{"questionId":"q2","question":"When?","answer":"In November"}]',
         '{"fee":null,"currency":"USD","deliverables":[{"kind":"reel","count":2}],"draftDue":null,"liveDue":null,"usageRights":null}',
         '{"state":"none","address":null,"carrier":null,"tracking":null,"shipped":null,"received":null}',
         1, now(), n % 3 = 0, now() - n * interval '1 minute'
       from (select id, row_number() over (order by id) as n from creator where brand_id is null limit $3) c`,
      [campaignId, brandId, OPT_INS],
    );
    await database.query('analyze opt_in');
  } finally {
    await database.end();
  }
  return campaignId;
}
