import type pg from 'pg';
import { keepGrowth } from '../../modules/discovery/safety-flag/safety-check.queries.ts';
import { Random } from '../random.ts';

const DAY = 86_400_000;
const DAYS_BETWEEN = 15;
const READINGS = 24;
/** The reading of one creator in nine at which the audience suddenly jumps. */
const JUMP_AT = 12;

interface Known {
  id: string;
  source: string;
  asOf: string;
  followers: number;
  engagement: number | null;
  views: number | null;
}

/** Adds twelve months of readings to creators on lists and in campaigns, up to their current figures. */
export async function insertFigureHistory(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Known>(
    `select c.id, c.figures -> 'followerCount' ->> 'source' as source, c.figures -> 'followerCount' ->> 'asOf' as "asOf",
        c.follower_count::float8 as followers, c.engagement, c.avg_views::float8 as views
      from creator c where c.follower_count is not null and c.figures -> 'followerCount' ->> 'asOf' is not null
        and (exists (select from creator_list_item i where i.creator_id = c.id)
          or exists (select from opt_in o where o.creator_id = c.id) or exists (select from invite i where i.creator_id = c.id))
      order by c.id`,
  );
  const random = new Random(366);
  const readings = rows.flatMap((known, place) => readingsOf(random, known, place % 9 === 4));
  await pool.query(
    `insert into creator_figure_day (creator_id, day, source, followers, engagement, avg_views)
      select * from jsonb_to_recordset($1::jsonb)
        as r(id uuid, day date, source text, followers bigint, engagement float8, views bigint)
      on conflict do nothing`,
    [JSON.stringify(readings)],
  );
  await keepGrowth(
    pool,
    rows.map(({ id }) => id),
  );
}

/** Returns readings, going back in time from today's figures. */
function readingsOf(random: Random, { id, source, asOf, ...now }: Known, jumps: boolean) {
  const growth = random.around(1.012, 0.012);
  let { followers } = now;
  return Array.from({ length: READINGS + 1 }, (_, back) => {
    const day = new Date(Date.parse(asOf) - back * DAYS_BETWEEN * DAY).toISOString().slice(0, 10);
    if (back > 0) followers /= (jumps && back === JUMP_AT ? 1.7 : 1) * growth * random.around(1, 0.003);
    const vary = (value: number | null, spread: number) =>
      value === null || back === 0 ? value : value * random.around(1, spread);
    const views = vary(now.views, 0.08);
    return {
      id,
      day,
      source,
      followers: Math.round(followers),
      engagement: vary(now.engagement, 0.06),
      views: views === null ? null : Math.round(views),
    };
  });
}
