import { request } from 'node:http';
import { AFFILIATE_STATES, type AffiliateState } from '@troupe/domain/affiliate/affiliate';
import type { LinkState } from '@troupe/domain/affiliate/affiliate-link';
import { NEW_PROGRAM_RULES } from '@troupe/domain/affiliate/affiliate-program';
import { randomSlug } from '@troupe/domain/affiliate/link-slug';
import pg from 'pg';
import { newId } from '../../platform/id.ts';
import type { TestApi } from '../../testing/test-api.ts';
import { storeTable } from '../commerce/store/store.table.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { affiliateTable } from './affiliate/affiliate.table.ts';
import { affiliateLinkTable } from './affiliate-link/affiliate-link.table.ts';
import { affiliateProgramTable } from './affiliate-program/affiliate-program.table.ts';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

/** A brand with a program, a store and one creator. */
export interface ClickWorld {
  brandId: string;
  storeId: string;
  shop: string;
  affiliateId: string;
}

/** Makes one in the database of a test. */
export async function aClickWorld(t: TestApi): Promise<ClickWorld> {
  const { db } = t.api;
  const brandId = await t.brand();
  const [storeId, creatorId, affiliateId] = [newId(), newId(), newId()];
  const shop = `${randomSlug()}.myshopify.com`;
  const now = new Date().toISOString();
  await db.insert(affiliateProgramTable).values({
    brandId,
    state: 'on',
    version: 1,
    rules: NEW_PROGRAM_RULES,
    signingSecret: '',
    signer: '',
    updatedAt: now,
  });
  await db.insert(storeTable).values({
    id: storeId,
    brandId,
    platform: 'shopify',
    shop,
    name: 'Larkmoor',
    status: 'connected',
    connectedAt: now,
  });
  await db.insert(creatorTable).values({
    id: creatorId,
    platform: 'tiktok',
    username: creatorId,
    profileUrl: 'https://www.tiktok.com/@mara',
  });
  const state: AffiliateState = AFFILIATE_STATES[1];
  await db.insert(affiliateTable).values({ id: affiliateId, brandId, creatorId, state });
  return { brandId, storeId, shop, affiliateId };
}

/** Adds a link to it. */
export async function aLink(
  t: TestApi,
  world: ClickWorld,
  more: { slug?: string; path?: string; state?: LinkState; endsAt?: string; codeId?: string } = {},
): Promise<{ id: string; slug: string }> {
  const link = {
    id: newId(),
    slug: randomSlug(),
    path: '/products/tent',
    brandId: world.brandId,
    affiliateId: world.affiliateId,
    storeId: world.storeId,
  };
  Object.assign(link, more);
  await t.api.db.insert(affiliateLinkTable).values(link);
  return { id: link.id, slug: link.slug };
}

export interface Hit {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** Opens a link as a browser does, with the path sent as it is given. */
export function hit(
  url: string,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Hit> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        agent: false,
        headers: Object.assign({ 'user-agent': CHROME }, headers),
      },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
        response.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

/** A hit as the database keeps it. */
export interface KeptClick {
  id: string;
  verdict: string;
  reason: string | null;
  visitorKey: string | null;
  row: Record<string, unknown>;
}

/** Returns the hits that are kept of a link, oldest first. */
export async function keptClicks(databaseUrl: string, linkId: string): Promise<KeptClick[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select id, verdict, reason, encode(visitor_key, 'hex') as "visitorKey", to_jsonb(c) as row
       from affiliate_click c where link_id = $1 order by at, id`,
      [linkId],
    );
    return rows;
  } finally {
    await client.end();
  }
}
