import { useQueryClient } from '@tanstack/react-query';
import { updateCampaign } from '@troupe/contract/campaigns/campaign';
import { CallError } from '@troupe/contract/client';
import type { CampaignDetails, UpdatedCampaign } from '@troupe/domain/campaigns/campaign';
import { type BriefGap, briefGaps, CampaignBrief } from '@troupe/domain/campaigns/campaign-brief';
import type { SavingStateName } from '@troupe/ui/field/saving-state';
import { useAutosave } from '@troupe/ui/hooks';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { useBrandId } from '../../../../shared/brand/current-brand.ts';
import { client } from '../../../../shared/call/client.ts';
import { errorsOf, useFieldText } from '../../../../shared/call/field-errors.ts';
import { useDraft } from '../../../../shared/draft.ts';
import { t } from '../../messages/messages.gen.ts';
import { slugOf } from '../campaign-fields.ts';
import { campaignOptions } from '../campaign-queries.ts';
import { useUnread } from '../use-unread.ts';
import {
  afterNewer,
  afterSaved,
  type BriefEdit,
  type BriefField,
  beforeSave,
  briefOf,
  editOf,
  readKept,
  textToKeep,
  typeInto,
  valuesToSave,
} from './brief-edit.ts';

/** How often a failed save is retried with what its refusal says: a newer version, an invalid field. */
const MOST_TRIES = 6;

/** Whether the slug is still the one derived from the title. */
const followsTitle = ({ title, slug }: CampaignBrief): boolean => {
  const own = slugOf(title) || 'campaign';
  return slug === '' || slug.replace(/-\d+$/, '') === own || slug === own;
};

/**
 * Holds the edit of a brief: the stored draft, the fields that the server refused, and those being sent. `put` replaces
 * the edit; `accept` applies a version from the server.
 */
function useBriefEdit(campaign: CampaignDetails) {
  const queryClient = useQueryClient();
  const draft = useDraft(`campaign.${campaign.id}.brief`, '');
  const edit = useRef<BriefEdit | null>(null);
  edit.current ??= editOf(campaign.brief, campaign.version, readKept(draft.text));
  const refused = useRef<Partial<Record<BriefField, string>>>({});
  const sending = useRef<ReadonlySet<BriefField>>(new Set());
  const [, redraw] = useReducer((count: number) => count + 1, 0);

  const put = useCallback(
    (next: BriefEdit) => {
      edit.current = next;
      const text = textToKeep(next);
      if (text) draft.change(text);
      else draft.discard();
      redraw();
    },
    [draft.change, draft.discard],
  );

  const accept = useCallback(
    (newer: UpdatedCampaign, sent: Partial<CampaignBrief> = {}) => {
      queryClient.setQueryData(
        campaignOptions(newer.id).queryKey,
        (known) => known && { ...known, ...newer },
      );
      for (const queryKey of [
        ['campaign', 'listCampaigns'],
        ['campaign', 'listCampaignHistory'],
        ['brand', 'getBrand'],
      ])
        void queryClient.invalidateQueries({ queryKey, refetchType: 'none' });
      if (edit.current) put(afterSaved(edit.current, newer.brief, newer.version, sent));
    },
    [queryClient, put],
  );
  return { edit, now: edit.current, refused, sending, redraw, put, accept };
}

type HeldEdit = ReturnType<typeof useBriefEdit>;

/** Sends edits until none remain; applies what a rejection says before the next try. */
async function saveEdit(
  held: HeldEdit,
  send: (body: Partial<CampaignBrief> & { version: number }) => Promise<UpdatedCampaign>,
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const now = held.edit.current;
    if (!now) return;
    const values = valuesToSave(now, held.refused.current);
    const fields = Object.keys(values) as BriefField[];
    if (fields.length === 0) return;
    held.sending.current = new Set(fields);
    held.put(beforeSave(now, values));
    try {
      held.accept(await send({ ...values, version: now.version }), values);
    } catch (error) {
      if (!(error instanceof CallError) || tries >= MOST_TRIES || !learn(held, error, values)) throw error;
    }
  }
}

