import { setTimeout as sleep } from 'node:timers/promises';
import { NEW_PROGRAM_RULES } from '@troupe/domain/affiliate/affiliate-program';
import { withClient } from '@troupe/scripts/postgres/databases';
import type pg from 'pg';

/** Result of {@link seedAffiliates} for the measurements. */
export interface SeededProgram {
  brandId: string;
  subject: string;
  shop: string;
  /** The creator who brings the most. */
  affiliateId: string;
}

export interface SeedSizes {
  clicks: number;
  orders: number;
  creators: number;
}

/** Rules that move orders from codes to links. */
export const TRIED_RULES = Object.assign(structuredClone(NEW_PROGRAM_RULES), {
  attribution: Object.assign(structuredClone(NEW_PROGRAM_RULES.attribution), { codeVsLink: 'link' }),
  terms: Object.assign(structuredClone(NEW_PROGRAM_RULES.terms), { rateBp: 1200 }),
});

/** Waits until the job of the API counted all orders. */
export async function untilCounted(url: string): Promise<void> {
  await withClient(url, async (client) => {
    for (;;) {
      const { rows } = await client.query<{ left: boolean }>(
        'select exists (select from affiliate_sales_stale) as left',
      );
      if (!rows[0]?.left) break;
      await sleep(1000);
    }
    await client.query('vacuum analyze affiliate_sales_quarter');
  });
}

const BRAND = '01900000-0000-7000-8000-00000000af01';
const PERSON = '01900000-0000-7000-8000-00000000af02';
const STORE = '01900000-0000-7000-8000-00000000af03';
const SHOP = 'bench-program.myshopify.com';
const BEST = '01900002-0000-7000-8000-000000000001';
const CLICK_DAYS = 90;

/**
 * Fills a migrated database with one brand's program. Orders lie in the last 365 days, clicks in the last 90, the days
 * that are kept. Creators differ as in reality: the first hundredth of them brings a sixth of everything. Each creator has
 * a code and two links; each order carries a code, a click or both; 1 of 20 has no creator and 1 of 100 is held.
 * Entries older than two months are on monthly statements. Orders are counted by a job of the API.
 */
export async function seedAffiliates(
  url: string,
  sizes: SeedSizes,
  say: (text: string) => void,
): Promise<SeededProgram> {
  await withClient(url, async (client) => {
    await client.query(
      `set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '256MB'`,
    );
    await client.query('select setseed(0.42)');
    await seedProgram(client, sizes.creators);
    say(`seeding ${sizes.orders.toLocaleString('en-US')} orders`);
    await seedOrders(client, sizes);
    say(`seeding ${sizes.clicks.toLocaleString('en-US')} clicks`);
    await seedClicks(client, sizes.clicks);
    await client.query('vacuum analyze');
  });
  return { brandId: BRAND, subject: 'bench-affiliates', shop: SHOP, affiliateId: BEST };
}

/** The id of a numbered row; `kind` tells tables apart. */
const idOf = (kind: string, n: string) =>
  `('0190${kind}-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const CREATOR = '0001';
const AFFILIATE = '0002';
const CODE = '0003';
const LINK = '0004';
const ORDER = '0005';
const ENTRY = '0006';

async function seedProgram(client: pg.Client, creators: number): Promise<void> {
  const rules = NEW_PROGRAM_RULES;
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  await run(
    `insert into brand (id, name, website, description) values ($1, 'Bench', 'https://bench.example', '')`,
    [BRAND],
  );
  await run(
    `insert into person (id, subject, email) values ($1, 'bench-affiliates', 'affiliates@bench.example')`,
    [PERSON],
  );
  await run(`insert into brand_member (brand_id, user_id, role) values ($1, $2, 'owner')`, [BRAND, PERSON]);
  await run(
    `insert into store (id, brand_id, platform, shop, name, status, connected_at)
     values ($1, $2, 'shopify', $3, 'Store', 'connected', now() - interval '400 days')`,
    [STORE, BRAND, SHOP],
  );
  await run(
    `insert into affiliate_program (brand_id, state, version, rules, signing_secret, signer, updated_at)
     values ($1, 'on', 1, $2, '', '', now())`,
    [BRAND, JSON.stringify(rules)],
  );
  await run(
    `insert into affiliate_program_change (id, brand_id, version, state, rules, effective_at)
     values (gen_random_uuid(), $1, 1, 'on', $2, now() - interval '400 days')`,
    [BRAND, JSON.stringify(rules)],
  );
  await run(
    `insert into creator (id, platform, username, fullname, profile_url)
     select ${idOf(CREATOR, 'n')}, 'tiktok', 'bench' || n, 'Creator ' || n, 'https://www.tiktok.com/@bench' || n
     from generate_series(1, $1::int) n`,
    [creators],
  );
  await run(
    `insert into affiliate (id, brand_id, creator_id, state, terms, terms_version, since, created_at)
     select ${idOf(AFFILIATE, 'n')}, $2, ${idOf(CREATOR, 'n')}, 'active', $3, 1, now() - interval '400 days',
       now() - interval '400 days' + n * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [creators, BRAND, JSON.stringify(rules.terms)],
  );
  await run(
    `insert into affiliate_change (id, brand_id, affiliate_id, version, state, terms, terms_version, at)
     select gen_random_uuid(), brand_id, id, 1, 'active', terms, 1, since from affiliate where brand_id = $1`,
    [BRAND],
  );
  await run(
    `insert into affiliate_code (id, brand_id, store_id, affiliate_id, code, folded, kind, value_bp, starts_at, state, owned_from)
     select ${idOf(CODE, 'n')}, $2, $3, ${idOf(AFFILIATE, 'n')}, 'BENCH' || n, 'bench' || n, 'percent', 1000,
       now() - interval '400 days', 'live', now() - interval '400 days'
     from generate_series(1, $1::int) n`,
    [creators, BRAND, STORE],
  );
  await run(
    `insert into affiliate_link (id, brand_id, affiliate_id, slug, store_id, path, created_at)
     select ${idOf(LINK, 'n')}, $2, ${idOf(AFFILIATE, '1 + (n - 1) / 2')}, 'bench-link-' || n, $3, '/products/' || n,
       now() - interval '400 days' + n * interval '1 minute'
     from generate_series(1, 2 * $1::int) n`,
    [creators, BRAND, STORE],
  );
}

