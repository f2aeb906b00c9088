import * as contract from '@troupe/contract/affiliate/affiliate-link';
import { linkMoveRefusal, MAX_LINKS } from '@troupe/domain/affiliate/affiliate-link';
import { pathInStore } from '@troupe/domain/affiliate/link-destination';
import { randomSlug } from '@troupe/domain/affiliate/link-slug';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import type { Api, CallContext } from '../../platform/api.ts';
import { type Database, isUniqueViolation } from '../../platform/database.ts';
import { newId } from '../../platform/id.ts';
import { unknownCampaigns } from '../campaigns/campaign/campaign.queries.ts';
import { requireAddOn } from './add-on.ts';
import { lockAffiliate, type StoredAffiliate } from './affiliate/affiliate-change.queries.ts';
import {
  countLinks,
  insertLink,
  isCodeOf,
  type LinkAddresses,
  lockLink,
  readLink,
  readLinkPage,
  readOwnLinks,
  type StoredLink,
  updateLink,
} from './affiliate-link/affiliate-link.queries.ts';
import { qrPng, qrSvg } from './affiliate-link/link-qr.ts';
import { readProgram } from './affiliate-program/affiliate-program.queries.ts';
import { readProgramStores, readWebsite } from './affiliate-program/program-store.queries.ts';
import { storefrontOf } from './program-stores.ts';

/** Registers the brand's and the creators' calls about links. */
export function affiliateLinks(api: Api): void {
  brandLinks(api);
  ownLinks(api);
}

/** Returns the addresses of links under this configuration. */
const linkAddresses = (api: Pick<Api, 'config'>): LinkAddresses => ({
  urlOf: (slug) => `${(api.config.CLICK_ORIGIN || api.config.API_ORIGIN).replace(/\/$/, '')}/r/${slug}`,
  storefrontOf: (shop) => storefrontOf(api, shop),
});

function brandLinks(api: Api): void {
  const { implement, implementChange, pool, clock } = api;
  const addresses = linkAddresses(api);
  const read = async (brandId: string, linkId: string) => {
    const link = await readLink(pool, brandId, linkId, addresses);
    if (!link) throw problem('not_found');
    return link;
  };

  implement(contract.listAffiliateLinks, async ({ brandId, query: { page, ...filter } }) => {
    const { links, total } = await readLinkPage(pool, brandId, filter, page, addresses);
    return { brandAffiliateLinks: links, ...pagesOf(page, total) };
  });
  implementChange(contract.createAffiliateLink, async ({ brandId, caller, body, commit }) => {
    const linkId = await commit(async (tx) => {
      await requireAddOn(tx, brandId);
      const affiliate = await lockAffiliate(tx, body.affiliateId, brandId);
      if (!affiliate)
        throw problem('invalid', { fields: { affiliateId: 'Choose a creator in your program' } });
      await requireCampaign(tx, brandId, body.campaignId);
      return createLink(api, tx, affiliate, caller.userId, body);
    });
    return { link: await read(brandId, linkId) };
  });
  implementChange(contract.changeAffiliateLink, async ({ brandId, params, body, commit }) => {
    await commit(async (tx) => {
      const row = await lockLink(tx, params.linkId, { brandId });
      if (!row) throw problem('not_found');
      if (body.campaignId) await requireCampaign(tx, brandId, body.campaignId);
      await changeLink(api, tx, row, body);
    });
    return { link: await read(brandId, params.linkId) };
  });
  implementChange(contract.deleteAffiliateLink, async ({ brandId, params, commit }) => {
    await commit(async (tx) => {
      const row = await lockLink(tx, params.linkId, { brandId });
      if (!row) throw problem('not_found');
      await updateLink(tx, row.id, { state: 'deleted' }, clock.now());
    });
    return { success: true };
  });
  implement(contract.getAffiliateLinkSvg, async ({ brandId, params, reply }) =>
    sendSvg(reply, await read(brandId, params.linkId)),
  );
  implement(contract.getAffiliateLinkPng, async ({ brandId, params, query, reply }) =>
    sendPng(reply, await read(brandId, params.linkId), query.size),
  );
}

