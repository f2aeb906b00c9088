import { SafetyCategory, SafetyCoverage, SafetyFlag } from '@troupe/domain/discovery/safety-flag';
import {
  SafetyRehearsal,
  SafetyRule,
  SafetyRuleForm,
  SafetyRuleVersion,
} from '@troupe/domain/listening/safety/safety-rule';
import { Id, VersionOrZero } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const ruleParams = params.extend({ category: SafetyCategory });

export const listSafetyRules = defineCall({
  name: 'listSafetyRules',
  noun: 'safety-rule',
  method: 'GET',
  path: '/brand/:brandId/safety/rules',
  access: 'brand',
  summary: "Lists the brand's rules for flagging creators, one per category.",
  params,
  output: z.object({ rules: z.array(SafetyRule) }),
});

export const changeSafetyRule = defineCall({
  name: 'changeSafetyRule',
  noun: 'safety-rule',
  method: 'PUT',
  path: '/brand/:brandId/safety/rules/:category',
  access: 'brand',
  summary:
    'Saves a new version of a rule and checks creators again in the background. `version` is the version you edited.',
  params: ruleParams,
  body: SafetyRuleForm.extend({ version: VersionOrZero }),
  bodyLimit: 256 * 1024,
  output: z.object({ rule: SafetyRule }),
  problems: ['conflict'],
});

export const listSafetyRuleVersions = defineCall({
  name: 'listSafetyRuleVersions',
  noun: 'safety-rule',
  method: 'GET',
  path: '/brand/:brandId/safety/rules/:category/versions',
  access: 'brand',
  summary: 'Lists up to 100 versions of a rule, newest first.',
  params: ruleParams,
  output: z.object({ versions: z.array(SafetyRuleVersion) }),
});

export const rehearseSafetyRule = defineCall({
  name: 'rehearseSafetyRule',
  noun: 'safety-rule',
  method: 'POST',
  path: '/brand/:brandId/safety/rules/:category/rehearse',
  access: 'brand',
  summary: "Returns how many of the brand's creators a rule would flag, with examples. Nothing is saved.",
  params: ruleParams,
  body: SafetyRuleForm,
  bodyLimit: 256 * 1024,
  audit: false,
  output: z.object({ rehearsal: SafetyRehearsal }),
  problems: ['rate_limited'],
});

export const checkCreatorSafety = defineCall({
  name: 'checkCreatorSafety',
  noun: 'safety-rule',
  method: 'POST',
  path: '/brand/:brandId/safety/creators/:creatorId/check',
  access: 'brand',
  summary: "Checks a creator's stored posts and bio against the rules, and keeps checking them from then on.",
  params: params.extend({ creatorId: Id }),
  audit: false,
  output: z.object({ flags: z.array(SafetyFlag), coverage: SafetyCoverage }),
  problems: ['not_found'],
});
