import { CLOCK_TOLERANCE_MS, type TouchKind } from '@troupe/domain/affiliate/attribution';
import { type FoundTouch, findTouches } from '@troupe/domain/affiliate/order-touch';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import type { OrderRow } from './order-book.queries.ts';

/** Orders by id with what their stores tell. */
type Orders = readonly OrderRow[];
type Found = FoundTouch & { order: OrderRow };

/**
 * Stores the touches that orders have now, with their owners. Stored touches are kept, also when the store leaves
 * it out later; touches without an owner get one once it is known.
 * @returns orders with a click that is not stored yet
 */
export async function writeTouches(
  tx: Database,
  brandId: string,
  orders: Orders,
  now: Date,
): Promise<string[]> {
  const found = orders
    .filter(({ redactedAt }) => redactedAt === null)
    .flatMap((order) => findTouches(order).map((touch) => ({ ...touch, order })));
  if (found.length === 0) return [];
  const codes = await findCodes(tx, brandId, found);
  const links = await findLinks(tx, brandId, found);
  const clicks = await findClicks(tx, brandId, found);
  const rows = found.map((touch) => {
    const click = clicks.get(touch.kind === 'click' ? touch.value : (touch.clickId ?? ''));
    const owner = ownerOf(touch, { codes, links, clicks });
    // A landing page that names a click happened when the click did.
    const isOfClick = click && (touch.kind === 'click' || click.linkId === owner.linkId);
    return {
      id: newId(),
      order_id: touch.order.id,
      kind: touch.kind,
      value: touch.value,
      position: touch.position,
      discount: touch.discount,
      affiliate_id: owner.affiliateId,
      link_id: owner.linkId,
      code_id: owner.codeId,
      paid_search: touch.paidSearch || Boolean(isOfClick && click.paid),
      at: isOfClick ? click.at : touch.order.placedAt,
      source: touch.order.source === 'import' ? 'import' : 'store',
    };
  });
  await tx.execute(sql`
    insert into touch as kept (id, brand_id, order_id, kind, value, position, discount, affiliate_id, link_id, code_id,
      paid_search, at, source, created_at)
    select id, ${brandId}::uuid, order_id, kind, value, position, discount, affiliate_id, link_id, code_id, paid_search,
      at, source, ${now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as reported(id uuid, order_id uuid, kind text, value text,
      position integer, discount bigint, affiliate_id uuid, link_id uuid, code_id uuid, paid_search boolean,
      at timestamptz, source text)
    on conflict (order_id, kind, value) do update set
      affiliate_id = coalesce(kept.affiliate_id, excluded.affiliate_id),
      link_id = coalesce(kept.link_id, excluded.link_id), code_id = coalesce(kept.code_id, excluded.code_id),
      at = least(kept.at, excluded.at),
      paid_search = kept.paid_search or excluded.paid_search,
      discount = greatest(kept.discount, excluded.discount)
    where (kept.affiliate_id is null and excluded.affiliate_id is not null)
      or (kept.code_id is null and excluded.code_id is not null)
      or excluded.discount > kept.discount or excluded.at < kept.at
      or (excluded.paid_search and not kept.paid_search)`);
  const missing = found.filter(({ kind, value }) => kind === 'click' && !clicks.has(value));
  return [...new Set(missing.map(({ order }) => order.id))];
}

interface Owner {
  affiliateId: string | null;
  linkId: string | null;
  codeId: string | null;
}

const NO_OWNER: Owner = { affiliateId: null, linkId: null, codeId: null };

interface Known {
  codes: readonly CodeRow[];
  links: ReadonlyMap<string, LinkRow>;
  clicks: ReadonlyMap<string, ClickRow>;
}

function ownerOf(touch: Found, { codes, links, clicks }: Known): Owner {
  const placedAt = Date.parse(touch.order.placedAt);
  if (touch.kind === 'code') return codeOwner(touch, codes, placedAt);
  if (touch.kind === 'click') {
    const click = clicks.get(touch.value);
    return click ? { affiliateId: click.affiliateId, linkId: click.linkId, codeId: null } : NO_OWNER;
  }
  const link = links.get(touch.value);
  // A reference that was someone else's word before the link existed.
  if (!link || Date.parse(link.createdAt) > placedAt + CLOCK_TOLERANCE_MS) return NO_OWNER;
  return { affiliateId: link.affiliateId, linkId: link.id, codeId: null };
}