async function seedOrders(client: pg.Client, { orders, creators }: SeedSizes): Promise<void> {
  await client.query(
    `create temp table plan as
      select n, ${idOf(ORDER, 'n')} as id, now() - (365 - 365.0 * n / $1) * interval '1 day' as placed,
        1 + floor(power(random(), 2.5) * $2)::int as creator, random() as sign, random() as fate,
        (2000 + floor(random() * 9000))::bigint as goods, random() < 0.3 as "returning"
      from generate_series(1, $1::int) n`,
    [orders, creators],
  );
  await client.query('analyze plan');
  await client.query(ORDERS, [BRAND, STORE]);
  await client.query(TOUCHES, [BRAND]);
  await client.query(ATTRIBUTIONS, [BRAND]);
  await client.query(EARNED, [BRAND]);
  await client.query(TAKEN_BACK, [BRAND, orders]);
  await client.query('analyze commission');
  await client.query(STATEMENTS, [BRAND]);
  await client.query('analyze commission_statement');
  await client.query(STATEMENT_LINES, [BRAND]);
  await client.query('drop table plan');
}

/** Of ten orders, six carry a code, three a click and one both. 1 of 20 was refunded in full. */
const CODED = '(sign < 0.6 or sign > 0.9)';
const CLICKED = '(sign >= 0.6)';
const REFUNDED = '(fate > 0.95)';
const CREDITED = '(fate >= 0.06)';

const ORDERS = `
  insert into store_order (id, brand_id, store_id, external_id, source, name, placed_at, changed_at, told_at,
    financial_status, test, currency, total, subtotal, taxes_included, refunded, net, status, counted, discounts,
    discount_codes, attributes, lines, customer_key, created_at)
  select id, $1, $2, n::text, 'store', '#' || n, placed, placed, placed, 'paid', false, 'EUR', goods, goods, false,
    case when ${REFUNDED} then goods else 0 end, case when ${REFUNDED} then 0 else goods end,
    case when ${REFUNDED} then 'refunded' else 'open' end, true,
    case when ${CODED} then jsonb_build_array(jsonb_build_object('code', 'BENCH' || creator, 'amount', 0, 'type', 'percentage'))
      else '[]' end,
    case when ${CODED} then array['bench' || creator] else '{}' end, '[]',
    jsonb_build_array(jsonb_build_object('id', n || '1', 'title', 'Tent', 'sku', 'T', 'quantity', 1,
      'price', goods - goods / 3, 'discount', 0), jsonb_build_object('id', n || '2', 'title', 'Lamp', 'sku', 'L',
      'quantity', 1, 'price', goods / 3, 'discount', 0)),
    md5((n % 300000)::text), placed
  from plan order by n`;

const TOUCHES = `
  insert into touch (id, brand_id, order_id, kind, value, position, affiliate_id, link_id, code_id, at, source, created_at)
  select gen_random_uuid(), $1, id, kind, case kind when 'code' then 'bench' || creator else gen_random_uuid()::text end, 0,
    ${idOf(AFFILIATE, 'creator')}, case kind when 'click' then ${idOf(LINK, '2 * creator - 1')} end,
    case kind when 'code' then ${idOf(CODE, 'creator')} end,
    case kind when 'code' then placed else placed - interval '1 hour' end, 'store', placed
  from plan cross join unnest(array['code', 'click']) kind
  where case kind when 'code' then ${CODED} else ${CLICKED} end order by n`;

const ATTRIBUTIONS = `
  insert into attribution (id, brand_id, order_id, revision, program_version, rule, shares, evidence, "returning", at)
  select gen_random_uuid(), $1, id, 1, 1,
    case when fate < 0.01 then 'held' when not ${CREDITED} then 'none' when ${CODED} then 'code' else 'click' end,
    case when ${CREDITED} then jsonb_build_array(jsonb_build_object('affiliateId', ${idOf(AFFILIATE, 'creator')}, 'bp', 10000))
      else '[]' end,
    (select jsonb_agg(jsonb_build_object('touchId', t.id, 'affiliateId', t.affiliate_id,
      'verdict', case when ${CREDITED} then 'won' else 'not-active' end)) from touch t where t.order_id = plan.id),
    "returning", placed
  from plan order by n`;

