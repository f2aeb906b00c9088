import { createHash } from 'node:crypto';
import type { Agreement } from '@troupe/domain/campaigns/agreement';
import {
  type AgreementLanguage,
  type AgreementParties,
  agreementText,
} from '@troupe/domain/campaigns/agreement/agreement-text';
import type { AgreementDocument } from '@troupe/domain/campaigns/agreement-document';
import { PLATFORM_NAMES } from '@troupe/domain/discovery/creator';
import { inLanguage } from '@troupe/i18n/language';
import { and, desc, eq, type InferSelectModel, inArray, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { brandTable } from '../../account/brand/brand.table.ts';
import { creatorTable } from '../../discovery/creator/creator.table.ts';
import { campaignTable } from '../campaign/campaign.table.ts';
import { contentPreviewTable, uploadTable } from '../campaign-content/campaign-content.table.ts';
import { optInTable } from '../opt-in/opt-in.table.ts';
import { agreementTable, agreementTemplateTable } from './agreement.table.ts';

/** A stored version of an agreement. */
export type StoredAgreement = InferSelectModel<typeof agreementTable>;

/** Returns the brand's own clauses; null while it uses the default ones. */
export async function readAgreementTemplate(db: Database, brandId: string) {
  const [row] = await db
    .select({ clauses: agreementTemplateTable.clauses, version: agreementTemplateTable.version })
    .from(agreementTemplateTable)
    .where(eq(agreementTemplateTable.brandId, brandId));
  return row ?? null;
}

/** Saves the brand's clauses over the version that the editor saw; null if there is a newer one. */
export async function writeAgreementTemplate(
  db: Database,
  brandId: string,
  { clauses, version }: { clauses: string; version: number },
  now: Date,
) {
  const updatedAt = now.toISOString();
  const columns = { clauses: agreementTemplateTable.clauses, version: agreementTemplateTable.version };
  const [row] =
    version === 0
      ? await db
          .insert(agreementTemplateTable)
          .values({ brandId, clauses, updatedAt })
          .onConflictDoNothing()
          .returning(columns)
      : await db
          .update(agreementTemplateTable)
          .set({ clauses, version: version + 1, updatedAt })
          .where(
            and(eq(agreementTemplateTable.brandId, brandId), eq(agreementTemplateTable.version, version)),
          )
          .returning(columns);
  return row ?? null;
}

/** Returns the versions of an opt-in's agreement, newest first. */
export async function readAgreements(db: Database, brandId: string, optInId: string) {
  return db
    .select()
    .from(agreementTable)
    .where(and(eq(agreementTable.brandId, brandId), eq(agreementTable.optInId, optInId)))
    .orderBy(desc(agreementTable.number));
}

/** Returns the brand of an opt-in that belongs to the creator's account; null if not theirs. */
export async function readBrandOfOwn(db: Database, userId: string, optInId: string): Promise<string | null> {
  const [row] = await db
    .select({ brandId: optInTable.brandId })
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.userId, userId)));
  return row?.brandId ?? null;
}

/** Returns whether the brand has this opt-in. */
export async function isOptInOf(db: Database, brandId: string, optInId: string): Promise<boolean> {
  const rows = await db
    .select({ id: optInTable.id })
    .from(optInTable)
    .where(and(eq(optInTable.id, optInId), eq(optInTable.brandId, brandId)));
  return rows.length > 0;
}

async function readParties(db: Database, optInId: string): Promise<AgreementParties> {
  const [row] = await db
    .select({
      brand: brandTable.name,
      campaign: campaignTable.title,
      username: creatorTable.username,
      platform: creatorTable.platform,
      removedAt: optInTable.removedAt,
    })
    .from(optInTable)
    .innerJoin(brandTable, eq(brandTable.id, optInTable.brandId))
    .innerJoin(campaignTable, eq(campaignTable.id, optInTable.campaignId))
    .innerJoin(creatorTable, eq(creatorTable.id, optInTable.creatorId))
    .where(eq(optInTable.id, optInId));
  if (!row) return { brand: '', campaign: '', creator: '', platform: '' };
  const { brand, campaign, username, platform, removedAt } = row;
  return {
    brand,
    campaign,
    creator: `@${removedAt ? 'removed' : username}`,
    platform: PLATFORM_NAMES[platform],
  };
}

/** Returns the text of a version and its SHA-256. */
async function writeText(
  db: Database,
  version: Pick<StoredAgreement, 'optInId' | 'number' | 'terms' | 'clauses' | 'language'>,
) {
  const { optInId, number, terms, clauses, language } = version;
  const parties = await readParties(db, optInId);
  const text = inLanguage(language, () => agreementText(number, parties, terms, clauses));
  return { text, hash: createHash('sha256').update(text).digest('hex') };
}

