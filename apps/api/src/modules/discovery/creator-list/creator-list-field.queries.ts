import type { FieldValue, ListField } from '@troupe/domain/discovery/list-field';
import type pg from 'pg';

type Connection = Pick<pg.ClientBase, 'query'>;

/** Returns the custom fields of a list; null if the brand has no such list. */
export async function readListFields(
  pool: Connection,
  brandId: string,
  listId: string,
): Promise<ListField[] | null> {
  const { rows } = await pool.query<{ fields: ListField[] }>({
    name: 'creator-list-fields',
    text: 'select fields from creator_list where id = $1 and brand_id = $2',
    values: [listId, brandId],
  });
  return rows[0]?.fields ?? null;
}

/** Locks a list and returns its custom fields; null if the brand has no such list. */
export async function lockListFields(
  connection: Connection,
  brandId: string,
  listId: string,
): Promise<ListField[] | null> {
  const { rows } = await connection.query<{ fields: ListField[] }>(
    'select fields from creator_list where id = $1 and brand_id = $2 for no key update',
    [listId, brandId],
  );
  return rows[0]?.fields ?? null;
}

/** How often a value of a field occurs on a list. Values of other kinds than choices are counted together. */
export interface ValueCount {
  fieldId: string;
  choiceId: string | null;
  count: number;
}

/** Counts the creators with a value of each field, and of each choice of fields with choices. */
export async function countValues(
  connection: Connection,
  { brandId, listId, fields }: { brandId: string; listId: string; fields: readonly ListField[] },
): Promise<ValueCount[]> {
  if (fields.length === 0) return [];
  const { rows } = await connection.query<ValueCount>(
    `select value.key as "fieldId", case when value.key = any($4::text[]) then value.value #>> '{}' end as "choiceId",
        count(*)::int as count
      from creator_list_item i cross join lateral jsonb_each(i.custom) value
      where i.list_id = $2 and i.brand_id = $1 and i.custom <> '{}' and value.key = any($3::text[])
      group by 1, 2`,
    [
      brandId,
      listId,
      fields.map(({ id }) => id),
      fields.filter(({ kind }) => kind === 'choice').map(({ id }) => id),
    ],
  );
  return rows;
}

/** Writes the custom fields of a list. */
export async function writeListFields(
  connection: Connection,
  { brandId, listId, fields }: { brandId: string; listId: string; fields: readonly ListField[] },
  now: string,
): Promise<void> {
  await connection.query(
    'update creator_list set fields = $3::jsonb, updated_at = $4 where id = $2 and brand_id = $1',
    [brandId, listId, JSON.stringify(fields), now],
  );
}

/** Deletes the values of fields, also of items that were moved to other lists. */
export async function removeFieldValues(
  connection: Connection,
  brandId: string,
  fieldIds: readonly string[],
): Promise<void> {
  if (fieldIds.length === 0) return;
  await connection.query(
    'update creator_list_item set custom = custom - $2::text[] where brand_id = $1 and custom ?| $2::text[]',
    [brandId, fieldIds],
  );
}

/** Deletes the values of a field that name one of these choices. */
export async function removeChoiceValues(
  connection: Connection,
  { brandId, fieldId, choiceIds }: { brandId: string; fieldId: string; choiceIds: readonly string[] },
): Promise<void> {
  if (choiceIds.length === 0) return;
  await connection.query(
    `update creator_list_item set custom = custom - $2::text
      where brand_id = $1 and custom ? $2 and custom ->> $2 = any($3::text[])`,
    [brandId, fieldId, choiceIds],
  );
}

/** Turns the values of a field into text. @param names texts of its choices by ID */
export async function turnValuesIntoText(
  connection: Connection,
  {
    brandId,
    fieldId,
    names,
  }: { brandId: string; fieldId: string; names: Readonly<Record<string, FieldValue>> },
): Promise<void> {
  await connection.query(
    `update creator_list_item
      set custom = custom || jsonb_build_object($2::text, coalesce($3::jsonb ->> (custom ->> $2), custom ->> $2))
      where brand_id = $1 and custom ? $2`,
    [brandId, fieldId, JSON.stringify(names)],
  );
}
