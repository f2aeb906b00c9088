/** Available feature flags. */
export const FEATURE_FLAGS = ['analyticsDashboardBeta', 'whatsNew', 'new-brand-dash'] as const;
export type FeatureFlag = (typeof FEATURE_FLAGS)[number];

/** Parses a flag list: case-insensitive, ignoring spaces and unknown names. */
export function readFlags(list: string | undefined | null): Set<FeatureFlag> {
  const wanted = new Set((list ?? '').split(',').map((name) => name.trim().toLowerCase()));
  return new Set(FEATURE_FLAGS.filter((flag) => wanted.has(flag.toLowerCase())));
}
