import { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';

export type BriefField = keyof CampaignBrief;

/** A field's value before the edit, another person's later version, and the value last sent from here. */
interface Origin {
  value: unknown;
  newer?: { value: unknown };
  sent?: { value: unknown };
}

/** A brief being edited: the saved version, the edits, and the values they are based on. */
export interface BriefEdit {
  saved: CampaignBrief;
  version: number;
  typed: Partial<CampaignBrief>;
  from: Partial<Record<BriefField, Origin>>;
}

interface Kept {
  typed: Partial<CampaignBrief>;
  from: Partial<Record<BriefField, Origin>>;
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const fieldsOf = (part: object) => Object.keys(part) as BriefField[];

/** Returns the brief with all edits. */
export const briefOf = ({ saved, typed }: BriefEdit): CampaignBrief => ({ ...saved, ...typed });

/** Parses a stored draft; an unreadable one is empty. */
export function readKept(text: string): Kept {
  try {
    const { typed = {}, from = {} } = JSON.parse(text || '{}') as Partial<Kept>;
    return { typed, from };
  } catch {
    return { typed: {}, from: {} };
  }
}

/** Returns the draft to store; empty if everything is saved. */
export const textToKeep = ({ typed, from }: BriefEdit): string =>
  fieldsOf(typed).length > 0 ? JSON.stringify({ typed, from }) : '';

/** Starts from the saved brief and the stored draft; fields changed by others since are conflicts. */
export const editOf = (saved: CampaignBrief, version: number, kept: Kept): BriefEdit =>
  afterNewer({ saved, version, ...kept }, saved, version);

/** Types values into fields; a field that is back at its saved value is no longer edited. */
export function typeInto(edit: BriefEdit, part: Partial<CampaignBrief>): BriefEdit {
  const typed: Record<string, unknown> = { ...edit.typed };
  const from = { ...edit.from };
  for (const field of fieldsOf(part)) {
    // While a save is under way, the saved value is about to change.
    if (same(part[field], edit.saved[field]) && !from[field]?.sent) {
      delete typed[field];
      delete from[field];
    } else {
      typed[field] = part[field];
      from[field] ??= { value: edit.saved[field] };
    }
  }
  return { ...edit, typed, from };
}

/** The edits that can be saved: without conflicts, rejected values or rule violations. */
export function valuesToSave(
  edit: BriefEdit,
  refused: Partial<Record<BriefField, string>>,
): Partial<CampaignBrief> {
  const fields = fieldsOf(edit.typed).filter(
    (field) =>
      edit.from[field]?.newer === undefined &&
      refused[field] === undefined &&
      CampaignBrief.shape[field].safeParse(edit.typed[field]).success,
  );
  return Object.fromEntries(fields.map((field) => [field, edit.typed[field]]));
}

/**
 * Notes values before they are sent: if their response is lost, by a reload for example, a newer version that has them
 * isn't another person's.
 */
export function beforeSave(edit: BriefEdit, values: Partial<CampaignBrief>): BriefEdit {
  const from = { ...edit.from };
  for (const field of fieldsOf(values)) {
    const origin = from[field] ?? { value: edit.saved[field] };
    from[field] = { ...origin, sent: { value: CampaignBrief.shape[field].parse(values[field]) } };
  }
  return { ...edit, from };
}

/** Applies a save: fields that were sent are no longer edited, unless they changed since. */
export function afterSaved(
  edit: BriefEdit,
  saved: CampaignBrief,
  version: number,
  sent: Partial<CampaignBrief>,
): BriefEdit {
  const typed: Record<string, unknown> = {};
  const from: BriefEdit['from'] = {};
  for (const field of fieldsOf(edit.typed)) {
    if (field in sent && same(edit.typed[field], sent[field])) continue;
    typed[field] = edit.typed[field];
    const origin = edit.from[field];
    from[field] = field in sent || !origin ? { value: saved[field] } : origin;
  }
  return afterNewer({ ...edit, typed, from }, saved, version);
}

/**
 * Applies a newer brief: changes by others to fields that are edited here are conflicts, all others are merged. Values
 * sent from here aren't changes by others.
 */
export function afterNewer(edit: BriefEdit, saved: CampaignBrief, version: number): BriefEdit {
  const typed: Record<string, unknown> = {};
  const from: BriefEdit['from'] = {};
  for (const field of fieldsOf(edit.typed)) {
    const value = edit.typed[field];
    if (same(value, saved[field])) continue;
    typed[field] = value;
    const { value: origin, sent }: Origin = edit.from[field] ?? { value: undefined };
    if (sent && same(sent.value, saved[field])) from[field] = { value: saved[field] };
    else if (same(origin, saved[field])) from[field] = sent ? { value: origin, sent } : { value: origin };
    else from[field] = { value: origin, newer: { value: saved[field] } };
  }
  return { saved, version, typed, from };
}
