import { z } from 'zod';
import { Id, Instant, text, Version } from '../shape.ts';
import { SocialProfile } from './creator.ts';
import { isSameValue, STATUS_TAGS } from './creator-list-status.ts';
import { FieldValue, ReviewCounts } from './list-field.ts';
import { MAX_FIELDS } from './list-field-limits.ts';
import { SafetyCategory } from './safety-flag.ts';

/** A status tag. */
export const StatusTag = z.enum(STATUS_TAGS);
export type StatusTag = z.infer<typeof StatusTag>;

/** Maximum length of a note in characters. */
export const MAX_FEEDBACK = 100_000;

/** A brand's list of creators with their number and when it last changed. */
export const CreatorList = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  itemCount: z.int(),
  contactCount: z.int(),
  /** The member who looks after the list; an owner of the brand once they have left. */
  owner: z.object({ id: Id, name: z.string() }).nullable(),
  created: Instant,
  updated: Instant,
  archived: z.boolean(),
  archivedDate: Instant.nullable(),
});
export type CreatorList = z.infer<typeof CreatorList>;

const fields = {
  title: text({ max: 200, required: 'Enter a title' }),
  description: text({ max: 4000 }),
};

/** Input for creating a list. */
export const NewCreatorList = z.object({ ...fields, description: fields.description.default('') });
export type NewCreatorList = z.input<typeof NewCreatorList>;
export type CreatorListFields = z.output<typeof NewCreatorList>;

/** List fields to update; omitted fields keep their values. */
export const CreatorListChange = z.object(fields).extend({ ownerId: Id }).partial();
export type CreatorListChange = z.input<typeof CreatorListChange>;

/** Removes duplicate tags and sorts them in display order. */
export function orderTags(tags: readonly StatusTag[]): StatusTag[] {
  return STATUS_TAGS.filter((tag) => tags.includes(tag));
}

/** The editable fields of a list item, as stored. A new field also needs a column and an editor. */
export const CreatorListItemValues = z.object({ tags: z.array(StatusTag), feedback: z.string() });
export type CreatorListItemValues = z.infer<typeof CreatorListItemValues>;

/** The same fields as sent by clients, with limits. */
const edited = {
  feedback: text({ max: MAX_FEEDBACK }),
  tags: z.array(StatusTag).max(50).transform(orderTags),
} satisfies Record<keyof CreatorListItemValues, z.ZodType>;

/** Names of the editable fields. */
export const ITEM_FIELDS = Object.keys(edited) as (keyof CreatorListItemValues)[];

/**
 * A creator on a list with the brand's tags and notes. `version` increases with each save, to
 * detect concurrent edits.
 */
export const CreatorListItem = z.object({
  id: Id,
  ...CreatorListItemValues.shape,
  savedDate: Instant,
  updated: Instant,
  updatedBy: z.string().nullable(),
  version: z.int(),
  archived: z.boolean(),
  archivedDate: Instant.nullable(),
  creatorList: z.object({ id: Id, title: z.string() }),
  /** Categories of the creator's open brand-safety flags. */
  openFlags: z.array(SafetyCategory),
  /** Values of the list's custom fields by field ID; choices by their ID. Fields without a value are absent. */
  custom: z.record(Id, FieldValue),
  /** Votes and comments; null before the first. */
  review: ReviewCounts.nullable(),
  socialProfile: SocialProfile,
});
export type CreatorListItem = z.infer<typeof CreatorListItem>;

/** Values of custom fields to set; null removes one. */
const CustomChange = z
  .record(Id, FieldValue.nullable())
  .refine((values) => Object.keys(values).length <= MAX_FIELDS, `Use up to ${MAX_FIELDS} fields`)
  .meta({ maxProperties: MAX_FIELDS });

/** Item fields to update. `version` is the version the client has seen, `customSeen` the values of custom fields. */
export const CreatorListItemChange = z
  .object({ ...edited, custom: CustomChange, customSeen: CustomChange, version: Version })
  .partial();
export type CreatorListItemChange = z.input<typeof CreatorListItemChange>;

/** Maximum number of creators or items per request. */
export const MAX_BULK = 1000;

const itemIds = z.array(Id).min(1).max(MAX_BULK);

/**
 * A bulk change of list items. `tag` adds and removes tags; `copy` adds the creators with tags and
 * notes to another list, `move` also removes them from the current one.
 */
export const CreatorListItemsChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('archive'), itemIds }),
  z.object({ action: z.literal('unarchive'), itemIds }),
  z.object({
    action: z.literal('tag'),
    itemIds,
    add: z.array(StatusTag).max(50).default([]),
    remove: z.array(StatusTag).max(50).default([]),
  }),
  z.object({ action: z.literal('copy'), itemIds, listId: Id }),
  z.object({ action: z.literal('move'), itemIds, listId: Id }),
]);
export type CreatorListItemsChange = z.input<typeof CreatorListItemsChange>;

/**
 * Returns whether a save overwrites values its author hasn't seen: the item is newer than their
 * version, and a field they send has changed since. Always false without a version. Custom fields are compared with
 * the values that their author saw of each.
 */
export function overwritesUnseen(
  stored: Partial<Record<keyof CreatorListItemValues, unknown>> & {
    version: number;
    custom?: Readonly<Record<string, FieldValue>>;
  },
  { version, customSeen = {}, custom = {}, ...change }: CreatorListItemChange,
): boolean {
  for (const [id, seen] of Object.entries(customSeen)) {
    const value = stored.custom?.[id] ?? null;
    if (custom[id] !== undefined && value !== seen && value !== custom[id]) return true;
  }
  if (version === undefined || version >= stored.version) return false;
  return ITEM_FIELDS.some((name) => change[name] !== undefined && !isSameValue(change[name], stored[name]));
}
