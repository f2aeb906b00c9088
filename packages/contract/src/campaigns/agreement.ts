import {
  AgreementClauses,
  AgreementDocument,
  AgreementHash,
  SignerName,
} from '@troupe/domain/campaigns/agreement-document';
import { Id, VersionOrZero } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const noun = 'agreement';
const brand = z.object({ brandId: Id });
const ofBrand = brand.extend({ optInId: Id });
const own = z.object({ optInId: Id });
const number = z.coerce.number().int().min(1).max(1_000_000);
const ownAccess = { own: 'opt-in', param: 'optInId' } as const;

const Template = z.object({
  clauses: z.string(),
  /** 0 while the brand uses the default clauses. */
  version: VersionOrZero,
});
/** All versions, newest first. */
const agreements = z.object({ agreements: z.array(AgreementDocument) });
/** The creator's view: without the clauses before placeholders were filled in. */
const OwnAgreement = AgreementDocument.omit({ clauses: true });
const ownAgreements = z.object({ agreements: z.array(OwnAgreement) });
const acceptance = z.object({ name: SignerName, hash: AgreementHash });

export const getAgreementTemplate = defineCall({
  name: 'getAgreementTemplate',
  noun,
  method: 'GET',
  path: '/brand/:brandId/agreement-template',
  access: 'brand',
  summary:
    "Retrieves the brand's template: the clauses that new agreements start with. Until the brand saves its own, these are the default clauses and `version` is 0.",
  params: brand,
  output: Template,
});

export const saveAgreementTemplate = defineCall({
  name: 'saveAgreementTemplate',
  noun,
  method: 'PUT',
  path: '/brand/:brandId/agreement-template',
  access: 'brand',
  audit: () => 'Changed agreement template',
  summary:
    "Saves the brand's template: the clauses that new agreements start with. Existing agreements keep theirs. Returns 409 if `version` is outdated.",
  params: brand,
  body: z.object({ clauses: AgreementClauses, version: VersionOrZero }),
  output: Template,
  problems: ['conflict'],
});

export const listAgreements = defineCall({
  name: 'listAgreements',
  noun,
  method: 'GET',
  path: '/brand/:brandId/opt-ins/:optInId/agreements',
  access: 'brand',
  summary:
    'Lists the versions of the written agreement with a creator, newest first. The list is empty until the brand creates the first one.',
  params: ofBrand,
  output: agreements,
  problems: ['not_found'],
});

export const createAgreement = defineCall({
  name: 'createAgreement',
  noun,
  method: 'POST',
  path: '/brand/:brandId/opt-ins/:optInId/agreements',
  access: 'brand',
  audit: () => 'Created agreement',
  summary:
    "Creates the written agreement for a collaboration from its agreed terms and the brand's template. The creator sees it once the brand accepts it. If there is already an agreement with these terms, returns it unchanged. When both sides later agree on other terms through an offer, Troupe adds a new version automatically.",
  params: ofBrand,
  output: agreements,
  problems: ['not_found', 'invalid_transition'],
});

export const changeAgreement = defineCall({
  name: 'changeAgreement',
  noun,
  method: 'PUT',
  path: '/brand/:brandId/opt-ins/:optInId/agreements',
  access: 'brand',
  audit: () => 'Changed agreement',
  summary:
    "Changes the clauses of the newest version until the creator accepts it. Withdraws the brand's own acceptance. `hash` is the SHA-256 of the version being edited; returns 409 if it is outdated.",
  params: ofBrand,
  body: z.object({ clauses: AgreementClauses, hash: AgreementHash }),
  output: agreements,
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const acceptAgreement = defineCall({
  name: 'acceptAgreement',
  noun,
  method: 'POST',
  path: '/brand/:brandId/opt-ins/:optInId/agreements/accept',
  access: 'brand',
  audit: () => 'Accepted agreement',
  peopleOnly: true,
  summary:
    'Accepts the newest version on behalf of the brand and sends it to the creator. `name` is the full name of the person accepting it. `hash` must be the SHA-256 of its text; returns 409 if the text has changed. Accepting it again has no effect. API keys get 403: only a logged-in person can accept.',
  params: ofBrand,
  body: acceptance,
  output: agreements,
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const getAgreementPdf = defineCall({
  name: 'getAgreementPdf',
  noun,
  method: 'GET',
  path: '/brand/:brandId/opt-ins/:optInId/agreements/:number/pdf',
  access: 'brand',
  summary: 'Downloads a version of an agreement as PDF. Includes who accepted it, when, and its SHA-256.',
  params: ofBrand.extend({ number }),
  file: 'application/pdf',
  problems: ['not_found', 'unavailable'],
});

export const listOwnAgreements = defineCall({
  name: 'listOwnAgreements',
  noun,
  method: 'GET',
  path: '/creator/opt-ins/:optInId/agreements',
  access: ownAccess,
  summary: "Lists the versions of the creator's agreement that the brand has accepted, newest first.",
  params: own,
  output: ownAgreements,
  problems: ['not_found'],
});

export const acceptOwnAgreement = defineCall({
  name: 'acceptOwnAgreement',
  noun,
  method: 'POST',
  path: '/creator/opt-ins/:optInId/agreements/accept',
  access: ownAccess,
  summary:
    'Accepts the newest version on behalf of the creator, whose full name is `name`. `hash` must be the SHA-256 of its text; returns 409 if the text has changed. An accepted version never changes. Accepting it again has no effect.',
  params: own,
  body: acceptance,
  output: ownAgreements,
  problems: ['not_found', 'conflict', 'invalid_transition'],
});

export const getOwnAgreementPdf = defineCall({
  name: 'getOwnAgreementPdf',
  noun,
  method: 'GET',
  path: '/creator/opt-ins/:optInId/agreements/:number/pdf',
  access: ownAccess,
  summary: "Downloads a version of the creator's agreement as PDF.",
  params: own.extend({ number }),
  file: 'application/pdf',
  problems: ['not_found', 'unavailable'],
});