/** The owner of a code when the order was placed. Orders without a store match codes that only one creator has. */
function codeOwner({ value, order }: Found, codes: readonly CodeRow[], placedAt: number): Owner {
  const named = codes.filter(
    ({ folded, storeId }) => folded === value && (order.storeId === null || storeId === order.storeId),
  );
  const owners = named.filter(
    ({ ownedFrom, ownedUntil }) =>
      Date.parse(ownedFrom) <= placedAt && (ownedUntil === null || placedAt < Date.parse(ownedUntil)),
  );
  const [first] = owners;
  if (first && owners.every(({ affiliateId }) => affiliateId === first.affiliateId))
    return { affiliateId: first.affiliateId, linkId: null, codeId: first.id };
  return { ...NO_OWNER, codeId: named[0]?.id ?? null };
}

interface CodeRow {
  id: string;
  storeId: string;
  affiliateId: string;
  folded: string;
  ownedFrom: string;
  ownedUntil: string | null;
}

const valuesOf = (found: readonly Found[], ...kinds: TouchKind[]) =>
  sql.param([...new Set(found.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value))]);

async function findCodes(tx: Database, brandId: string, found: readonly Found[]): Promise<CodeRow[]> {
  const { rows } = await tx.execute(sql`
    select id, store_id as "storeId", affiliate_id as "affiliateId", folded, owned_from as "ownedFrom",
      owned_until as "ownedUntil"
    from affiliate_code
    where brand_id = ${brandId}::uuid and folded = any(${valuesOf(found, 'code')}::text[])
    order by owned_from, id`);
  return rows as unknown as CodeRow[];
}

interface LinkRow {
  id: string;
  slug: string;
  affiliateId: string;
  createdAt: string;
}

async function findLinks(
  tx: Database,
  brandId: string,
  found: readonly Found[],
): Promise<Map<string, LinkRow>> {
  const { rows } = await tx.execute(sql`
    select id, slug, affiliate_id as "affiliateId", created_at as "createdAt" from affiliate_link
    where brand_id = ${brandId}::uuid and slug = any(${valuesOf(found, 'attribute', 'landing')}::text[])`);
  return new Map((rows as unknown as LinkRow[]).map((row) => [row.slug, row]));
}

interface ClickRow {
  id: string;
  linkId: string;
  affiliateId: string;
  at: string;
  paid: boolean;
}

/** Around the time in a click's id, so that only the partitions of those days are read. */
const NEAR_MS = 3_600_000;

async function findClicks(
  tx: Database,
  brandId: string,
  found: readonly Found[],
): Promise<Map<string, ClickRow>> {
  const ids = new Set(
    found.flatMap(({ kind, value, clickId }) => (kind === 'click' ? [value] : (clickId ?? []))),
  );
  const times = [...ids].map((id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16));
  const known = [...ids].filter((_, index) => isNear(times[index] ?? 0));
  if (known.length === 0) return new Map();
  const near = times.filter(isNear);
  const from = new Date(Math.min(...near) - NEAR_MS).toISOString();
  const until = new Date(Math.max(...near) + NEAR_MS).toISOString();
  const { rows } = await tx.execute(sql`
    select c.id, c.link_id as "linkId", l.affiliate_id as "affiliateId", c.at, c.paid_marker is not null as paid
    from affiliate_click c join affiliate_link l on l.id = c.link_id and l.brand_id = c.brand_id
    where c.brand_id = ${brandId}::uuid and c.id = any(${sql.param(known)}::uuid[])
      and c.at between ${from}::timestamptz and ${until}::timestamptz`);
  return new Map((rows as unknown as ClickRow[]).map((row) => [row.id, row]));
}

/** Whether a time lies between 2020 and 2100: ids come from outside. */
const isNear = (at: number) => at > 1_577_836_800_000 && at < 4_102_444_800_000;