/** Adds a version that neither side has accepted yet. */
export async function insertAgreement(
  db: Database,
  version: {
    optInId: string;
    brandId: string;
    number: number;
    offerNumber: number;
    terms: Agreement;
    clauses: string;
    language: AgreementLanguage;
  },
  now: Date,
): Promise<void> {
  const { text, hash } = await writeText(db, version);
  await db.insert(agreementTable).values({ ...version, text, hash, createdAt: now.toISOString() });
}

const versionOf = ({ optInId, number }: Pick<StoredAgreement, 'optInId' | 'number'>) =>
  and(eq(agreementTable.optInId, optInId), eq(agreementTable.number, number));

/** Replaces the clauses of a version and withdraws the brand's acceptance, which was of another text. */
export async function rewriteAgreement(
  db: Database,
  version: StoredAgreement,
  clauses: string,
): Promise<void> {
  const { text, hash } = await writeText(db, { ...version, clauses });
  await db
    .update(agreementTable)
    .set({ clauses, text, hash, brandSigner: null, brandUserId: null, brandAcceptedAt: null })
    .where(versionOf(version));
}

/** Saves who accepted a version for one side. */
export async function signAgreement(
  db: Database,
  version: StoredAgreement,
  { side, name, userId }: { side: 'brand' | 'creator'; name: string; userId: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString();
  await db
    .update(agreementTable)
    .set(
      side === 'brand'
        ? { brandSigner: name, brandUserId: userId, brandAcceptedAt: at }
        : { creatorSigner: name, creatorUserId: userId, creatorAcceptedAt: at },
    )
    .where(versionOf(version));
}

/** Adds a version to each of these opt-ins whose agreed terms are no longer those of its agreement. */
export async function renewAgreements(db: Database, optInIds: readonly string[], now: Date): Promise<void> {
  const rows = await db
    .selectDistinctOn([agreementTable.optInId], {
      optInId: agreementTable.optInId,
      brandId: agreementTable.brandId,
      number: agreementTable.number,
      clauses: agreementTable.clauses,
      language: agreementTable.language,
      offerNumber: agreementTable.offerNumber,
      agreedNumber: optInTable.agreedNumber,
      terms: optInTable.agreement,
    })
    .from(agreementTable)
    .innerJoin(optInTable, eq(optInTable.id, agreementTable.optInId))
    .where(inArray(agreementTable.optInId, [...optInIds]))
    .orderBy(agreementTable.optInId, desc(agreementTable.number));
  for (const { agreedNumber, number, offerNumber, ...row } of rows)
    if (agreedNumber !== null && agreedNumber !== offerNumber)
      await insertAgreement(db, { ...row, number: number + 1, offerNumber: agreedNumber }, now);
}

/** Moves the end of usage rights of content that is already live to the terms that now apply. */
export async function extendRights(db: Database, optInIds: readonly string[]): Promise<void> {
  const until = sql`case when ${optInTable.agreement}->'usageRights'->>'termDays' is null then null
    else ${contentPreviewTable.liveAt} + make_interval(days => (${optInTable.agreement}->'usageRights'->>'termDays')::int)
    end`;
  await db
    .update(uploadTable)
    .set({ usableUntil: until })
    .from(contentPreviewTable)
    .innerJoin(optInTable, eq(optInTable.id, contentPreviewTable.optInId))
    .where(
      and(
        inArray(contentPreviewTable.optInId, [...optInIds]),
        eq(uploadTable.previewId, contentPreviewTable.id),
        eq(contentPreviewTable.status, 'live'),
        sql`${uploadTable.usableUntil} is distinct from ${until}`,
      ),
    );
}

/** Removes the names of an erased account from its agreements; terms, times and hashes stay. */
export async function eraseAgreements(db: Database, optInIds: readonly string[]): Promise<void> {
  await db.execute(sql`
    update agreement a set creator_signer = null, creator_user_id = null,
      text = replace(a.text, '@' || c.username, '@removed'),
      clauses = replace(a.clauses, '@' || c.username, '@removed')
    from opt_in i join creator c on c.id = i.creator_id
    where i.id = a.opt_in_id and a.opt_in_id in ${[...optInIds]}`);
}

/** Converts stored versions, newest first, to the form that brands see. */
export const toAgreements = (rows: readonly StoredAgreement[]): AgreementDocument[] =>
  rows.map((row, place) => ({
    number: row.number,
    state: row.creatorAcceptedAt ? 'accepted' : row.brandAcceptedAt ? 'waiting' : 'draft',
    replaced: place > 0,
    terms: row.terms,
    clauses: row.clauses,
    text: row.text,
    hash: row.hash,
    language: row.language,
    brand: row.brandAcceptedAt ? { name: row.brandSigner ?? '', at: row.brandAcceptedAt } : null,
    creator: row.creatorAcceptedAt ? { name: row.creatorSigner ?? '', at: row.creatorAcceptedAt } : null,
    created: row.createdAt,
  }));
