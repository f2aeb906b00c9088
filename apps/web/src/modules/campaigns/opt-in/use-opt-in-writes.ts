import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  answerOffer,
  changeOptIn,
  decideOptIns,
  seeOptIns,
  undoApprovals,
} from '@troupe/contract/campaigns/opt-in';
import { CallError, type ClientInput } from '@troupe/contract/client';
import {
  OPT_IN_STATUS_NAMES,
  type OptIn,
  type OptInStatus,
  optInAbilities,
} from '@troupe/domain/campaigns/opt-in';
import { type NoticeOptions, notify } from '@troupe/ui/feedback/notify';
import { counted } from '@troupe/ui/lib/format';
import { useMemo, useRef, useState } from 'react';
import { paymentAction, paymentActionFor } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { feeTotalText, usageText } from './opt-in-labels.ts';
import { patchOptIns, refreshOptIns, usageOptions } from './opt-in-queries.ts';

/** What of an opt-in is changed; what is left out stays. */
type OptInEdit = ClientInput<typeof changeOptIn>['body'];

type Decision = 'approved' | 'rejected';
type OfferAnswer = 'accept' | 'decline' | 'withdraw';

const withAction = (action: NoticeOptions['action']) => (action ? { action } : {});

const nameOf = (optIn: OptIn) => creatorName(optIn.socialProfile);

/** Tells why a change was not made, with the way on where there is one. */
export function notifyRefusal(error: unknown, optIn: OptIn): void {
  const code = error instanceof CallError ? error.code : '';
  if (code === 'conflict') {
    const { status } = error instanceof CallError ? (error.body as { status?: OptInStatus }) : {};
    const now = status ? OPT_IN_STATUS_NAMES[status].toLowerCase() : null;
    notify.warning(`${nameOf(optIn)} changed in the meantime.`, {
      id: `opt-in-${optIn.id}`,
      detail:
        now && status !== optIn.status
          ? `The opt-in is ${now} now. Your change wasn't saved.`
          : 'Review what changed, then try again.',
    });
    return;
  }
  notify.failure(`Couldn't update ${nameOf(optIn)}.`, {
    id: `opt-in-${optIn.id}`,
    detail: errorText(error),
    ...withAction(paymentAction(error)),
  });
}

/** What the writes share: whose opt-ins they are, and which are being changed right now. */
interface Writing {
  brandId: string;
  campaignId: string;
  queryClient: QueryClient;
  isBusy: (optInId: string) => boolean;
  setBusy: (optInIds: Iterable<string>, busy: boolean) => void;
}

/** Opt-in mutations. Decisions show at once and are rolled back if rejected. */
export function useOptInWrites(campaignId: string) {
  const brandId = useBrandId();
  const queryClient = useQueryClient();
  const onTheirWay = useRef(new Set<string>());
  const [busyIds, setBusyIds] = useState<ReadonlySet<string>>(new Set());

  const writes = useMemo(() => {
    const writing: Writing = {
      brandId,
      campaignId,
      queryClient,
      isBusy: (id) => onTheirWay.current.has(id),
      setBusy: (ids, busy) => {
        for (const id of ids) onTheirWay.current[busy ? 'add' : 'delete'](id);
        setBusyIds(new Set(onTheirWay.current));
      },
    };
    return {
      move: (optIn: OptIn, status: OptInStatus, reason?: string) => move(writing, optIn, status, reason),
      decide: (optIns: readonly OptIn[], status: Decision, reason?: string) =>
        decide(writing, optIns, status, reason),
      answer: (optIn: OptIn, what: OfferAnswer) => answer(writing, optIn, what),
      see: (optInIds: string[]) => see(writing, optInIds),
      change: (optIn: OptIn, body: OptInEdit) => change(writing, optIn, body),
    };
  }, [brandId, campaignId, queryClient]);
  return useMemo(() => ({ ...writes, busyIds }), [writes, busyIds]);
}

export type OptInWrites = ReturnType<typeof useOptInWrites>;

/** Shows the status, asks for it, and puts back what it was when that fails. */
async function shown<Result>(
  { queryClient, setBusy }: Writing,
  optIns: readonly OptIn[],
  status: OptInStatus,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = new Map(optIns.map((one) => [one.id, one]));
  setBusy(before.keys(), true);
  await queryClient.cancelQueries({ queryKey: ['opt-in'] });
  const decided = { status, abilities: optInAbilities(status), unseen: false };
  patchOptIns(queryClient, (one) => (before.has(one.id) ? { ...one, ...decided } : one));
  try {
    return await work();
  } catch (error) {
    patchOptIns(queryClient, (one) => before.get(one.id) ?? one);
    throw error;
  } finally {
    setBusy(before.keys(), false);
    void refreshOptIns(queryClient);
  }
}

