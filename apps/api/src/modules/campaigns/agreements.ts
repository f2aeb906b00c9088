import * as calls from '@troupe/contract/campaigns/agreement';
import { agreementLanguage, defaultClauses } from '@troupe/domain/campaigns/agreement/agreement-text';
import { problem } from '@troupe/domain/problem';
import { inLanguage, type Language } from '@troupe/i18n/language';
import type { FastifyReply } from 'fastify';
import type { Api, CallContext } from '../../platform/api.ts';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { readKnownLanguages } from '../account/user/user.queries.ts';
import { renderAgreement } from './agreement/agreement.pdf.ts';
import {
  extendRights,
  insertAgreement,
  isOptInOf,
  readAgreements,
  readAgreementTemplate,
  readBrandOfOwn,
  renewAgreements,
  rewriteAgreement,
  type StoredAgreement,
  signAgreement,
  toAgreements,
  writeAgreementTemplate,
} from './agreement/agreement.queries.ts';
import { lockOptIns, lockOwnOptIn, type StoredOptIn, writeOptIn } from './opt-in/opt-in-change.queries.ts';
import { optInEvent } from './opt-in/opt-in-event-text.ts';

/** Registers the calls for written agreements of both sides, and adds versions when agreed terms change. */
export function agreements(api: Api): void {
  const { implement, events } = api;
  implement(calls.getAgreementTemplate, (context) => getTemplate(api, context));
  implement(calls.saveAgreementTemplate, (context) => saveTemplate(api, context));
  implement(calls.listAgreements, ({ brandId, params: { optInId } }) => ofBrand(api, brandId, optInId));
  implement(calls.createAgreement, (context) => createAgreement(api, context));
  implement(calls.changeAgreement, (context) => changeAgreement(api, context));
  implement(calls.acceptAgreement, (context) => acceptAgreement(api, context));
  implement(calls.getAgreementPdf, async ({ brandId, params, reply }) =>
    sendPdf(reply, (await ofBrand(api, brandId, params.optInId)).agreements, Number(params.number)),
  );
  implement(calls.listOwnAgreements, ({ params, caller }) => ofCreator(api, caller.userId, params.optInId));
  implement(calls.acceptOwnAgreement, (context) => acceptOwnAgreement(api, context));
  implement(calls.getOwnAgreementPdf, async ({ params, caller, reply }) =>
    sendPdf(reply, await visibleToCreator(api, caller.userId, params.optInId), Number(params.number)),
  );
  events.subscribe('opt_in.progressed', async (tx, published, now) => {
    const optInIds = published.map(({ data }) => data.optInId);
    await renewAgreements(tx, optInIds, now);
    await extendRights(tx, optInIds);
  });
}

async function getTemplate({ db }: Api, { brandId, caller }: CallContext<typeof calls.getAgreementTemplate>) {
  const language = await languageOf(db, caller.userId);
  return templateIn(db, brandId, language ?? 'en');
}

/** Returns the brand's template, or the default clauses in a language. */
const templateIn = async (db: Database, brandId: string, language: Language) =>
  (await readAgreementTemplate(db, brandId)) ?? { clauses: inLanguage(language, defaultClauses), version: 0 };

/** Returns the language that a person reads; null if it isn't known, or without a person. */
const languageOf = async (db: Database, userId: string | null): Promise<Language | null> =>
  userId === null ? null : ((await readKnownLanguages(db, [userId])).get(userId) ?? null);

async function saveTemplate(
  { db, clock }: Api,
  { brandId, body }: CallContext<typeof calls.saveAgreementTemplate>,
) {
  const saved = await writeAgreementTemplate(db, brandId, body, clock.now());
  if (!saved) throw problem('conflict');
  return saved;
}

async function ofBrand({ db }: Api, brandId: string, optInId: string) {
  if (!(await isOptInOf(db, brandId, optInId))) throw problem('not_found');
  return { agreements: toAgreements(await readAgreements(db, brandId, optInId)) };
}

/** Drafts are the brand's: creators see what the brand has accepted. */
async function visibleToCreator({ db }: Api, userId: string, optInId: string) {
  const brandId = await readBrandOfOwn(db, userId, optInId);
  if (!brandId) throw problem('not_found');
  return toAgreements(await readAgreements(db, brandId, optInId)).filter(({ state }) => state !== 'draft');
}

const ofCreator = async (api: Api, userId: string, optInId: string) => ({
  agreements: await visibleToCreator(api, userId, optInId),
});