function ownLinks(api: Api): void {
  const { implement, pool } = api;
  const addresses = linkAddresses(api);
  const read = async ({ affiliateId, linkId }: { affiliateId: string; linkId: string }) => {
    const [link] = await readOwnLinks(pool, affiliateId, { linkId }, addresses);
    if (!link) throw problem('not_found');
    return link;
  };

  implement(contract.listOwnAffiliateLinks, async ({ params: { affiliateId }, query: { page } }) => {
    const [links, total] = await Promise.all([
      readOwnLinks(pool, affiliateId, { page }, addresses),
      countLinks(api.db, affiliateId),
    ]);
    return { links, ...pagesOf(page, total) };
  });
  implement(contract.createOwnAffiliateLink, (context) => createOwn(api, context, read));
  implement(contract.changeOwnAffiliateLink, async ({ params, body }) => {
    await api.db.transaction(async (tx) => {
      const row = await lockLink(tx, params.linkId, { affiliateId: params.affiliateId });
      if (!row) throw problem('not_found');
      await changeLink(api, tx, row, body);
    });
    return { link: await read(params) };
  });
  implement(contract.getOwnAffiliateLinkSvg, async ({ params, reply }) => sendSvg(reply, await read(params)));
  implement(contract.getOwnAffiliateLinkPng, async ({ params, query, reply }) =>
    sendPng(reply, await read(params), query.size),
  );
}

async function createOwn<T>(
  api: Api,
  { params, body, caller }: CallContext<typeof contract.createOwnAffiliateLink>,
  read: (link: { affiliateId: string; linkId: string }) => Promise<T>,
): Promise<{ link: T }> {
  const linkId = await api.db.transaction(async (tx) => {
    const affiliate = await lockAffiliate(tx, params.affiliateId);
    if (!affiliate) throw problem('not_found');
    if (affiliate.state !== 'active')
      throw problem('invalid_transition', { message: 'Accept the terms first.' });
    if ((await readProgram(tx, affiliate.brandId))?.state !== 'on')
      throw problem('invalid_transition', { message: 'This program is closed.' });
    return createLink(api, tx, affiliate, caller.userId, body);
  });
  return { link: await read({ affiliateId: params.affiliateId, linkId }) };
}

type LinkInput = z.output<typeof contract.createOwnAffiliateLink.body> &
  Partial<Pick<z.output<typeof contract.createAffiliateLink.body>, 'storeId' | 'campaignId' | 'endsAt'>>;

/**
 * Adds a link of a locked affiliate; returns its id.
 * @throws invalid for a destination outside of the store, a slug that was used, or another creator's code
 */
async function createLink(
  api: Api,
  tx: Database,
  affiliate: StoredAffiliate,
  userId: string,
  input: LinkInput,
): Promise<string> {
  if (affiliate.state === 'ended')
    throw problem('invalid_transition', { message: 'This creator left the program.' });
  if ((await countLinks(tx, affiliate.id)) >= MAX_LINKS)
    throw problem('too_many', {
      message: `A creator can have up to ${MAX_LINKS} links. Delete one first.`,
    });
  const store = await requireStore(tx, affiliate.brandId, input.storeId);
  const path = await requirePath(api, tx, affiliate.brandId, store.shop, input.destination);
  if (input.codeId) await requireCode(tx, input.codeId, affiliate.id, store.id);
  const now = api.clock.now().toISOString();
  const link = {
    id: newId(),
    brandId: affiliate.brandId,
    affiliateId: affiliate.id,
    campaignId: input.campaignId ?? affiliate.campaignId,
    storeId: store.id,
    path,
    codeId: input.codeId,
    label: input.label.trim(),
    endsAt: input.endsAt ?? null,
    createdBy: userId,
    createdAt: now,
    updatedAt: now,
  };
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const slug = input.slug ?? randomSlug();
    if (await insertOnce(tx, Object.assign({ slug }, link))) return link.id;
    if (input.slug !== undefined) break;
  }
  throw problem('invalid', { fields: { slug: 'This URL ending is taken. Choose another one.' } });
}

