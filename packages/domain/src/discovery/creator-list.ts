import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';
import { SocialProfile } from './creator.ts';
import { isSameValue, STATUS_TAGS } from './creator-list-status.ts';

/** One of the status tags. */
export const StatusTag = z.enum(STATUS_TAGS);
export type StatusTag = z.infer<typeof StatusTag>;

/** The longest note, in characters. */
export const MAX_FEEDBACK = 100_000;

/** A brand's list of creators, with how many it holds and when it last changed. */
export const CreatorList = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  itemCount: z.int(),
  contactCount: z.int(),
  created: Instant,
  updated: Instant,
  archived: z.boolean(),
  archivedDate: Instant.nullable(),
});
export type CreatorList = z.infer<typeof CreatorList>;

const fields = {
  title: text({ max: 200, required: 'Please enter a title' }),
  description: text({ max: 4000 }),
};

/** What a person fills in for a list. */
export const NewCreatorList = z.object({ ...fields, description: fields.description.default('') });
export type NewCreatorList = z.input<typeof NewCreatorList>;
export type CreatorListFields = z.output<typeof NewCreatorList>;

/** A change to a list; what is left out stays. */
export const CreatorListChange = z.object(fields).partial();
export type CreatorListChange = z.input<typeof CreatorListChange>;

/** Tags without repeats, in the order they are shown. */
export function orderTags(tags: readonly StatusTag[]): StatusTag[] {
  return STATUS_TAGS.filter((tag) => tags.includes(tag));
}

/** The fields of a list item that people edit, as they are stored. A new one also needs its column and its editor. */
export const CreatorListItemValues = z.object({ tags: z.array(StatusTag), feedback: z.string() });
export type CreatorListItemValues = z.infer<typeof CreatorListItemValues>;

/** The same fields as they are sent, with their limits. */
const edited = {
  feedback: text({ max: MAX_FEEDBACK }),
  tags: z.array(StatusTag).max(50).transform(orderTags),
} satisfies Record<keyof CreatorListItemValues, z.ZodType>;

/** The names of the fields that people edit. */
export const ITEM_FIELDS = Object.keys(edited) as (keyof CreatorListItemValues)[];

/**
 * A creator on a list, with the brand's own tags and notes. `version` grows with each save, so that two
 * people editing at once can be told apart.
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
  socialProfile: SocialProfile,
});
export type CreatorListItem = z.infer<typeof CreatorListItem>;

/** A change to an item. `version` is the one the person saw. */
export const CreatorListItemChange = z.object({ ...edited, version: z.int().min(1) }).partial();
export type CreatorListItemChange = z.input<typeof CreatorListItemChange>;

/** How many creators or items one change may name. */
export const MAX_BULK = 1000;

const itemIds = z.array(Id).min(1).max(MAX_BULK);

/**
 * One change to several items. `tag` adds and removes tags; `copy` puts the creators with tags and notes on
 * another list too, `move` takes them off the present one.
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
 * Whether a save replaces something its author had not seen: the item is newer than the version they saw, and
 * one of the fields they send has another value now. A save without version asks for no comparison.
 */
export function overwritesUnseen(
  stored: Partial<Record<keyof CreatorListItemValues, unknown>> & { version: number },
  change: CreatorListItemChange,
): boolean {
  if (change.version === undefined || change.version >= stored.version) return false;
  return ITEM_FIELDS.some((name) => change[name] !== undefined && !isSameValue(change[name], stored[name]));
}
