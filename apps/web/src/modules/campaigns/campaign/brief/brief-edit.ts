import { CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';

export type BriefField = keyof CampaignBrief;

/** A field's value before the edit, and another person's later version. */
interface Origin {
  value: unknown;
  newer?: { value: unknown };
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

/** What is on the screen. */
export const briefOf = ({ saved, typed }: BriefEdit): CampaignBrief => ({ ...saved, ...typed });

/** Reads what an earlier visit kept; nonsense is nothing. */
export function readKept(text: string): Kept {
  try {
    const { typed = {}, from = {} } = JSON.parse(text || '{}') as Partial<Kept>;
    return { typed, from };
  } catch {
    return { typed: {}, from: {} };
  }
}

/** What is to be kept of what is not saved yet; empty when everything is. */
export const textToKeep = ({ typed, from }: BriefEdit): string =>
  fieldsOf(typed).length > 0 ? JSON.stringify({ typed, from }) : '';

/** Starts from the saved brief and the stored draft; fields changed by others since are conflicts. */
export const editOf = (saved: CampaignBrief, version: number, kept: Kept): BriefEdit =>
  afterNewer({ saved, version, ...kept }, saved, version);

/** Types values into fields; a value that is the saved one again is nothing typed. */
export function typeInto(edit: BriefEdit, part: Partial<CampaignBrief>): BriefEdit {
  const typed: Record<string, unknown> = { ...edit.typed };
  const from = { ...edit.from };
  for (const field of fieldsOf(part)) {
    if (same(part[field], edit.saved[field])) {
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

/** After a save: what was sent is typed no more, unless it was changed since. */
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

/** Takes in a newer brief: what others made of a field that is typed here is a conflict, all else just comes in. */
export function afterNewer(edit: BriefEdit, saved: CampaignBrief, version: number): BriefEdit {
  const typed: Record<string, unknown> = {};
  const from: BriefEdit['from'] = {};
  for (const field of fieldsOf(edit.typed)) {
    const value = edit.typed[field];
    if (same(value, saved[field])) continue;
    typed[field] = value;
    const origin = edit.from[field]?.value;
    from[field] = same(origin, saved[field])
      ? { value: origin }
      : { value: origin, newer: { value: saved[field] } };
  }
  return { saved, version, typed, from };
}