/** A concurrent request may take the slug in between. */
async function insertOnce(tx: Database, link: Parameters<typeof insertLink>[1]): Promise<boolean> {
  try {
    return await insertLink(tx, link);
  } catch (error) {
    if (isUniqueViolation(error))
      throw problem('invalid', { fields: { slug: 'This URL ending is taken. Choose another one.' } });
    throw error;
  }
}

async function requireStore(tx: Database, brandId: string, storeId: string | undefined) {
  const stores = await readProgramStores(tx, brandId);
  const store = storeId === undefined ? stores[0] : stores.find(({ id }) => id === storeId);
  if (store) return store;
  throw storeId === undefined
    ? problem('invalid_transition', {
        message: 'Connect your store first. Links lead to pages in your store.',
      })
    : problem('invalid', { fields: { storeId: 'Choose a connected store' } });
}

/** Returns the path of a destination: in the store, or on the brand's own domain, where the store shows it too. */
async function requirePath(
  api: Api,
  tx: Database,
  brandId: string,
  shop: string,
  destination: string,
): Promise<string> {
  const inStore = pathInStore(destination, storefrontOf(api, shop));
  if (inStore !== null) return inStore;
  const website = URL.parse(await readWebsite(tx, brandId));
  const onSite =
    website && /^https?:$/.test(website.protocol) ? pathInStore(destination, website.origin) : null;
  if (onSite !== null) return onSite;
  throw problem('invalid', { fields: { destination: 'Enter a store page, such as /products/tent' } });
}

async function requireCode(
  tx: Database,
  codeId: string,
  affiliateId: string,
  storeId: string | null,
): Promise<void> {
  if (!(await isCodeOf(tx, { codeId, affiliateId, storeId })))
    throw problem('invalid', { fields: { codeId: "Choose one of this creator's codes in the same store" } });
}

async function requireCampaign(tx: Database, brandId: string, campaignId: string | null): Promise<void> {
  if (campaignId !== null && (await unknownCampaigns(tx, brandId, [campaignId])).length > 0)
    throw problem('invalid', { fields: { campaignId: 'Choose one of your campaigns' } });
}

type LinkChangeInput = z.output<typeof contract.changeAffiliateLink.body>;

/** Changes a locked link. @throws invalid, invalid_transition */
async function changeLink(api: Api, tx: Database, row: StoredLink, body: LinkChangeInput): Promise<void> {
  const columns: Parameters<typeof updateLink>[2] = {};
  if (body.state !== undefined && body.state !== row.state) {
    const refusal = linkMoveRefusal(row.state, body.state);
    if (refusal !== null) throw problem('invalid_transition', { message: refusal });
    columns.state = body.state;
  }
  if (body.label !== undefined) columns.label = body.label.trim();
  if (body.endsAt !== undefined) columns.endsAt = body.endsAt;
  if (body.campaignId !== undefined) columns.campaignId = body.campaignId;
  if (body.destination !== undefined) {
    const store = await requireStore(tx, row.brandId, row.storeId ?? undefined);
    columns.path = await requirePath(api, tx, row.brandId, store.shop, body.destination);
  }
  if (body.codeId !== undefined) {
    if (body.codeId !== null) await requireCode(tx, body.codeId, row.affiliateId, row.storeId);
    columns.codeId = body.codeId;
  }
  await updateLink(tx, row.id, columns, api.clock.now());
}

const sendSvg = (reply: FastifyReply, { url, slug }: { url: string; slug: string }) =>
  reply
    .type('image/svg+xml')
    .header('content-disposition', `attachment; filename="${slug}.svg"`)
    .send(qrSvg(url));

const sendPng = (reply: FastifyReply, { url, slug }: { url: string; slug: string }, size: number) =>
  reply
    .type('image/png')
    .header('content-disposition', `attachment; filename="${slug}.png"`)
    .send(qrPng(url, size));