async function change({ brandId, queryClient }: Writing, optIn: OptIn, body: OptInEdit): Promise<OptIn> {
  const { optIn: next } = await client.call(changeOptIn, {
    params: { brandId, optInId: optIn.id },
    body: { version: optIn.version, ...body },
  });
  patchOptIns(queryClient, (one) => (one.id === next.id ? next : one));
  return next;
}

/** @returns whether it has been done */
async function move(writing: Writing, optIn: OptIn, status: OptInStatus, reason?: string): Promise<boolean> {
  if (writing.isBusy(optIn.id)) return false;
  try {
    const approves = status === 'approved' && optIn.status !== 'completed';
    const next = await shown(writing, [optIn], status, () =>
      change(writing, optIn, {
        status,
        ...(reason ? { reason } : {}),
        ...(approves ? { undoable: true } : {}),
      }),
    );
    if (approves) {
      await notifyApproved(writing, [next], `opt-in-${optIn.id}`);
      return true;
    }
    const mayUndo = status === 'rejected' && optIn.status === 'pending';
    const done = status === 'pending' ? 'open again' : OPT_IN_STATUS_NAMES[status].toLowerCase();
    notify.success(`${nameOf(optIn)} is ${done}.`, {
      id: `opt-in-${optIn.id}`,
      ...(mayUndo ? { action: { label: 'Undo', onClick: () => void move(writing, next, 'pending') } } : {}),
    });
    return true;
  } catch (error) {
    notifyRefusal(error, optIn);
    return false;
  }
}

/** Decides several at once and names those that were refused. @returns who stays selected */
async function decide(
  writing: Writing,
  optIns: readonly OptIn[],
  status: Decision,
  reason = '',
): Promise<OptIn[]> {
  const { brandId, campaignId } = writing;
  const asked = optIns.filter(({ id }) => !writing.isBusy(id));
  const [only] = asked;
  if (!only) return [];
  try {
    const { changed, refused } = await shown(writing, asked, status, () =>
      client.call(decideOptIns, {
        params: { brandId, campaignId },
        body: {
          optInIds: asked.map(({ id }) => id),
          status,
          reason,
          // Only approve the terms that were on the screen.
          versions: Object.fromEntries(asked.map(({ id, version }) => [id, version])),
          ...(status === 'approved' ? { undoable: true } : {}),
        },
      }),
    );
    if (status === 'approved' && refused.length === 0) await notifyApproved(writing, asked, 'opt-ins');
    else notifyDecided(asked, changed, refused, status, (done) => void reopen(writing, done));
    const left = new Set(refused.map(({ optInId }) => optInId));
    return asked.filter(({ id }) => left.has(id));
  } catch (error) {
    notify.failure(`Couldn't ${status === 'approved' ? 'approve' : 'decline'} creators.`, {
      id: 'opt-ins',
      detail: errorText(error),
      ...withAction(paymentAction(error)),
    });
    return [...asked];
  }
}

/** Shows fees and plan usage, with Undo while possible. */
async function notifyApproved(writing: Writing, optIns: readonly OptIn[], id: string): Promise<void> {
  const { brandId, queryClient } = writing;
  const [only] = optIns;
  const who = optIns.length === 1 && only ? nameOf(only) : counted(optIns.length, 'creator');
  const sum = feeTotalText(optIns);
  await queryClient.invalidateQueries({ queryKey: ['usage'] });
  const usage = await queryClient.fetchQuery(usageOptions(brandId)).catch(() => null);
  notify.success(`${who} approved${sum ? ` for ${sum}` : ''}.`, {
    id,
    ...(usage ? { detail: `${usageText(usage.collaborations)}.` } : {}),
    action: { label: 'Undo', onClick: () => void undo(writing, optIns, id) },
  });
}

async function undo({ brandId, queryClient }: Writing, optIns: readonly OptIn[], id: string): Promise<void> {
  try {
    const body = { optInIds: optIns.map((one) => one.id) };
    const { changed, refused } = await client.call(undoApprovals, { params: { brandId }, body });
    if (refused.length > 0)
      notify.warning(`${counted(changed.length, 'approval')} undone, ${refused.length} not.`, {
        id,
        detail: refused[0]?.message ?? '',
      });
    else
      notify.success(changed.length === 1 ? 'Approval undone.' : `${changed.length} approvals undone.`, {
        id,
      });
  } catch (error) {
    notify.failure("Couldn't undo the approval.", { id, detail: errorText(error) });
  } finally {
    void refreshOptIns(queryClient);
    void queryClient.invalidateQueries({ queryKey: ['usage'] });
  }
}

