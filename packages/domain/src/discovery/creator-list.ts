import { z } from 'zod';
import { Id, Instant, text } from '../shape.ts';
import { SocialProfile } from './creator.ts';
import { STATUS_TAGS } from './creator-list-status.ts';

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

/**
 * A creator on a list, with the brand's own tags and notes. `version` grows with each save, so that two
 * people editing at once can be told apart.
 */
export const CreatorListItem = z.object({
  id: Id,
  tags: z.array(StatusTag),
  feedback: z.string(),
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

/** Tags without repeats, in the order they are shown. */
export function orderTags(tags: readonly StatusTag[]): StatusTag[] {
  return STATUS_TAGS.filter((tag) => tags.includes(tag));
}

/** A change to an item. `version` is the one the person saw. */
export const CreatorListItemChange = z.object({
  feedback: text({ max: MAX_FEEDBACK }).optional(),
  tags: z.array(StatusTag).max(50).transform(orderTags).optional(),
  version: z.int().min(1).optional(),
});
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

/** What stood in an item before a save that was made without having seen it. */
export interface ItemText {
  feedback: string;
  tags: readonly StatusTag[];
  version: number;
}

/**
 * Whether a save replaces something its author had not seen: the item is newer than the version they saw, and
 * one of the fields they send stands differently now. A save without version asks for no comparison.
 */
export function overwritesUnseen(
  standing: ItemText,
  change: {
    feedback?: string | undefined;
    tags?: readonly StatusTag[] | undefined;
    version?: number | undefined;
  },
): boolean {
  if (change.version === undefined || change.version >= standing.version) return false;
  const feedback = change.feedback !== undefined && change.feedback !== standing.feedback;
  const tags = change.tags !== undefined && change.tags.join() !== orderTags(standing.tags).join();
  return feedback || tags;
}
