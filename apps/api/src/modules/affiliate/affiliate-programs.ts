import { generateKeyPairSync } from 'node:crypto';
import * as contract from '@troupe/contract/affiliate/affiliate-program';
import { abilityUnless } from '@troupe/domain/account/ability';
import {
  NEW_PROGRAM_RULES,
  type ProgramOverview,
  type ProgramRules,
  withCampaignRates,
} from '@troupe/domain/affiliate/affiliate-program';
import { canonicalJson } from '@troupe/domain/affiliate/commission-statement';
import { problem } from '@troupe/domain/problem';
import { sealText } from '../../platform/access/secret.ts';
import type { Api, ChangeContext } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { unknownCampaigns } from '../campaigns/campaign/campaign.queries.ts';
import { notifyEach } from '../inbox/notification/notification.queries.ts';
import { addOnRefusal, readAddOn, requireAddOn } from './add-on.ts';
import { offerTerms, readAffiliateNotice } from './affiliate/affiliate-change.queries.ts';
import {
  addProgramVersion,
  countProgram,
  insertProgram,
  lockProgram,
  readProgram,
  readProgramSince,
  readProgramVersions,
  type StoredProgram,
  updateProgram,
} from './affiliate-program/affiliate-program.queries.ts';
import { readCampaignCommissions } from './affiliate-program/campaign-commission.queries.ts';
import { t } from './messages/messages.gen.ts';
import { programStores } from './program-stores.ts';

const MAX_VERSIONS = 100;

/** Registers the calls with which a brand turns its affiliate program on and changes its rules. */
export function affiliatePrograms(api: Api): void {
  api.implement(contract.getAffiliateProgram, async ({ brandId }) => ({
    program: await readOverview(api, brandId),
  }));
  api.implementChange(contract.changeAffiliateProgram, (context) => changeProgram(api, context));
  api.implement(contract.listAffiliateProgramVersions, async ({ brandId }) => ({
    versions: await readProgramVersions(api.pool, brandId, MAX_VERSIONS),
  }));
}

async function readOverview(api: Api, brandId: string): Promise<ProgramOverview> {
  const [stored, since, counts, addOn, stores] = await Promise.all([
    readProgram(api.db, brandId),
    readProgramSince(api.pool, brandId),
    countProgram(api.pool, brandId),
    readAddOn(api.db, brandId),
    programStores(api, brandId),
  ]);
  const refusal = addOnRefusal(addOn);
  const state = stored?.state ?? 'off';
  return {
    state,
    version: stored?.version ?? 0,
    rules: stored?.rules ?? NEW_PROGRAM_RULES,
    since,
    addOn,
    counts,
    stores,
    abilities: {
      edit: abilityUnless(refusal),
      invite: abilityUnless(refusal ?? (state === 'on' ? null : 'Turn on the program first.')),
    },
  };
}

async function changeProgram(
  api: Api,
  { brandId, caller, body, commit }: ChangeContext<typeof contract.changeAffiliateProgram>,
) {
  const now = api.clock.now();
  await commit(async (tx) => {
    const before = await lockProgram(tx, brandId, 'update');
    if ((before?.version ?? 0) !== body.version) throw conflictWith(before);
    // Without the add-on a program can still be turned off.
    if (body.state === 'on' || body.rules) await requireAddOn(tx, brandId);
    const asked = body.rules ?? before?.rules ?? NEW_PROGRAM_RULES;
    await requireCampaigns(tx, brandId, asked, before?.rules);
    // Campaigns may have been published while the program was off. Rates that were set stay.
    const turnsOn = body.state === 'on' && before?.state !== 'on';
    const rules = turnsOn
      ? withCampaignRates(asked, await readCampaignCommissions(tx, brandId), false)
      : asked;
    const next = { version: body.version + 1, state: body.state, rules };
    if (before) await updateProgram(tx, brandId, next, now);
    else if (
      !(await insertProgram(tx, Object.assign(signingKey(api.config.SECRET_KEY), { brandId }, next), now))
    )
      throw conflictWith(await readProgram(tx, brandId));
    await addProgramVersion(
      tx,
      Object.assign(
        {
          brandId,
          userId: caller.userId,
          reason: body.reason.trim() || null,
          effectiveAt: now.toISOString(),
        },
        next,
      ),
    );
    if (before && offersDiffer(before.rules, rules)) await offerToAll(tx, brandId, now);
  });
  return { program: await readOverview(api, brandId) };
}

const offersDiffer = (a: ProgramRules, b: ProgramRules): boolean =>
  canonicalJson([a.terms, a.campaignRates]) !== canonicalJson([b.terms, b.campaignRates]);

const conflictWith = (current: StoredProgram | null) =>
  problem('conflict', {
    extra: current
      ? { version: current.version, state: current.state, rules: current.rules }
      : { version: 0 },
  });

/** Returns a new key pair. Statements are signed with the program's own key; the private one is sealed. */
export function signingKey(secretKey: string): Pick<StoredProgram, 'signingSecret' | 'signer'> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });
  return {
    signingSecret: sealText(secretKey, privateKey.toString('base64')),
    signer: publicKey.toString('base64'),
  };
}

/** Campaigns that had a rate before may have been deleted since. */
async function requireCampaigns(
  tx: Database,
  brandId: string,
  rules: ProgramRules,
  before: ProgramRules | undefined,
): Promise<void> {
  const known = new Set(before?.campaignRates.map(({ campaignId }) => campaignId));
  const added = rules.campaignRates.map(({ campaignId }) => campaignId).filter((id) => !known.has(id));
  const [unknown] = await unknownCampaigns(tx, brandId, added);
  if (unknown === undefined) return;
  const index = rules.campaignRates.findIndex(({ campaignId }) => campaignId === unknown);
  throw problem('invalid', {
    fields: { [`rules.campaignRates.${index}.campaignId`]: 'Choose one of your campaigns' },
  });
}

/** Offers changed terms to everybody in the program, and notifies those with an account. */
export async function offerToAll(tx: Database, brandId: string, now: Date): Promise<void> {
  const offered = await offerTerms(tx, brandId, null, now);
  const [first] = offered;
  const names = first && (await readAffiliateNotice(tx, first.id));
  if (!names) return;
  await notifyEach(
    tx,
    offered.flatMap(({ id, userId, state, version }) =>
      userId === null || state === 'invited'
        ? []
        : [
            {
              userId,
              brandId,
              kind: 'affiliate' as const,
              write: () => ({
                title: t('notice.newTerms', { brand: names.brandName }),
                text: t('notice.termsApply'),
              }),
              href: `/programs/${id}`,
              reference: `affiliate:${id}:${version}:terms`,
            },
          ],
    ),
    now,
  );
}