/** Answers the open offer. @returns whether it has been done */
async function answer(
  { brandId, queryClient, isBusy, setBusy }: Writing,
  optIn: OptIn,
  what: OfferAnswer,
): Promise<boolean> {
  if (isBusy(optIn.id)) return false;
  setBusy([optIn.id], true);
  try {
    const { optIn: next } = await client.call(answerOffer, {
      params: { brandId, optInId: optIn.id, number: optIn.offer.number },
      body: { answer: what },
    });
    patchOptIns(queryClient, (one) => (one.id === next.id ? next : one));
    const done = { accept: 'accepted', decline: 'declined', withdraw: 'withdrawn' }[what];
    notify.success(`Offer ${done}.`, { id: `opt-in-${optIn.id}` });
    return true;
  } catch (error) {
    notifyRefusal(error, optIn);
    return false;
  } finally {
    setBusy([optIn.id], false);
    void refreshOptIns(queryClient);
  }
}

async function reopen({ brandId, queryClient }: Writing, optIns: readonly OptIn[]): Promise<void> {
  const results = await Promise.allSettled(
    optIns.map(({ id }) =>
      client.call(changeOptIn, { params: { brandId, optInId: id }, body: { status: 'pending' } }),
    ),
  );
  const back = results.filter(({ status }) => status === 'fulfilled').length;
  notify.success(`${counted(back, 'opt-in')} open again.`, { id: 'opt-ins' });
  await refreshOptIns(queryClient);
}

/** Marks opt-ins as seen; a failed mark is not reported. */
async function see({ brandId, campaignId, queryClient }: Writing, optInIds: string[]): Promise<void> {
  const ids = new Set(optInIds);
  patchOptIns(queryClient, (one) => (ids.has(one.id) ? { ...one, unseen: false } : one));
  await client
    .call(seeOptIns, { params: { brandId, campaignId }, body: { optInIds } })
    .then(() => queryClient.invalidateQueries({ queryKey: ['campaign'] }))
    .catch(() => undefined);
}

/** People who are named in one notice. */
const MOST_NAMES = 5;

type Refused = readonly { optInId: string; code: string; message: string }[];

function notifyDecided(
  asked: readonly OptIn[],
  changed: readonly string[],
  refused: Refused,
  status: Decision,
  undo: (done: readonly OptIn[]) => void,
): void {
  const verb = status === 'approved' ? 'approved' : 'declined';
  const done = asked.filter(({ id }) => changed.includes(id));
  const pending = done.filter(({ status: was }) => was === 'pending');
  const whoIs = (optInId: string) => {
    const who = asked.find(({ id }) => id === optInId);
    return who ? nameOf(who) : 'One of them';
  };
  // Show a shared reason once.
  const reasons = [...Map.groupBy(refused, ({ message }) => message)].map(([message, group]) => {
    const names = group.slice(0, MOST_NAMES).map(({ optInId }) => whoIs(optInId));
    const more = group.length - names.length;
    return `${message} ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  });
  const way = refused.map(({ code }) => paymentActionFor(code)).find(Boolean);
  if (refused.length > 0) {
    notify.warning(`${counted(done.length, 'creator')} ${verb}, ${counted(refused.length, 'creator')} not.`, {
      id: 'opt-ins',
      detail: reasons.join(' '),
      ...withAction(way),
    });
    return;
  }
  notify.success(`${counted(done.length, 'creator')} ${verb}.`, {
    id: 'opt-ins',
    ...(status === 'rejected' && pending.length > 0
      ? { action: { label: 'Undo', onClick: () => undo(pending) } }
      : {}),
  });
}

/** Saves a part of an opt-in: whether it is under way, and what is wrong with which field. */
export function useSaving(optIn: OptIn, writes: OptInWrites) {
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [fields, setFields] = useState<Record<string, string>>({});

  /** @returns whether it has been saved */
  async function save(body: OptInEdit, done: string | ((optIn: OptIn) => string)): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFields({});
    try {
      const next = await writes.change(optIn, body);
      notify.success(typeof done === 'string' ? done : done(next), { id: `opt-in-${optIn.id}` });
      return true;
    } catch (error) {
      const wrong = error instanceof CallError ? error.body.fields : undefined;
      if (wrong) setFields(wrong);
      else notifyRefusal(error, optIn);
      return false;
    } finally {
      setBusy(false);
      void refreshOptIns(queryClient);
    }
  }
  return { save, busy, fields };
}
