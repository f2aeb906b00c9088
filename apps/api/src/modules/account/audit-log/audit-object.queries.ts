import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';

interface Named {
  name: string | null;
  campaignId: string | null;
}

/** Queries for the display names of objects by kind, ID and brand. */
const NAMES: Record<string, (ids: SQL, brandId: string) => SQL> = {
  campaign: (ids, brandId) => sql`
    select id, title as name, id as campaign_id from campaign where id = any(${ids}) and brand_id = ${brandId}`,
  'opt-in': (ids, brandId) => sql`
    select o.id, case when o.removed_at is null then c.username else 'Removed creator' end as name, o.campaign_id
    from opt_in o join creator c on c.id = o.creator_id
    where o.id = any(${ids}) and o.brand_id = ${brandId}`,
  invite: (ids, brandId) => sql`
    select i.id, c.username as name, i.campaign_id from invite i join creator c on c.id = i.creator_id
    where i.id = any(${ids}) and i.brand_id = ${brandId}
    union all select id, email, null::uuid from team_invite where id = any(${ids}) and brand_id = ${brandId}`,
  'creator-list': (ids, brandId) => sql`
    select id, title as name, null::uuid as campaign_id from creator_list
    where id = any(${ids}) and brand_id = ${brandId}`,
  'creator-list-item': (ids, brandId) => sql`
    select i.id, c.username as name, null::uuid as campaign_id
    from creator_list_item i join creator c on c.id = i.creator_id
    where i.id = any(${ids}) and i.brand_id = ${brandId}`,
  creator: (ids, brandId) => sql`
    select id, username as name, null::uuid as campaign_id from creator
    where id = any(${ids}) and (brand_id is null or brand_id = ${brandId})`,
  'email-template': (ids, brandId) => sql`
    select id, label as name, null::uuid as campaign_id from email_template
    where id = any(${ids}) and brand_id = ${brandId}`,
  'api-key': (ids, brandId) => sql`
    select id, name, null::uuid as campaign_id from api_key where id = any(${ids}) and brand_id = ${brandId}`,
  'outgoing-webhook': (ids, brandId) => sql`
    select id, url as name, null::uuid as campaign_id from outgoing_webhook
    where id = any(${ids}) and brand_id = ${brandId}`,
  store: (ids, brandId) => sql`
    select id, shop as name, null::uuid as campaign_id from store where id = any(${ids}) and brand_id = ${brandId}`,
  'order-import': (ids, brandId) => sql`
    select id, file_name as name, null::uuid as campaign_id from order_import
    where id = any(${ids}) and brand_id = ${brandId}`,
  user: (ids, brandId) => sql`
    select p.id, trim(p.first_name || ' ' || p.last_name) as name, null::uuid as campaign_id from person p
    where p.id = any(${ids}) and exists (select from brand_member m where m.user_id = p.id and m.brand_id = ${brandId})`,
};

/** Returns the current display names of a brand's objects; omits deleted and unnamed ones. */
export async function nameObjects(
  db: Database,
  brandId: string,
  objects: readonly { kind: string; id: string }[],
): Promise<Map<string, Named>> {
  const named = new Map<string, Named>();
  const byKind = Map.groupBy(objects, ({ kind }) => kind);
  await Promise.all(
    [...byKind].map(async ([kind, some]) => {
      const statement = NAMES[kind];
      if (!statement) return;
      const ids = sql`${sql.param([...new Set(some.map(({ id }) => id))])}::uuid[]`;
      const { rows } = await db.execute<{ id: string; name: string | null; campaign_id: string | null }>(
        statement(ids, brandId),
      );
      for (const { id, name, campaign_id } of rows) named.set(id, { name, campaignId: campaign_id });
    }),
  );
  return named;
}