/** Applies why a save was refused. @returns whether another try can succeed */
function learn(held: HeldEdit, error: CallError, values: Partial<CampaignBrief>): boolean {
  const { edit, refused, put, redraw } = held;
  const now = edit.current;
  if (!now) return false;
  const body = error.body as Partial<{ brief: CampaignBrief; version: number }>;
  if (error.code === 'conflict' && body.brief && body.version !== undefined) {
    put(afterNewer(now, body.brief, body.version));
    return true;
  }
  const fields = error.code === 'invalid' ? error.body.fields : undefined;
  if (!fields) return false;
  const slug = values.slug;
  if (fields.slug && slug && values.title !== undefined) {
    // The slug follows the title until edited; a higher number will be free.
    const [, own = slug, number = '1'] = /^(.*?)(?:-(\d+))?$/.exec(slug) ?? [];
    put(typeInto(now, { slug: `${own}-${Number(number) + 1}` }));
    return true;
  }
  const before = Object.keys(refused.current).length;
  refused.current = { ...refused.current, ...fields };
  const told = Object.keys(values).filter((field) => field in fields);
  // The invalid field may be one that was not sent: then nothing that was sent can be saved.
  if (told.length === 0)
    for (const field of Object.keys(values)) refused.current[field as BriefField] = error.message;
  redraw();
  return Object.keys(refused.current).length > before;
}

/** Edits the brief: `change` types into fields, `settle` resolves an edit conflict in one. */
function useBriefChanges(campaign: CampaignDetails, held: HeldEdit, saveSoon: (nothing: undefined) => void) {
  const { edit, refused, put } = held;
  const change = useCallback(
    (part: Partial<CampaignBrief>) => {
      const now = edit.current;
      if (!now) return;
      const all = { ...part };
      const before = briefOf(now);
      const stillOpen = campaign.status === 'draft' && campaign.published === null;
      if (all.title !== undefined && all.slug === undefined && stillOpen && followsTitle(before)) {
        const slug = slugOf(all.title);
        if (slug) all.slug = slug;
      }
      // A change may fix another field's rejection.
      refused.current = {};
      put(typeInto(now, all));
      saveSoon(undefined);
    },
    [edit, refused, put, saveSoon, campaign.status, campaign.published],
  );

  const settle = useCallback(
    (field: BriefField, whose: 'mine' | 'theirs') => {
      const now = edit.current;
      if (!now) return;
      const { [field]: mine, ...others } = now.typed;
      const { [field]: _gone, ...from } = now.from;
      put({ ...now, typed: others, from });
      if (whose === 'mine' && edit.current) {
        put(typeInto(edit.current, { [field]: mine } as Partial<CampaignBrief>));
        saveSoon(undefined);
      }
    },
    [edit, put, saveSoon],
  );
  return { change, settle };
}

/** The brief of a campaign while it is edited: stored as a draft, saved field by field, never over another person's change. */
export function useBrief(campaign: CampaignDetails) {
  const brandId = useBrandId();
  const unread = useUnread(campaign.id);
  const held = useBriefEdit(campaign);
  const { edit, now, refused, sending, put, accept } = held;
  const {
    state,
    change: saveSoon,
    retry,
  } = useAutosave(() =>
    saveEdit(held, async (body) => {
      const params = { brandId, campaignId: campaign.id };
      return (await client.call(updateCampaign, { params, body })).campaign;
    }),
  );
  const { change, settle } = useBriefChanges(campaign, held, saveSoon);

  // Merge changes by others and unsaved edits of an earlier visit.
  const { brief, version } = campaign;
  useEffect(() => {
    if (edit.current && version > edit.current.version) put(afterNewer(edit.current, brief, version));
  }, [edit, brief, version, put]);
  const unsavedAtStart = useRef(Object.keys(now.typed).length > 0);
  useEffect(() => {
    if (unsavedAtStart.current) saveSoon(undefined);
    unsavedAtStart.current = false;
  }, [saveSoon]);

  const shown = briefOf(now);
  const gaps: BriefGap[] = briefGaps(shown, new Date()).map(({ rule, ...gap }) => ({
    ...gap,
    message: t(`gap.${rule}`),
  }));
  const typedFields = Object.keys(now.typed) as BriefField[];
  const say = useFieldText();

  return {
    brief: shown,
    /** What is missing or contradictory in the edited brief. */
    gaps,
    /** What blocks publishing: missing fields and unreadable values. */
    toDo: [...unread.gaps, ...gaps],
    unread,
    change,
    accept,
    retry,
    /** The saving state of all fields together; failed as long as something typed is not saved. */
    state,
    stateOf: (field: BriefField): SavingStateName =>
      field in now.typed || sending.current.has(field) ? state : 'idle',
    /** Why a field cannot be saved. */
    errorOf: (field: BriefField): string | undefined => {
      if (!(field in now.typed)) return undefined;
      const [message] = Object.values(errorsOf(CampaignBrief.shape[field], now.typed[field]));
      return message === undefined ? refused.current[field] : say(message);
    },
    unsaved: typedFields.length > 0 || unread.gaps.length > 0,
    conflicts: typedFields
      .filter((field) => now.from[field]?.newer !== undefined)
      .map((field) => ({ field, theirs: now.from[field]?.newer?.value })),
    settle,
  };
}

export type BriefEditor = ReturnType<typeof useBrief>;
