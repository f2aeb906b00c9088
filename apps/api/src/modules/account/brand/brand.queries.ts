import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from './brand.table.ts';

/** Whether there is a brand with this id. */
export async function brandExists(db: Database, brandId: string): Promise<boolean> {
  const rows = await db.select({ id: brandTable.id }).from(brandTable).where(eq(brandTable.id, brandId));
  return rows.length > 0;
}

/** Whether a brand's account is closed. */
export async function isBrandClosed(db: Database, brandId: string): Promise<boolean> {
  const [brand] = await db
    .select({ closedAt: brandTable.closedAt })
    .from(brandTable)
    .where(eq(brandTable.id, brandId));
  return (brand?.closedAt ?? null) !== null;
}

/** The name of a brand; null when there is none. */
export async function readBrandName(db: Database, brandId: string): Promise<string | null> {
  const [brand] = await db
    .select({ name: brandTable.name })
    .from(brandTable)
    .where(eq(brandTable.id, brandId));
  return brand?.name ?? null;
}

/** Makes a brand; answers its id. */
export async function insertBrand(
  db: Database,
  brand: { name: string; website: string; description: string },
): Promise<string> {
  const id = newId();
  await db.insert(brandTable).values({ id, ...brand });
  return id;
}

/** Writes a brand's details; false when there is no such brand. */
export async function writeBrand(
  db: Database,
  brandId: string,
  details: { name: string; website: string; description: string },
): Promise<boolean> {
  const rows = await db
    .update(brandTable)
    .set(details)
    .where(eq(brandTable.id, brandId))
    .returning({ id: brandTable.id });
  return rows.length > 0;
}
