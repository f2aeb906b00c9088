import type { Page } from '@playwright/test';
import { hosts } from './hosts.ts';
import { tokenOf } from './login.ts';

/** The creator fields that tests need. */
export interface FoundCreator {
  id: string;
  platform: 'instagram' | 'tiktok' | 'youtube' | 'tiktok-shop';
  username: string;
  fullname: string;
  profileUrl: string;
  verified: boolean;
  followerCount: number | null;
  engagement: number | null;
  avgViews: number | null;
  metaData: { contactsFetched: boolean; contactsError: { message: string | null } | null };
}

/** The path of a creator's drawer, over a search that finds only them: drawing a page of others takes longer. */
export const drawerPath = ({ id, username }: { id: string; username: string }) =>
  `/creator-search?q=${encodeURIComponent(username)}&creator=${id}`;

/** Returns the API client of the signed-in user, for their first brand. The dashboard needn't be open. */
export async function apiOf(page: Page) {
  const headers = { authorization: `Bearer ${await tokenOf(page)}` };
  async function get<Answer>(path: string): Promise<Answer> {
    const answer = await page.request.get(hosts.api + path, { headers });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    return (await answer.json()) as Answer;
  }
  async function send<Answer>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    data: object = {},
  ): Promise<Answer> {
    const answer = await page.request.fetch(hosts.api + path, { method, headers, data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`);
    return (await answer.json()) as Answer;
  }
  const { brandProfiles } = await get<{ brandProfiles: { brandId: string }[] }>('/me');
  const brand = `/brand/${brandProfiles[0]?.brandId}`;

  /** Returns the first matching demo creator. */
  async function findCreator(wanted: (creator: FoundCreator) => boolean, query = ''): Promise<FoundCreator> {
    let cursor = '';
    for (let page = 0; page < 20; page += 1) {
      const answer = await get<{ creators: FoundCreator[]; nextCursor: string | null }>(
        `${brand}/creators?sort=followers${query}${cursor}`,
      );
      const found = answer.creators.find(wanted);
      if (found) return found;
      if (!answer.nextCursor) break;
      cursor = `&cursor=${encodeURIComponent(answer.nextCursor)}`;
    }
    throw new Error('The demo data has no such creator.');
  }

  /** Creates a list with these creators; the first is on top. */
  async function makeList(title: string, creatorIds: string[] = []): Promise<string> {
    const { id } = await send<{ id: string }>('POST', `${brand}/creator-lists`, { title });
    if (creatorIds.length > 0) {
      await send('POST', `${brand}/creator-list/${id}/items`, { socialProfileIds: creatorIds });
    }
    return id;
  }

  return { brand, headers, get, send, findCreator, makeList };
}
