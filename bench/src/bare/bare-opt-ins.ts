import Fastify from 'fastify';
import pg from 'pg';
import { PROFILE_COLUMNS, profileOf } from './bare-profile.ts';

// The least that can answer the page of opt-ins: no access check, no validation, no schema of the answer. What the API
// is held against.

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1184, (value) => new Date(value).toISOString());

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
const server = Fastify();

const STATUSES = ['pending', 'approved', 'rejected', 'completed', 'withdrawn'] as const;
const COUNTS = `select ${STATUSES.map((status) => `count(*) filter (where status = '${status}') as ${status}`)},
    count(*) filter (where unseen) as unseen, count(*) as total
  from opt_in where campaign_id = $1`;
const PAGE = `
  select i.id as "optInId", i.campaign_id as "campaignId", i.status, i.reason, i.unseen, i.created_at as "optedInAt",
    i.updated_at as "changedAt", i.version, i.pitch, i.asked_fee as "askedFee", i.answers, i.agreement,
    i.terms_accepted_at as "termsAcceptedAt", i.rating, i.shipment, coalesce(v.unread, 0) as unread,
    k.id is not null as "ownContact", i.removed_at is not null as removed,
    ${PROFILE_COLUMNS}
  from (select * from opt_in where campaign_id = $1
    order by created_at desc nulls last, id desc nulls last limit 24 offset $2) i
  join creator c on c.id = i.creator_id
  left join conversation_campaign v on v.opt_in_id = i.id
  left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id
  order by i.created_at desc, i.id desc`;

server.get<{ Params: { campaign: string; page: string } }>(
  '/v2/opt-ins/:campaign/:page',
  async ({ params }) => {
    const page = Number(params.page);
    const [counted, found] = await Promise.all([
      pool.query({ name: 'counts', text: COUNTS, values: [params.campaign] }),
      pool.query({ name: 'page', text: PAGE, values: [params.campaign, (page - 1) * 24] }),
    ]);
    const { unseen, total, ...counts } = counted.rows[0];
    return {
      optIns: found.rows.map((row) => ({
        id: row.optInId,
        campaignId: row.campaignId,
        status: row.status,
        reason: row.reason,
        unseen: row.unseen,
        unreadMessageCount: row.unread,
        created: row.optedInAt,
        updated: row.changedAt,
        version: row.version,
        pitch: row.pitch,
        askedFee: row.askedFee,
        answers: row.answers,
        agreement: row.agreement,
        termsAccepted: row.termsAcceptedAt,
        rating: row.rating,
        shipment: row.shipment,
        socialProfile: profileOf(row),
      })),
      counts,
      unseen,
      page,
      pages: Math.ceil(total / 24),
      total,
    };
  },
);

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
