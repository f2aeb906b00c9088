import Fastify from 'fastify';
import pg from 'pg';

// The least that can answer the invites page: no access check, no validation, no schema of the answer. What the API
// is held against.

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1184, (value) => new Date(value).toISOString());

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
const server = Fastify();

const COUNT = 'select count(*) as total from invite where brand_id = $1';
const PAGE = `
  select i.id, m.status, m.status_reason as "statusReason", i.saved_at as "savedDate", i.scheduled_for as "scheduledFor",
    m.sent_at as "sentDate", m.replied_at as "repliedDate", i.visited_at as "visitedDate",
    i.campaign_id as "campaignId", i.creator_id as "socialProfileId", i.list_id as "creatorListId",
    i.template_id as "templateId", m.subject,
    case when u.id is not null then trim(u.first_name || ' ' || u.last_name) end as "savedBy",
    case when m.replied_at is not null then (select b.visible from inbound_mail b
      where b.mail_id = m.id and b.kind = 'reply' order by b.received_at desc limit 1) end as reply,
    c.username, c.fullname, c.platform, c.profile_pic_url as "profilePicUrl", g.title as "campaignTitle"
  from (select * from invite where brand_id = $1
    order by saved_at desc nulls last, id desc nulls last limit 24 offset $2) i
  join mail m on m.id = i.mail_id
  join creator c on c.id = i.creator_id
  join campaign g on g.id = i.campaign_id
  left join person u on u.id = i.saved_by
  order by i.saved_at desc, i.id desc`;

server.get<{ Params: { brand: string }; Querystring: { page: string } }>(
  '/campaign-invites/:brand',
  async ({ params, query }) => {
    const page = Number(query.page);
    const [counted, found] = await Promise.all([
      pool.query({ name: 'count', text: COUNT, values: [params.brand] }),
      pool.query({ name: 'page', text: PAGE, values: [params.brand, (page - 1) * 24] }),
    ]);
    const total = counted.rows[0].total;
    return {
      invites: found.rows.map(({ username, fullname, platform, profilePicUrl, campaignTitle, ...row }) => ({
        ...row,
        metaData: { profile: { username, fullname, platform, profilePicUrl }, campaignTitle },
      })),
      page,
      pages: Math.ceil(total / 24),
      total,
    };
  },
);

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
