import { z } from 'zod';
import { Day, Id, text } from '../shape.ts';
import {
  FIELD_KINDS,
  MAX_CHOICES,
  MAX_FIELDS,
  MAX_STAGES,
  MAX_VALUE,
  STAGE_COLORS,
} from './list-field-limits.ts';

/** The kind of a custom field. */
export const FieldKind = z.enum(FIELD_KINDS);
export type FieldKind = z.infer<typeof FieldKind>;

/** The ID of an entry, made by the client. */
const NewId = Id.toLowerCase();

const name = text({ max: 60, required: 'Enter a name' }).transform((value) => value.trim());

/** Whether names are unique, regardless of case. */
const isUnique = (entries: readonly { name: string }[]): boolean =>
  new Set(entries.map((entry) => entry.name.toLowerCase())).size === entries.length;

/** A choice of a field. Items keep its ID, so it can be renamed. */
const FieldChoice = z.object({ id: NewId, name });
export type FieldChoice = z.infer<typeof FieldChoice>;

/** A custom field of a list. `choices` is empty unless its kind is `choice`. */
export const ListField = z.object({
  id: NewId,
  name,
  kind: FieldKind,
  choices: z
    .array(FieldChoice)
    .max(MAX_CHOICES, `A field can have up to ${MAX_CHOICES} choices`)
    .refine(isUnique, 'Each choice needs a different name'),
});
export type ListField = z.infer<typeof ListField>;

const withChoices = ListField.refine(
  ({ kind, choices }) => kind !== 'choice' || choices.length > 0,
  'Add at least one choice',
);

/** All custom fields of a list, in order. */
export const ListFieldsChange = z.object({
  fields: z
    .array(withChoices)
    .max(MAX_FIELDS, `A list can have up to ${MAX_FIELDS} fields`)
    .refine(isUnique, 'Each field needs a different name')
    .refine(
      (fields) => new Set(fields.map(({ id }) => id)).size === fields.length,
      'Each field needs a different ID',
    ),
});
export type ListFieldsChange = z.infer<typeof ListFieldsChange>;

/** A value as stored: text, a number, the ID of a choice, or a day. */
export const FieldValue = z.union([z.number(), z.string().max(MAX_VALUE)]);
export type FieldValue = z.infer<typeof FieldValue>;

/** The largest number of a field, so that figures stay exact. */
const MAX_NUMBER = 1_000_000_000_000;

const VALUES = {
  text: text({ max: MAX_VALUE }),
  number: z.number('Enter a number').min(-MAX_NUMBER).max(MAX_NUMBER),
  choice: NewId,
  date: Day,
} satisfies Record<FieldKind, z.ZodType<FieldValue>>;

/** Returns a value in the form in which a field keeps it, or why it can't. */
export function fieldValueOf(
  { kind, choices }: ListField,
  value: FieldValue,
): { value: FieldValue } | { refused: string } {
  const read = VALUES[kind].safeParse(value);
  if (!read.success) return { refused: read.error.issues[0]?.message ?? 'Invalid value' };
  if (kind === 'choice' && !choices.some(({ id }) => id === read.data))
    return { refused: 'This choice no longer exists' };
  return { value: read.data };
}

/** Returns a value as people read it: the name of a choice, otherwise the value as it is. */
export const fieldText = (
  { choices }: Pick<ListField, 'choices'>,
  value: FieldValue | undefined,
): FieldValue | undefined => choices.find(({ id }) => id === value)?.name ?? value;

/** Returns the values of the fields that a list has. */
export function knownValues(
  fields: readonly ListField[],
  values: Readonly<Record<string, FieldValue>>,
): Record<string, FieldValue> {
  const known: Record<string, FieldValue> = {};
  for (const { id } of fields) {
    const value = values[id];
    if (value !== undefined) known[id] = value;
  }
  return known;
}

/**
 * Merges a change of a list's fields with those it has now: fields that the author hadn't seen are kept, and those
 * that have since been deleted stay deleted. `removed` has the IDs of deleted fields. Null if there are too many.
 */
export function mergeFields<Entry extends { id: string }>(
  before: readonly Entry[],
  { fields, seen }: { fields: readonly Entry[]; seen: readonly string[] },
  most: number = MAX_FIELDS,
): { fields: Entry[]; removed: string[] } | null {
  const exist = new Set(before.map(({ id }) => id));
  const known = new Set(seen);
  const sent = new Set(fields.map(({ id }) => id));
  const kept = fields.filter(({ id }) => exist.has(id) || !known.has(id));
  const unseen = before.filter(({ id }) => !known.has(id) && !sent.has(id));
  const merged = [...kept, ...unseen];
  if (merged.length > most) return null;
  const result = new Set(merged.map(({ id }) => id));
  return { fields: merged, removed: before.filter(({ id }) => !result.has(id)).map(({ id }) => id) };
}

/** A stage of a list's board. */
export const ListStage = z.object({ id: NewId, name, color: z.enum(STAGE_COLORS) });
export type ListStage = z.infer<typeof ListStage>;

/** All stages of a list, in order. */
export const ListStagesChange = z.object({
  stages: z
    .array(ListStage)
    .max(MAX_STAGES, `A board can have up to ${MAX_STAGES} stages`)
    .refine(isUnique, 'Each stage needs a different name')
    .refine(
      (stages) => new Set(stages.map(({ id }) => id)).size === stages.length,
      'Each stage needs a different ID',
    ),
});
export type ListStagesChange = z.infer<typeof ListStagesChange>;

/** How often reviewers and members voted and commented on a creator of a list. */
export const ReviewCounts = z.object({
  approve: z.int(),
  reject: z.int(),
  unsure: z.int(),
  comments: z.int(),
});
export type ReviewCounts = z.infer<typeof ReviewCounts>;
