import { z } from 'zod';
import { Instant } from '../../shape.ts';

/** Days of posts that are searched for brands. */
export const SPONSORSHIP_DAYS = 90;

/** Posts shown per brand, the newest. */
const MOST_SPONSORED_POSTS = 10;

/** Brands shown, those in labeled posts first. */
const MOST_SPONSORS = 50;

/** A post that names a brand. `labeled`: it carries an ad label. */
const SponsoredPost = z.object({
  url: z.string(),
  published: Instant,
  labeled: z.boolean(),
  parts: z.array(z.object({ text: z.string(), match: z.boolean() })),
});
export type SponsoredPost = z.infer<typeof SponsoredPost>;

/** A brand, or an account that may be one, named in a creator's posts. */
export const Sponsor = z.object({
  /** A handle with @, or a name. */
  name: z.string(),
  /** The brand itself, a competitor of its brand safety rules, or an account that posts mention. */
  kind: z.enum(['own', 'competitor', 'account']),
  /** Posts in all, and those of them with an ad label. */
  postCount: z.int(),
  labeledCount: z.int(),
  posts: z.array(SponsoredPost).max(MOST_SPONSORED_POSTS),
});
export type Sponsor = z.infer<typeof Sponsor>;

/** Brands named in the last 90 days. */
export const Sponsorships = z.object({
  sponsors: z.array(Sponsor).max(MOST_SPONSORS),
  /** Posts of the period with a caption, and without one, which can't be searched. */
  posts: z.int(),
  withoutText: z.int(),
  /** Mentions in posts without a label that are left out, because the account is a creator's. */
  creators: z.int(),
  /** When Troupe last read the profile's posts; null if it only knows imported data. */
  read: Instant.nullable(),
});
export type Sponsorships = z.infer<typeof Sponsorships>;

/** Hashtags that label ads, in the languages of profiles. Words such as `pub` alone are too common. */
const AD_TAGS = new Set(
  `ad ads advert advertisement sponsored sponsoredpost sponsoredby spon paidpartnership paidad paidpromotion
  gifted prgift brandpartner brandambassador anzeige werbung bezahltewerbung unbezahltewerbung bezahltepartnerschaft
  werbungunbezahlt publicidad publi publicidadpagada colaboracionpagada patrocinado patrocinada promocionado
  publicite partenariat collaborationcommerciale collaborationremuneree sponsorise publi publipost parceriapaga
  publicidade adv pubblicità sponsorizzato collaborazione reklam samarbete reklame annonse pr案件 pr 提供 広告 タイアップ`
    .split(/\s+/)
    .filter(Boolean),
);

const AD_PHRASES =
  /\b(?:paid partnership|sponsored by|in (?:paid )?(?:partnership|collaboration) with|thanks to .{1,40} for sponsoring|bezahlte (?:partnerschaft|werbung)|enth[aä]lt werbung|colaboraci[oó]n pagada|patrocinado por|en collaboration commerciale|parceria paga)\b/iu;

const HASHTAG = /#([\p{L}\p{N}_]+)/gu;
/** Not within an email address or URL. */
const MENTION =
  /(?<![\p{L}\p{N}_.@/+-])@([a-z0-9_](?:[a-z0-9_.-]{0,28}[a-z0-9_])?)(?![\p{L}\p{N}_]|\.[a-z]{2,}\b)/giu;

/** Whether a caption carries an ad label. */
export function isLabeledAd(caption: string): boolean {
  const text = caption.normalize('NFKC').toLowerCase();
  for (const [, tag = ''] of text.matchAll(HASHTAG)) if (AD_TAGS.has(tag)) return true;
  return AD_PHRASES.test(text);
}

/** A mention of an account in a text. `handle` is in lowercase without @. */
export interface AccountMention {
  handle: string;
  start: number;
  end: number;
}

/** Returns the accounts that a caption mentions. */
export function mentionsIn(caption: string): AccountMention[] {
  return [...caption.matchAll(MENTION)].map((match) => ({
    handle: (match[1] ?? '').toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** A post that was found to name a sponsor. */
export interface NamedPost extends SponsoredPost {
  name: string;
  kind: Sponsor['kind'];
}

/** Groups posts by what they name: the brand itself and competitors first, then by labeled posts and posts. */
export function sponsorsOf(named: readonly NamedPost[]): Sponsor[] {
  const groups = Map.groupBy(named, ({ name, kind }) => `${kind}:${name.toLowerCase()}`);
  const order = (kind: Sponsor['kind']) => (kind === 'account' ? 1 : 0);
  return [...groups.values()]
    .flatMap((posts): Sponsor[] => {
      const [first] = posts;
      if (!first) return [];
      const unique = [...new Map(posts.map((post) => [post.url, post])).values()].sort((a, b) =>
        b.published.localeCompare(a.published),
      );
      return [
        {
          name: first.name,
          kind: first.kind,
          postCount: unique.length,
          labeledCount: unique.filter(({ labeled }) => labeled).length,
          posts: unique
            .slice(0, MOST_SPONSORED_POSTS)
            .map(({ url, published, labeled, parts }) => ({ url, published, labeled, parts })),
        },
      ];
    })
    .sort(
      (a, b) =>
        order(a.kind) - order(b.kind) ||
        b.labeledCount - a.labeledCount ||
        b.postCount - a.postCount ||
        a.name.localeCompare(b.name),
    )
    .slice(0, MOST_SPONSORS);
}
