import type { AudienceReport, AudienceShare, AudienceSubset } from '@troupe/domain/discovery/audience-report';
import { z } from 'zod';
import { gendersOf, missingSubset, momentOf, sharesOf, subsetOf, Weight, Word } from './audience-shares.ts';

const list = <Entry extends z.ZodType>(entry: Entry) => z.array(entry).nullish().catch(null);

const Subset = z.object({
  countries: list(z.object({ code: Word, name: Word, value: Weight })),
  languages: list(z.object({ code: Word, name: Word, value: Weight })),
  gender_distribution: list(z.object({ gender: Word, value: Weight })),
  gender_age_distribution: list(z.object({ age_range: Word, value: Weight })),
  follower_reachability: list(z.object({ following_range: Word, value: Weight })),
});
type Subset = z.output<typeof Subset>;

const Report = z.object({
  id: z.string().min(1).max(200),
  report_generated_at: Word,
  updated_at: Word,
  profile: z.object({
    platform_username: Word,
    external_id: Word,
    report_generated_at: Word,
    updated_at: Word,
    audience: Subset.nullish().catch(null),
    audience_likers: Subset.nullish().catch(null),
    audience_commenters: Subset.nullish().catch(null),
  }),
});

/** Converts a percentage to a fraction without binary rounding noise. */
const fraction = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? null : Number((percent / 100).toFixed(8));

/** Ages are given per gender; their sum covers the whole audience. */
function agesOf(entries: Subset['gender_age_distribution']): AudienceShare[] | null {
  if (!entries) return null;
  const totals = new Map<string, number>();
  for (const { age_range, value } of entries) {
    if (age_range && value !== null && value !== undefined)
      totals.set(age_range, (totals.get(age_range) ?? 0) + value);
  }
  return sharesOf([...totals].map(([code, value]) => ({ code, weight: fraction(value) })));
}

function toSubset(subset: Subset | null | undefined): AudienceSubset {
  if (!subset) return missingSubset('not_included');
  const weighted = (entries: Subset['countries']) =>
    sharesOf(entries?.map(({ code, name, value }) => ({ code, name, weight: fraction(value) })));
  return subsetOf({
    audience_ages: agesOf(subset.gender_age_distribution),
    audience_geo: { countries: weighted(subset.countries) },
    audience_genders: gendersOf(
      subset.gender_distribution?.map(({ gender, value }) => ({ code: gender, weight: fraction(value) })),
    ),
    audience_reachability: sharesOf(
      subset.follower_reachability?.map(({ following_range, value }) => ({
        code: following_range,
        weight: fraction(value),
      })),
    ),
    audience_languages: weighted(subset.languages),
  });
}

/** Parses an InsightIQ profile analysis (percentages of 100). Null if incomplete. */
export function readInsightiqReport(json: unknown): AudienceReport | null {
  const parsed = Report.safeParse(json);
  if (!parsed.success) return null;
  const { id, profile } = parsed.data;
  const told =
    parsed.data.report_generated_at ??
    profile.report_generated_at ??
    parsed.data.updated_at ??
    profile.updated_at;
  const created = momentOf(told ?? '');
  const username = profile.platform_username?.trim() || profile.external_id?.trim();
  if (!created || !username) return null;
  return {
    report_info: { report_id: id, created },
    user_profile: { username },
    audience_followers: toSubset(profile.audience),
    audience_likers: toSubset(profile.audience_likers),
    audience_commenters: toSubset(profile.audience_commenters),
  };
}
