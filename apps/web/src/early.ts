import { parseAddressQuery } from '@troupe/browser/address';
import { isUsable, sessionKeyOf, storedSession } from '@troupe/browser/stored-session';
import { getMe } from '@troupe/contract/account/user';
import type { Call } from '@troupe/contract/call';
import { getCampaign, listCampaigns } from '@troupe/contract/campaigns/campaign';
import { listOptIns } from '@troupe/contract/campaigns/opt-in';
import { type ClientInput, urlOf } from '@troupe/contract/client';
import { listCreatorFacets, searchCreators } from '@troupe/contract/discovery/creator';
import {
  listCreatorListDetails,
  listCreatorListItems,
  listCreatorLists,
} from '@troupe/contract/discovery/creator-list';
import { getBrand } from '@troupe/contract/inbox/brand-overview';
import { listConversations } from '@troupe/contract/inbox/conversation';
import { selectedBrandOf, type User } from '@troupe/domain/account/user';
import { askedOf, readCampaignsAddress } from './modules/campaigns/campaign/campaign-address.ts';
import { queryOf, readCreatorAddress, sentQueryOf } from './modules/discovery/creator/creator-address.ts';
import {
  type ItemsAddress,
  itemsQueryOf,
  type ListsAddress,
  listsQueryOf,
  readListsAddress,
} from './modules/discovery/creator-list/creator-list-address.ts';
import { conversationsQueryOf, readInboxAddress } from './modules/inbox/conversation/inbox-address.ts';
import { actingHeaders } from './shared/brand/acting.ts';
import { flagHeaders } from './shared/brand/flags.ts';
import { EarlyRequests } from './shared/call/early-requests.ts';
import { config } from './shared/config.ts';

/** Path and query of a call. */
const asked = <C extends Call>(call: C, input: ClientInput<C>): string =>
  urlOf(call, input as Parameters<typeof urlOf>[1]);

/** Where the brand of the last page is kept. */
const BRAND_KEY = 'troupe.brand';

/** Pages that sign people in or out, or that belong to no brand. */
const WITHOUT_BRAND = /^\/(login|logout|signup|team-invite|reopen|closed)(\/|$)/;

/** The calls of a page that need no brand. */
function pageCalls(parts: readonly string[]): string[] {
  const [noun, campaignId = '', tab = 'overview'] = parts;
  if (noun !== 'campaigns' || !campaignId) return [];
  const params = { campaignId };
  const pending = asked(listOptIns, { params: { campaignId, page: 1 }, query: { status: ['pending'] } });
  return [asked(getCampaign, { params }), ...(tab === 'overview' ? [pending] : [])];
}

/** The calls of a page about the brand being worked with. */
function brandCalls([noun, second]: readonly string[], search: string, brandId: string): string[] {
  const params = { brandId };
  const raw = parseAddressQuery(search);
  if (noun === 'creator-search' && !second) {
    const address = readCreatorAddress(raw);
    return [
      asked(searchCreators, { params, query: sentQueryOf(queryOf(address), address.view) }),
      asked(listCreatorFacets, { params }),
      asked(listCreatorLists, { params }),
    ];
  }
  if (noun === 'creator-search' && second === 'lists') {
    const address = readListsAddress(raw);
    const { list: productListId } = address;
    if (!productListId) {
      const query = listsQueryOf(address as ListsAddress);
      return [
        asked(listCreatorListDetails, { params: { brandId, page: 1 }, query }),
        asked(listCreatorLists, { params }),
      ];
    }
    const query = itemsQueryOf(address as ItemsAddress);
    return [asked(listCreatorListItems, { params: { brandId, productListId, page: 1 }, query })];
  }
  if (noun === 'campaigns' && !second)
    return [asked(listCampaigns, { params, query: askedOf(readCampaignsAddress(raw)) })];
  if (noun === 'inbox' && !second)
    return [
      asked(listConversations, {
        params,
        query: { ...conversationsQueryOf(readInboxAddress(raw)), page: 1 },
      }),
    ];
  return [];
}

/**
 * Requests the first screen's data while the app's scripts load. The app takes the responses (`shared/call/early-
 * requests.ts`); those it doesn't request in the same way are dropped. The build makes this script from copies of what
 * it uses, so it loads alone.
 */
async function start(): Promise<void> {
  const { pathname, search } = location;
  const session = storedSession(sessionKeyOf(config));
  if (!session || !isUsable(session) || WITHOUT_BRAND.test(pathname)) return;
  const requests = new EarlyRequests(config.apiUrl, {
    accept: 'application/json',
    ...actingHeaders(),
    ...flagHeaders(),
    authorization: `Bearer ${session.token}`,
  });
  globalThis.troupeEarly = requests;
  setTimeout(() => {
    globalThis.troupeEarly = undefined;
  }, EarlyRequests.maxAgeMs);
  const parts = pathname.split('/').filter(Boolean);
  const sendForBrand = (brandId: string) => {
    for (const path of brandCalls(parts, search, brandId)) requests.send(path);
    requests.send(asked(getBrand, { params: { brandId } }));
  };
  const me = requests.send(asked(getMe, {}));
  for (const path of pageCalls(parts)) requests.send(path);
  const who = JSON.stringify([session.subject, actingHeaders()]);
  const remembered = rememberedBrand(who);
  if (remembered) sendForBrand(remembered);
  const answer = await me;
  if (!answer?.ok) return;
  const brandId = selectedBrandOf((await answer.clone().json()) as User);
  if (!brandId || brandId === remembered) return;
  sendForBrand(brandId);
  localStorage.setItem(BRAND_KEY, JSON.stringify({ who, brandId }));
}

/** The brand selected on the last visit; its calls need not wait for the user. */
function rememberedBrand(who: string): string | null {
  try {
    const kept = JSON.parse(localStorage.getItem(BRAND_KEY) ?? 'null') as {
      who: string;
      brandId: string;
    } | null;
    return kept?.who === who ? kept.brandId : null;
  } catch {
    return null;
  }
}

start().catch(() => {});
