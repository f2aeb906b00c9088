import { type FeatureFlag, flagListFromCookies, readFlags } from '@troupe/domain/feature-flag';

/** Whether the cookie turns a feature on at this moment. */
export function isFlagOn(flag: FeatureFlag): boolean {
  return readFlags(flagListFromCookies(document.cookie)).has(flag);
}