async function sendPdf(reply: FastifyReply, versions: ReturnType<typeof toAgreements>, number: number) {
  const version = versions.find((one) => one.number === number);
  if (!version) throw problem('not_found');
  const pdf = await renderAgreement(version);
  return reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="agreement-${version.number}.pdf"`)
    .send(pdf);
}

function assertCollaborating({ status, agreedNumber, removedAt }: StoredOptIn): number {
  if (removedAt) throw problem('invalid_transition', { message: 'This creator deleted their account.' });
  if (agreedNumber === null || (status !== 'approved' && status !== 'completed'))
    throw problem('invalid_transition', { message: 'Agree on terms with the creator first.' });
  return agreedNumber;
}

async function createAgreement(
  api: Api,
  { brandId, params: { optInId }, caller: { userId } }: CallContext<typeof calls.createAgreement>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const [row] = await lockOptIns(tx, brandId, [optInId]);
    if (!row) throw problem('not_found');
    const offerNumber = assertCollaborating(row);
    const [latest] = await readAgreements(tx, brandId, optInId);
    if (latest?.offerNumber === offerNumber) return;
    // Makes an approval final that could still be undone: the terms on paper are those approved.
    if (row.undo) await writeOptIn(tx, row, { columns: {}, events: [], userId }, now);
    const language =
      latest?.language ?? agreementLanguage(await languageOf(tx, userId), await languageOf(tx, row.userId));
    const { clauses } = latest ?? (await templateIn(tx, brandId, language));
    const number = (latest?.number ?? 0) + 1;
    const version = { optInId, brandId, number, offerNumber, terms: row.agreement, clauses, language };
    await insertAgreement(tx, version, now);
  });
  return ofBrand(api, brandId, optInId);
}

const changed = () =>
  problem('conflict', {
    message: 'The agreement has changed since you opened it. Read it again before you continue.',
  });

/** Returns the newest version if it is the one that the person read. @throws conflict */
function newestRead([latest]: readonly StoredAgreement[], row: StoredOptIn, hash: string): StoredAgreement {
  if (!latest) throw problem('not_found');
  if (latest.hash !== hash || latest.offerNumber !== assertCollaborating(row)) throw changed();
  return latest;
}

async function changeAgreement(
  api: Api,
  { brandId, params: { optInId }, body: { clauses, hash } }: CallContext<typeof calls.changeAgreement>,
) {
  await api.db.transaction(async (tx) => {
    const [row] = await lockOptIns(tx, brandId, [optInId]);
    if (!row) throw problem('not_found');
    const latest = newestRead(await readAgreements(tx, brandId, optInId), row, hash);
    if (latest.creatorAcceptedAt)
      throw problem('invalid_transition', {
        message: 'Both sides have accepted this version. To change the terms, make an offer.',
      });
    if (latest.clauses !== clauses) await rewriteAgreement(tx, latest, clauses);
  });
  return ofBrand(api, brandId, optInId);
}

async function acceptAgreement(
  api: Api,
  { brandId, params: { optInId }, body, caller: { userId } }: CallContext<typeof calls.acceptAgreement>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const [row] = await lockOptIns(tx, brandId, [optInId]);
    if (!row) throw problem('not_found');
    const latest = newestRead(await readAgreements(tx, brandId, optInId), row, body.hash);
    if (latest.brandAcceptedAt) return;
    await accept(tx, row, latest, { side: 'brand', name: body.name, userId }, now);
  });
  return ofBrand(api, brandId, optInId);
}

async function acceptOwnAgreement(
  api: Api,
  { params: { optInId }, body, caller: { userId } }: CallContext<typeof calls.acceptOwnAgreement>,
) {
  const now = api.clock.now();
  await api.db.transaction(async (tx) => {
    const row = await lockOwnOptIn(tx, userId, optInId);
    if (!row) throw problem('not_found');
    const versions = await readAgreements(tx, row.brandId, optInId);
    const latest = newestRead(versions, row, body.hash);
    // The brand changed its mind after the creator read it.
    if (!latest.brandAcceptedAt) throw changed();
    if (latest.creatorAcceptedAt) return;
    await accept(tx, row, latest, { side: 'creator', name: body.name, userId }, now);
  });
  return ofCreator(api, userId, optInId);
}

/** Saves an acceptance, with a line in the history and the conversation, and publishes it. */
async function accept(
  tx: Database,
  row: StoredOptIn,
  version: StoredAgreement,
  signer: { side: 'brand' | 'creator'; name: string; userId: string },
  now: Date,
): Promise<void> {
  const { side, userId } = signer;
  const { number, hash } = version;
  const name = signer.name.replace(/\s+/g, ' ').trim();
  await signAgreement(tx, version, { side, name, userId }, now);
  const line = optInEvent(side === 'brand' ? 'agreement-sent' : 'agreement-accepted', { number });
  await writeOptIn(tx, row, { columns: {}, events: [line], userId }, now);
  const { id: optInId, brandId, campaignId, creatorId } = row;
  const about = { optInId, campaignId, creatorId };
  await publish(
    tx,
    {
      type: 'agreement.accepted',
      brandId,
      data: { ...about, number, side, hash, complete: side === 'creator' },
    },
    now,
  );
  if (side === 'creator')
    await publish(
      tx,
      { type: 'opt_in.answered', brandId, data: { ...about, version: row.version + 1, ...line } },
      now,
    );
}
