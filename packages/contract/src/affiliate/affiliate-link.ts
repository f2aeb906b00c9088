import {
  AffiliateLink,
  LinkChange,
  LinkState,
  NewLink,
  NewOwnLink,
  OwnLink,
  OwnLinkChange,
} from '@troupe/domain/affiliate/affiliate-link';
import { Id, PageNumber, paging, several, text } from '@troupe/domain/shape';
import { z } from 'zod';
import { defineCall } from '../call.ts';

const params = z.object({ brandId: Id });
const one = params.extend({ linkId: Id });
const own = z.object({ affiliateId: Id });
const ownLink = own.extend({ linkId: Id });
const ownAccess = { own: 'affiliate', param: 'affiliateId' } as const;
const page = { page: PageNumber.default(1) };
/** Pixels of a PNG's side. */
const size = z.object({ size: z.coerce.number().int().min(128).max(2048).default(512) });

export const listAffiliateLinks = defineCall({
  name: 'listAffiliateLinks',
  noun: 'affiliate-link',
  method: 'GET',
  path: '/brand/:brandId/affiliates/links',
  access: 'brand',
  summary: "Lists creators' links, newest first. Deleted links are excluded.",
  params,
  query: z.object({
    ...page,
    affiliateId: Id.optional(),
    state: several(LinkState.exclude(['deleted'])),
    search: text({ max: 120 }).optional(),
  }),
  output: z.object({ brandAffiliateLinks: z.array(AffiliateLink), ...paging }),
});

export const createAffiliateLink = defineCall({
  name: 'createAffiliateLink',
  noun: 'affiliate-link',
  method: 'POST',
  path: '/brand/:brandId/affiliates/links',
  access: 'brand',
  summary:
    "Creates a link for a creator. It leads to a page in the brand's store and works immediately. Its slug can't be changed and is never reused.",
  params,
  body: NewLink,
  output: z.object({ link: AffiliateLink }),
  problems: ['not_found', 'add_on_required', 'invalid_transition', 'too_many'],
});

export const changeAffiliateLink = defineCall({
  name: 'changeAffiliateLink',
  noun: 'affiliate-link',
  method: 'PUT',
  path: '/brand/:brandId/affiliates/links/:linkId',
  access: 'brand',
  summary: "Updates a link's destination, label, code or end date, or pauses, resumes or ends it.",
  params: one,
  body: LinkChange,
  output: z.object({ link: AffiliateLink }),
  problems: ['not_found', 'invalid_transition'],
});

export const deleteAffiliateLink = defineCall({
  name: 'deleteAffiliateLink',
  noun: 'affiliate-link',
  method: 'DELETE',
  path: '/brand/:brandId/affiliates/links/:linkId',
  access: 'brand',
  summary: 'Deletes a link, which stops working immediately. Its clicks and orders are kept.',
  params: one,
  output: z.object({ success: z.boolean() }),
  problems: ['not_found'],
});

export const getAffiliateLinkSvg = defineCall({
  name: 'getAffiliateLinkSvg',
  noun: 'affiliate-link',
  method: 'GET',
  path: '/brand/:brandId/affiliates/links/:linkId/qr.svg',
  access: 'brand',
  audit: false,
  summary: "Downloads a link's QR code as SVG.",
  params: one,
  file: 'image/svg+xml',
  problems: ['not_found'],
});

export const getAffiliateLinkPng = defineCall({
  name: 'getAffiliateLinkPng',
  noun: 'affiliate-link',
  method: 'GET',
  path: '/brand/:brandId/affiliates/links/:linkId/qr.png',
  access: 'brand',
  audit: false,
  summary: "Downloads a link's QR code as PNG. `size` is the maximum side length in pixels.",
  params: one,
  query: size,
  file: 'image/png',
  problems: ['not_found'],
});

export const listOwnAffiliateLinks = defineCall({
  name: 'listOwnAffiliateLinks',
  noun: 'affiliate-link',
  method: 'GET',
  path: '/me/affiliates/:affiliateId/links',
  access: ownAccess,
  summary: "Lists the creator's links in a program, newest first.",
  params: own,
  query: z.object(page),
  output: z.object({ links: z.array(OwnLink), ...paging }),
  problems: ['not_found'],
});

export const createOwnAffiliateLink = defineCall({
  name: 'createOwnAffiliateLink',
  noun: 'affiliate-link',
  method: 'POST',
  path: '/me/affiliates/:affiliateId/links',
  access: ownAccess,
  summary: "Creates a link to a page in the brand's store. It works immediately.",
  params: own,
  body: NewOwnLink,
  output: z.object({ link: OwnLink }),
  problems: ['not_found', 'invalid_transition', 'too_many'],
});

export const changeOwnAffiliateLink = defineCall({
  name: 'changeOwnAffiliateLink',
  noun: 'affiliate-link',
  method: 'PUT',
  path: '/me/affiliates/:affiliateId/links/:linkId',
  access: ownAccess,
  summary: "Updates a link's label or destination, or pauses, resumes or ends it.",
  params: ownLink,
  body: OwnLinkChange,
  output: z.object({ link: OwnLink }),
  problems: ['not_found', 'invalid_transition'],
});

export const getOwnAffiliateLinkSvg = defineCall({
  name: 'getOwnAffiliateLinkSvg',
  noun: 'affiliate-link',
  method: 'GET',
  path: '/me/affiliates/:affiliateId/links/:linkId/qr.svg',
  access: ownAccess,
  summary: "Downloads the QR code of the creator's link as SVG.",
  params: ownLink,
  file: 'image/svg+xml',
  problems: ['not_found'],
});

export const getOwnAffiliateLinkPng = defineCall({
  name: 'getOwnAffiliateLinkPng',
  noun: 'affiliate-link',
  method: 'GET',
  path: '/me/affiliates/:affiliateId/links/:linkId/qr.png',
  access: ownAccess,
  summary: "Downloads the QR code of the creator's link as PNG.",
  params: ownLink,
  query: size,
  file: 'image/png',
  problems: ['not_found'],
});
