import Fastify from 'fastify';
import pg from 'pg';
import { PROFILE_COLUMNS, profileOf } from './bare-profile.ts';

// The least that can answer a list page: no access check, no validation, no schema of the answer. What the API
// is held against.

pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1184, (value) => new Date(value).toISOString());

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 12 });
const server = Fastify();

const HEAD = `
  select l.id, l.title, l.description, l.created_at as created, l.updated_at as updated,
    l.archived_at is not null as archived, l.archived_at as "archivedDate", n.items as "itemCount", n.contacts as "contactCount"
  from creator_list l, lateral (
    select count(*) as items,
      count(*) filter (where k.id is not null or (c.contacts_fetched_at is not null and c.contacts_error is null)) as contacts
    from creator_list_item i join creator c on c.id = i.creator_id
    left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id
    where i.list_id = l.id and i.archived_at is null
  ) n
  where l.id = $2 and l.brand_id = $1`;

const ITEMS = `
  select i.id as "itemId", i.tags, i.feedback, i.version, i.saved_at as "savedDate", i.updated_at as "itemUpdated",
    i.archived_at is not null as archived, i.archived_at as "archivedDate", l.id as "listId", l.title as "listTitle", k.id is not null as "ownContact",
    case when u.id is not null then coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email) end as "updatedBy",
    ${PROFILE_COLUMNS}
  from creator_list_item i
  join creator_list l on l.id = i.list_id
  join creator c on c.id = i.creator_id and (c.brand_id is null or c.brand_id = i.brand_id)
  left join creator_contact k on k.creator_id = i.creator_id and k.brand_id = i.brand_id
  left join person u on u.id = i.updated_by
  join (
    select id from creator_list_item i where i.list_id = $2 and i.brand_id = $1 and i.archived_at is null
    order by i.saved_at desc, i.id desc limit 24 offset $3
  ) chosen on chosen.id = i.id
  order by i.saved_at desc, i.id desc`;

server.get<{ Params: { brand: string; list: string; page: string } }>(
  '/brand/:brand/creator-list-items/:list/:page',
  async ({ params }) => {
    const page = Number(params.page);
    const [heads, items] = await Promise.all([
      pool.query({ name: 'head', text: HEAD, values: [params.brand, params.list] }),
      pool.query({ name: 'items', text: ITEMS, values: [params.brand, params.list, (page - 1) * 24] }),
    ]);
    const list = heads.rows[0];
    return {
      list,
      items: items.rows.map((row) => ({
        id: row.itemId,
        tags: row.tags,
        feedback: row.feedback,
        savedDate: row.savedDate,
        updated: row.itemUpdated,
        updatedBy: row.updatedBy,
        version: row.version,
        archived: row.archived,
        archivedDate: row.archivedDate,
        creatorList: { id: row.listId, title: row.listTitle },
        socialProfile: profileOf(row),
      })),
      page,
      pages: Math.ceil(list.itemCount / 24),
      total: list.itemCount,
    };
  },
);

await server.listen({ host: '127.0.0.1', port: Number(process.env.PORT) });
