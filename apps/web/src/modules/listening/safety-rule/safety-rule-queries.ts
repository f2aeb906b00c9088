import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  changeSafetyRule,
  listSafetyRules,
  listSafetyRuleVersions,
  rehearseSafetyRule,
} from '@troupe/contract/listening/safety-rule';
import type { SafetyRule } from '@troupe/domain/listening/safety/safety-rule';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { callOptions } from '../../../shared/call/query.ts';

/** The fields of a rule that a person edits. */
export type RuleFields = Pick<SafetyRule, 'state' | 'items' | 'days' | 'query' | 'names'>;

/** The brand's rules. */
export const rulesOptions = (brandId: string) => callOptions(listSafetyRules, { params: { brandId } });

/** The versions of a rule. */
export const ruleVersionsOptions = (brandId: string, category: SafetyRule['category']) =>
  callOptions(listSafetyRuleVersions, { params: { brandId, category } });

/** Saves a rule as its next version. */
export function useRuleSaving({ category, version }: SafetyRule) {
  const brandId = useBrandId();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ state, items, days, query, names }: RuleFields) =>
      client.call(changeSafetyRule, {
        params: { brandId, category },
        body: { state, items, days, query, names, version },
      }),
    onSettled: () =>
      Promise.all(
        ['safety-rule', 'safety-flag'].map((noun) => cache.invalidateQueries({ queryKey: [noun] })),
      ),
  });
}

/** Runs a rule over the brand's creators without saving it. */
export function useRehearsal({ category }: SafetyRule) {
  const brandId = useBrandId();
  return useMutation({
    mutationFn: ({ state, items, days, query, names }: RuleFields) =>
      client.call(rehearseSafetyRule, {
        params: { brandId, category },
        body: { state, items, days, query, names },
      }),
  });
}
