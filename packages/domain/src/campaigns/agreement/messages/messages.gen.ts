// Made from en.json by `npm run messages`.
import { catalog, type Value } from '@troupe/i18n/catalog';
import english from './en.json' with { type: 'json' };

interface Messages {
  'agreement.accepted': Record<never, never>;
  'agreement.acceptedBy': { side: Value; name: Value; time: Value };
  'agreement.brand': Record<never, never>;
  'agreement.campaign': Record<never, never>;
  'agreement.channels': Record<never, never>;
  'agreement.clauses': { creator: Value; brand: Value; campaign: Value; deliverables: Value; draft_due: Value; live_due: Value; fee: Value; channels: Value; territory: Value; usage_term: Value };
  'agreement.creator': Record<never, never>;
  'agreement.creatorOn': { creator: Value; platform: Value };
  'agreement.deliverables': Record<never, never>;
  'agreement.draftDue': Record<never, never>;
  'agreement.fee': Record<never, never>;
  'agreement.hash': { hash: Value };
  'agreement.liveBy': Record<never, never>;
  'agreement.nameRemoved': Record<never, never>;
  'agreement.noDate': Record<never, never>;
  'agreement.noFee': Record<never, never>;
  'agreement.notAccepted': { side: Value };
  'agreement.notSpecified': Record<never, never>;
  'agreement.replaced': Record<never, never>;
  'agreement.term': { term: Value };
  'agreement.territory': Record<never, never>;
  'agreement.title': { number: Value };
  'agreement.usageRights': Record<never, never>;
  'agreement.withoutDeliverables': Record<never, never>;
}

/** Writes a message in the language of the person. */
export const t = catalog<Messages>('domain/campaigns/agreement', english);
