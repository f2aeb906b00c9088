import type { AudienceReport, AudienceSubset } from '@troupe/domain/discovery/audience-report';
import { z } from 'zod';
import { gendersOf, missingSubset, momentOf, sharesOf, subsetOf, Weight, Word } from './audience-shares.ts';

const Share = z.object({
  code: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  name: Word,
  weight: Weight,
});
const Shares = z
  .array(Share.catch({ code: null, name: null, weight: null }))
  .nullish()
  .catch(null);

const Subset = z.object({
  success: z.boolean().catch(false),
  error: Word,
  data: z
    .object({
      audience_ages: Shares,
      audience_genders: Shares,
      audience_languages: Shares,
      audience_interests: Shares,
      audience_reachability: Shares,
      audience_geo: z.object({ countries: Shares }).nullish().catch(null),
    })
    .nullish()
    .catch(null),
});

const Name = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .catch(null);

const Report = z.object({
  report_info: z.object({ report_id: z.string().min(1).max(200), created: z.string() }),
  user_profile: z.object({ username: Name, custom_name: Name, handle: Name, user_id: Name }),
  audience_followers: Subset.nullish().catch(null),
  audience_likers: Subset.nullish().catch(null),
  audience_commenters: Subset.nullish().catch(null),
});

function toSubset(subset: z.output<typeof Subset> | null | undefined): AudienceSubset {
  if (!subset) return missingSubset('not_included');
  if (!subset.success || !subset.data) return missingSubset(subset.error || 'empty_audience');
  const { audience_ages, audience_genders, audience_languages, audience_reachability, audience_geo } =
    subset.data;
  const interests = sharesOf(subset.data.audience_interests);
  return subsetOf({
    audience_ages: sharesOf(audience_ages),
    audience_geo: { countries: sharesOf(audience_geo?.countries) },
    audience_genders: gendersOf(audience_genders),
    audience_reachability: sharesOf(audience_reachability),
    audience_languages: sharesOf(audience_languages),
    ...(interests ? { audience_interests: interests } : {}),
  });
}

/**
 * Parses a SocAPI / IQData report (weights are fractions of 1). Channels without `username` use
 * their custom name, handle or id. Null if incomplete.
 */
export function readIqdataReport(json: unknown): AudienceReport | null {
  const parsed = Report.safeParse(json);
  if (!parsed.success) return null;
  const { report_info, user_profile: profile } = parsed.data;
  const created = momentOf(report_info.created);
  const username = [profile.username, profile.custom_name, profile.handle, profile.user_id]
    .map((name) => name?.trim().replace(/^@/, ''))
    .find(Boolean);
  if (!created || !username) return null;
  return {
    report_info: { report_id: report_info.report_id, created },
    user_profile: { username },
    audience_followers: toSubset(parsed.data.audience_followers),
    audience_likers: toSubset(parsed.data.audience_likers),
    audience_commenters: toSubset(parsed.data.audience_commenters),
  };
}
