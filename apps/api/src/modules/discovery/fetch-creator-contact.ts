import { setTimeout as sleep } from 'node:timers/promises';
import { fetchCreatorContact, getCreatorMetaData } from '@troupe/contract/discovery/creator';
import {
  areContactsValid,
  CONTACT_TOKENS,
  type ContactSource,
  contactsExpiry,
  emailOf,
} from '@troupe/domain/discovery/creator-contact';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, withTransaction } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { captureCredit, releaseCredit, reserveCredit } from '../billing/credit/credit.queries.ts';
import { grantPlanCredits } from '../billing/credit/credit-plan.queries.ts';
import { holdsPlan } from '../billing/subscription/subscription.queries.ts';
import { takeContactShare } from './brand-share.ts';
import {
  type ContactFetch,
  type ContactTarget,
  contactState,
  deleteContactFetch,
  insertContactFetch,
  readContactFetch,
  readContactTarget,
  readStaleFetches,
  writeContacts,
} from './creator/creator-contact.queries.ts';

export interface ContactParts {
  api: Api;
  source: ContactSource;
}

/** Lookups take seconds, so an older one belongs to a killed process. */
const STALE_MS = 120_000;
const LONGEST_WAIT_MS = 20_000;

const referenceOf = ({ id }: Pick<ContactFetch, 'id'>) => `creator-contact:${id}`;

/**
 * Registers the contact routes: current state and lookup at the provider. Nothing is looked up
 * while the details are valid or another lookup is in progress.
 */
export function creatorContacts(parts: ContactParts): void {
  const { api } = parts;
  api.implement(getCreatorMetaData, (context) => getContact(api, context));
  api.implement(fetchCreatorContact, (context) => fetchContact(parts, context));
  api.jobs.every('*/10 * * * *', 'creator-contact-sweep', async () => {
    const before = new Date(api.clock.now().getTime() - STALE_MS).toISOString();
    for (const fetch of await readStaleFetches(api.db, before)) await giveUp(parts, fetch);
  });
}

async function getContact(api: Api, { params, caller }: CallContext<typeof getCreatorMetaData>) {
  const brands = caller.administrator ? null : [...caller.memberships.keys()];
  const target = await targetOrNotFound(api, params.id, brands);
  const { contactsFetchedAt: fetched } = target;
  const metaData = contactState(target);
  const none = metaData.contactsError !== null && areContactsValid(fetched, api.clock.now());
  const cost = { credits: api.config.CONTACT_CREDITS, providerTokens: CONTACT_TOKENS };
  return { metaData, cost, again: none && fetched !== null ? contactsExpiry(fetched) : null };
}

async function fetchContact(
  parts: ContactParts,
  { brandId, params, caller }: CallContext<typeof fetchCreatorContact>,
) {
  const { api } = parts;
  const target = await targetOrNotFound(api, params.profileId, [brandId]);
  if (target.sample) throw problem('sample_data');
  if (!(await holdsPlan(api.db, brandId))) throw problem('subscription_required');
  if (isKnown(target, api.clock.now())) return { metaData: contactState(target) };
  if (api.config.CONTACT_CREDITS > 0) await grantPlanCredits(api.pool, api.db, api.clock.now(), brandId);
  const started = await begin(parts, brandId, target, caller.userId);
  if (started) await lookUp(parts, started, target);
  else await waitFor(api.db, target.id);
  return { metaData: contactState(await targetOrNotFound(api, params.profileId, [brandId])) };
}

async function targetOrNotFound(api: Api, id: string, brands: string[] | null): Promise<ContactTarget> {
  const target = await readContactTarget(api.db, id, brands);
  if (!target) throw problem('not_found');
  return target;
}

/** Fetched details expire; those the brand imported itself don't. */
function isKnown({ brandId, ownContact, contactsFetchedAt }: ContactTarget, now: Date): boolean {
  if (areContactsValid(contactsFetchedAt, now)) return true;
  return ownContact && (brandId === null || contactsFetchedAt === null);
}

/** Starts a lookup with its reservation; null if another one is in progress or has just ended. */
async function begin(
  parts: ContactParts,
  brandId: string,
  target: ContactTarget,
  userId: string,
): Promise<ContactFetch | null> {
  const { api } = parts;
  const now = api.clock.now();
  const running = await readContactFetch(api.db, target.id);
  if (running && now.getTime() - Date.parse(running.startedAt) > STALE_MS) await giveUp(parts, running);
  return withTransaction(api.pool, async (tx) => {
    const credits = api.config.CONTACT_CREDITS;
    const fetch = { id: newId(), creatorId: target.id, brandId, credits, startedAt: now.toISOString() };
    if (!(await insertContactFetch(tx, fetch))) return null;
    // The lock prevents others from ending a lookup; one may have ended before it was taken.
    const meanwhile = await readContactTarget(tx, target.id, [brandId]);
    if (meanwhile && isKnown(meanwhile, now)) {
      await deleteContactFetch(tx, fetch.id);
      return null;
    }
    if (credits > 0)
      await reserveCredit(
        tx,
        {
          brandId,
          reference: referenceOf(fetch),
          reason: `Contact info: ${target.username}`,
          userId,
          amount: credits,
        },
        now,
      );
    await takeContactShare(tx, api, brandId);
    return fetch;
  });
}

async function lookUp(parts: ContactParts, fetch: ContactFetch, target: ContactTarget): Promise<void> {
  const { api, source } = parts;
  let answer: Awaited<ReturnType<ContactSource['contacts']>>;
  try {
    answer = await source.contacts(target);
  } catch (error) {
    await giveUp(parts, fetch);
    throw error;
  }
  const email = 'found' in answer ? emailOf(answer.found) : null;
  const error = 'found' in answer ? 'This profile has no email address' : answer.none;
  const now = api.clock.now();
  await withTransaction(api.pool, async (tx) => {
    await writeContacts(tx, target, { email, error }, now.toISOString());
    if (!(await deleteContactFetch(tx, fetch.id)) || fetch.credits === 0) return;
    // Only an address is charged.
    if (email) await captureCredit(tx, { brandId: fetch.brandId, reference: referenceOf(fetch) }, now);
    else await release(tx, fetch, now);
  });
}

/** Ends a lookup without a result. */
async function giveUp({ api }: ContactParts, fetch: ContactFetch): Promise<void> {
  await withTransaction(api.pool, async (tx) => {
    if (!(await deleteContactFetch(tx, fetch.id)) || fetch.credits === 0) return;
    await release(tx, fetch, api.clock.now());
  });
}

const release = (tx: Database, fetch: ContactFetch, now: Date) =>
  releaseCredit(
    tx,
    { brandId: fetch.brandId, reference: referenceOf(fetch), reason: 'No contact info found' },
    now,
  );

async function waitFor(db: Database, creatorId: string): Promise<void> {
  const until = Date.now() + LONGEST_WAIT_MS;
  for (let pause = 50; Date.now() < until; pause = Math.min(1000, pause * 1.5)) {
    if (!(await readContactFetch(db, creatorId))) return;
    await sleep(pause);
  }
}
