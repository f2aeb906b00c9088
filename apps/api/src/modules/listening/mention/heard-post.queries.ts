import type { HeardPost } from '@troupe/domain/campaigns/untagged-post';
import { SOURCES, type SourceKind } from '@troupe/domain/listening/listening-source';
import type { MentionFigures, MentionSpan } from '@troupe/domain/listening/mention';
import { quoteOf } from '@troupe/domain/listening/safety/check-creator';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Kinds of monitors `r` whose mentions are about the brand itself. */
const OF_BRAND = `r.kind in ('brand', 'product', 'campaign', 'creator-code')`;

/**
 * Whether author `w` of mention `n` is creator `c`: the brand said so, or it is the same profile. What Troupe read of creators names
 * its author by platform and ID or username.
 */
const IS_AUTHOR = `(exists (select from author_creator k
    where k.brand_id = n.brand_id and k.author_id = w.id and k.creator_id = c.id)
  or w.source_kind = 'content' and c.platform = split_part(w.external_id, ':', 1)
    and (c.platform || ':' || c.social_id = w.external_id or lower(ltrim(c.username, '@')) = w.handle)
  or w.source_kind = c.platform and c.social_id = w.external_id)`;

/** A post about a brand by creators of its campaigns. */
export interface AttributedMention {
  brandId: string;
  mentionId: string;
  url: string;
  published: string;
  creatorIds: string[];
}

/** Returns which of these mentions are by creators whom their brand approved for a campaign, and by which. */
export async function findAttributed(
  connection: Connection,
  ids: readonly string[],
): Promise<AttributedMention[]> {
  const { rows } = await connection.query<AttributedMention>(
    `select n.brand_id as "brandId", m.id as "mentionId", m.url, m.published_at as published,
        array_agg(distinct c.id) as "creatorIds"
      from monitor_mention n join monitor r on r.id = n.monitor_id and ${OF_BRAND}
      join mention m on m.id = n.mention_id and m.deleted_at is null and m.url is not null
      join mention_author w on w.id = n.author_id
      join opt_in i on i.brand_id = n.brand_id and i.approved_at is not null
      join creator c on c.id = i.creator_id and ${IS_AUTHOR}
      where n.id = any($1) group by n.brand_id, m.id order by n.brand_id, m.id`,
    [ids],
  );
  return rows;
}

interface Row {
  mentionId: string;
  title: string | null;
  text: string;
  source: SourceKind;
  figures: MentionFigures | null;
  figuresAt: string | null;
  monitors: string[];
  spans: MentionSpan[];
}

/** Returns posts of a brand's mentions with the words that its monitors matched. */
export async function readHeardPosts(
  pool: Connection,
  brandId: string,
  mentionIds: readonly string[],
): Promise<HeardPost[]> {
  if (mentionIds.length === 0) return [];
  const { rows } = await pool.query<Row>(
    `select m.id as "mentionId", m.title, m.text, m.source_kind as source, m.figures, m.figures_at as "figuresAt",
        array_agg(distinct r.name) as monitors,
        coalesce(jsonb_agg(s.span) filter (where s.span is not null), '[]') as spans
      from monitor_mention n join monitor r on r.id = n.monitor_id and ${OF_BRAND}
      join mention m on m.id = n.mention_id and m.deleted_at is null
      left join lateral (select jsonb_array_elements(n.spans) as span) s on true
      where n.brand_id = $1 and n.mention_id = any($2) and n.why <> '{}' and n.state <> 'hidden'
        and n.person_relevant is distinct from false
      group by m.id`,
    [brandId, mentionIds],
  );
  return rows.map(toHeardPost);
}

function toHeardPost({
  mentionId,
  title,
  text,
  source,
  figures,
  figuresAt,
  monitors,
  spans,
}: Row): HeardPost {
  const part = title && (text === '' || spans.some((span) => span.part === 'title')) ? 'title' : 'text';
  return {
    mentionId,
    quote: quoteOf(
      part === 'title' ? (title ?? '') : text,
      spans.filter((span) => span.part === part),
    ),
    monitors,
    source: SOURCES[source].name,
    figures: {
      views: figures?.views ?? null,
      reach: null,
      likes: figures?.likes ?? null,
      comments: figures?.replies ?? null,
      saves: null,
      shares: figures?.reposts ?? null,
    },
    figuresAt,
  };
}
