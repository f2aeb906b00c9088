import { eq } from 'drizzle-orm';
import type { Database } from '../../../platform/database.ts';
import { newId } from '../../../platform/id.ts';
import { brandTable } from './brand.table.ts';

/** Returns whether a brand with this ID exists. */
export async function brandExists(db: Database, brandId: string): Promise<boolean> {
  const rows = await db.select({ id: brandTable.id }).from(brandTable).where(eq(brandTable.id, brandId));
  return rows.length > 0;
}

/** Returns whether a brand's account is closed. */
export async function isBrandClosed(db: Database, brandId: string): Promise<boolean> {
  const [brand] = await db
    .select({ closedAt: brandTable.closedAt })
    .from(brandTable)
    .where(eq(brandTable.id, brandId));
  return (brand?.closedAt ?? null) !== null;
}

/** Returns a brand's name; null if not found. */
export async function readBrandName(db: Database, brandId: string): Promise<string | null> {
  const [brand] = await db
    .select({ name: brandTable.name })
    .from(brandTable)
    .where(eq(brandTable.id, brandId));
  return brand?.name ?? null;
}

/** Inserts a brand; returns its ID. */
export async function insertBrand(
  db: Database,
  brand: { name: string; website: string; description: string },
): Promise<string> {
  const id = newId();
  await db.insert(brandTable).values({ id, ...brand });
  return id;
}

/** Updates a brand's details; false if not found. */
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
