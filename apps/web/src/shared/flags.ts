import { type FeatureFlag, flagListFromCookies, readFlags } from '@troupe/domain/feature-flag';

/** Whether the cookie turns a feature on, read when the component is drawn. */
export function useFlag(flag: FeatureFlag): boolean {
  return readFlags(flagListFromCookies(document.cookie)).has(flag);
}
