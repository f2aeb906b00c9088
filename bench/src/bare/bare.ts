import { randomUUID } from 'node:crypto';
import Fastify from 'fastify';
import pg from 'pg';

// The baseline for the API: the least work for each request. One prepared statement with its rows
// as JSON; no access check, validation, output schema or product statements.

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1184, (value) => new Date(value).toISOString());

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12, idleTimeoutMillis: 0 });
const server = Fastify();

const CREATOR = `c.id, c.platform, c.username, c.fullname, c.bio, c.profile_pic_url as "profilePicUrl",
  c.profile_url as "profileUrl", c.country, c.language, c.categories, c.follower_count as "followerCount", c.engagement,
  c.avg_views as "avgViews", c.figures, c.verified`;

/** Items of a list with their creators, most recently saved first, after the previous page. */
const ITEMS = `
  select i.id as "itemId", i.tags, i.feedback, i.version, i.saved_at as "savedDate", ${CREATOR}
  from creator_list_item i join creator c on c.id = i.creator_id
  where i.list_id = $2 and i.brand_id = $1 and i.archived_at is null and (i.saved_at, i.id) < ($3, $4)
  order by i.saved_at desc nulls last, i.id desc nulls last limit 24`;

/** The best of shared creators and the brand's own. */
const best = (where: string) => `
  select ${CREATOR} from (
    (select id, followers_key from creator where brand_id is null and ${where} order by followers_key desc, id desc limit 24)
    union all
    (select id, followers_key from creator where brand_id = $1 and ${where} order by followers_key desc, id desc limit 24)
    order by followers_key desc, id desc limit 24
  ) found join creator c on c.id = found.id order by found.followers_key desc, found.id desc`;

const FILTERED = best(
  'country = $2 and platform = $3 and language = $4 and categories && array[$5] and followers_key >= $6',
);
const TEXT = best('words @@ $2::tsquery');

/** A page of invites, most recently saved first. */
const INVITES = `
  select i.id, m.status, m.status_reason as "statusReason", i.saved_at as "savedDate", i.scheduled_for as "scheduledFor",
    m.sent_at as "sentDate", m.replied_at as "repliedDate", i.visited_at as "visitedDate", i.campaign_id as "campaignId",
    i.creator_id as "socialProfileId", m.subject, c.username, c.fullname, c.platform,
    c.profile_pic_url as "profilePicUrl"
  from (select * from invite where brand_id = $1 order by saved_at desc nulls last, id desc nulls last
    limit 24 offset $2) i
  join mail m on m.id = i.mail_id join creator c on c.id = i.creator_id
  order by i.saved_at desc, i.id desc`;

/** A page of a campaign's opt-ins, newest first. */
const OPT_INS = `
  select i.id as "optInId", i.status, i.reason, i.unseen, i.created_at as "created", i.updated_at as "updated", i.version,
    i.pitch, i.asked_fee as "askedFee", i.answers, i.agreement, i.terms_accepted_at as "termsAccepted", i.shipment,
    ${CREATOR}
  from (select * from opt_in where campaign_id = $1 order by created_at desc nulls last, id desc nulls last
    limit 24 offset $2) i
  join creator c on c.id = i.creator_id
  order by i.created_at desc, i.id desc`;

const PATCH = `
  update creator_list_item set tags = $3, feedback = $4, version = version + 1, updated_at = now()
  where brand_id = $1 and id = $2 returning id, tags, feedback, version, updated_at as updated`;

const POST = `
  with counted as (
    update conversation v set last_number = v.last_number + 1
    from conversation_campaign l where l.opt_in_id = $2 and v.id = l.conversation_id and v.brand_id = $1
    returning v.id, l.campaign_id, v.last_number
  )
  insert into message (id, opt_in_id, conversation_id, campaign_id, number, client_id, kind, text, author_name)
  select $3, $2, id, campaign_id, last_number, $4, 'brand', $5, 'Somebody' from counted
  returning id, number, text, created_at as created`;

const LAST = ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'];

interface Params {
  brand: string;
  id: string;
}

server.get<{ Params: Params }>('/brand/:brand/creator-list-items/:id/:page', async ({ params }) => {
  const values = [params.brand, params.id, ...LAST];
  return { items: (await pool.query({ name: 'items', text: ITEMS, values })).rows };
});

server.get<{ Params: Params; Querystring: { page: string } }>(
  '/campaign-invites/:brand',
  async ({ params, query }) => {
    const values = [params.brand, (Number(query.page) - 1) * 24];
    return { invites: (await pool.query({ name: 'invites', text: INVITES, values })).rows };
  },
);

server.get<{ Params: { campaign: string; page: string } }>(
  '/v2/opt-ins/:campaign/:page',
  async ({ params }) => {
    const values = [params.campaign, (Number(params.page) - 1) * 24];
    return { optIns: (await pool.query({ name: 'opt-ins', text: OPT_INS, values })).rows };
  },
);

server.get<{ Params: Params; Querystring: Record<string, string> }>(
  '/brand/:brand/creators',
  async ({ params, query }) => {
    if (query.q !== undefined) {
      const values = [params.brand, `${query.q}:* | @${query.q}:*`];
      return { creators: (await pool.query({ name: 'text', text: TEXT, values })).rows };
    }
    const { country, platform, language, category, followersMin } = query;
    const values = [params.brand, country, platform, language, category, followersMin];
    return { creators: (await pool.query({ name: 'filtered', text: FILTERED, values })).rows };
  },
);

server.put<{ Params: Params; Body: { tags: string[]; feedback: string } }>(
  '/brand/:brand/creator-list-item/:id',
  async ({ params, body }) => {
    const values = [params.brand, params.id, body.tags, body.feedback];
    return { item: (await pool.query({ name: 'patch', text: PATCH, values })).rows[0] };
  },
);

server.post<{ Params: Params; Body: { clientId: string; text: string } }>(
  '/brand/:brand/inbox/:id/messages',
  async ({ params, body }) => {
    const values = [params.brand, params.id, randomUUID(), body.clientId, body.text];
    return { message: (await pool.query({ name: 'post', text: POST, values })).rows[0] };
  },
);

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