const entry = (number: string, kind: string, amount: string, at: string) => `
  insert into commission (id, brand_id, affiliate_id, order_id, order_name, placed_at, number, kind, amount, currency,
    basis, lines, attribution_revision, matures_at, at)
  select ${idOf(ENTRY, number)}, $1, ${idOf(AFFILIATE, 'creator')}, id, '#' || n, placed, ${number}, '${kind}',
    ${amount}, 'EUR', goods, jsonb_build_array(
      jsonb_build_object('lineId', n || '1', 'title', 'Tent', 'basis', goods - goods / 3, 'rateBp', 1000,
        'rateFrom', 'program', 'amount', goods / 10 - goods / 30),
      jsonb_build_object('lineId', n || '2', 'title', 'Lamp', 'basis', goods / 3, 'rateBp', 1000,
        'rateFrom', 'program', 'amount', goods / 30)),
    1, ${at}, placed
  from plan where ${CREDITED}`;
const EARNED = `${entry('n', 'earn', 'goods / 10', `placed + interval '30 days'`)} order by n`;
const TAKEN_BACK = `${entry('$2::int + n', 'refund', '-(goods / 10)', `placed + interval '5 days'`)} and ${REFUNDED} order by n`;

const MONTH = `date_trunc('month', m.matures_at at time zone 'UTC')`;
const CLOSED = `m.brand_id = $1 and ${MONTH} < date_trunc('month', now() at time zone 'UTC') - interval '1 month'`;

const STATEMENTS = `
  insert into commission_statement (id, brand_id, affiliate_id, number, currency, from_at, until_at, zone, carried_in,
    earned, taken_back, bonus, due, carried_out, state, brand_name, creator_name, sha256, signature, signer, created_at)
  select gen_random_uuid(), $1, affiliate_id, row_number() over (partition by affiliate_id order by month), 'EUR',
    month at time zone 'UTC', (month + interval '1 month') at time zone 'UTC', 'UTC', 0, earned, taken, 0,
    greatest(0, earned + taken), least(0, earned + taken), 'approved', 'Bench', 'Creator', '', '', '',
    (month + interval '1 month') at time zone 'UTC'
  from (select m.affiliate_id, ${MONTH} as month, coalesce(sum(m.amount) filter (where m.amount > 0), 0) as earned,
      coalesce(sum(m.amount) filter (where m.amount < 0), 0) as taken
    from commission m where ${CLOSED} group by 1, 2) s`;

const STATEMENT_LINES = `
  insert into commission_statement_line (commission_id, brand_id, statement_id)
  select m.id, $1, s.id from commission m join commission_statement s on s.affiliate_id = m.affiliate_id
    and s.from_at = ${MONTH} at time zone 'UTC' where ${CLOSED}`;

async function seedClicks(client: pg.Client, clicks: number): Promise<void> {
  for (let day = 0; day < CLICK_DAYS; day++) {
    const each = Math.round(clicks / CLICK_DAYS);
    await client.query(`select affiliate_click_partition((now() at time zone 'UTC')::date - $1::int)`, [day]);
    await client.query(CLICKS, [BRAND, each, day]);
    await client.query(QUARTERS, [day]);
  }
}

const CLICKS = `
  insert into affiliate_click (at, id, brand_id, link_id, verdict, reason, visitor_key, device, browser_family,
    referrer_host, stand_down_seen)
  select least(now(), start + random() * interval '86399 seconds'), gen_random_uuid(), $1,
    ${idOf(LINK, `1 + floor(power(random(), 2.5) * (select count(*) from affiliate_link where brand_id = $1))::int`)},
    (array['person', 'person', 'person', 'person', 'person', 'person', 'bot', 'preview', 'repeat'])[1 + floor(random() * 9)::int],
    null, decode(md5((random() * 400000)::int::text), 'hex'), 'phone', 'Chrome', 'www.instagram.com', false
  from (select ((now() at time zone 'UTC')::date - $3::int)::timestamp at time zone 'UTC' as start) d,
    generate_series(1, $2::int)`;

const QUARTERS = `
  insert into affiliate_click_quarter (link_id, bucket, verdict, brand_id, n, first_of_day)
  select link_id, date_bin('15 minutes', at, timestamptz 'epoch'), verdict, brand_id, count(*),
    count(*) filter (where verdict = 'person' and first)
  from (select *, row_number() over (partition by link_id, visitor_key, verdict order by at, id) = 1 as first
    from affiliate_click where at >= ((now() at time zone 'UTC')::date - $1::int)::timestamp at time zone 'UTC'
      and at < ((now() at time zone 'UTC')::date - $1::int + 1)::timestamp at time zone 'UTC') hit
  group by 1, 2, 3, 4`;
