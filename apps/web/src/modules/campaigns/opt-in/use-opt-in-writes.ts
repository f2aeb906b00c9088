import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  answerOffer,
  changeOptIn,
  decideOptIns,
  seeOptIns,
  undoApprovals,
} from '@troupe/contract/campaigns/opt-in';
import { CallError, type ClientInput } from '@troupe/contract/client';
import { type OptIn, type OptInStatus, optInAbilities } from '@troupe/domain/campaigns/opt-in';
import { type NoticeOptions, notify } from '@troupe/ui/feedback/notify';
import { useMemo, useRef, useState } from 'react';
import { paymentAction, paymentActionFor } from '../../../shared/brand/credit.tsx';
import { useBrandId } from '../../../shared/brand/current-brand.ts';
import { client } from '../../../shared/call/client.ts';
import { errorText } from '../../../shared/call/error-text.ts';
import { creatorName } from '../../../shared/creator/creator-labels.ts';
import { t } from '../messages/messages.gen.ts';
import { feeTotalText, usageText } from './opt-in-labels.ts';
import { patchOptIns, refreshOptIns, usageOptions } from './opt-in-queries.ts';

/** A partial change of an opt-in. */
type OptInEdit = ClientInput<typeof changeOptIn>['body'];

type Decision = 'approved' | 'rejected';
type OfferAnswer = 'accept' | 'decline' | 'withdraw';

const withAction = (action: NoticeOptions['action']) => (action ? { action } : {});

const nameOf = (optIn: OptIn) => creatorName(optIn.socialProfile);

/** Shows why a change was refused, with what the person can do about it. */
export function notifyRefusal(error: unknown, optIn: OptIn): void {
  const code = error instanceof CallError ? error.code : '';
  if (code === 'conflict') {
    const { status } = error instanceof CallError ? (error.body as { status?: OptInStatus }) : {};

    notify.warning(t('optIn.conflict', { name: nameOf(optIn) }), {
      id: `opt-in-${optIn.id}`,
      detail:
        status && status !== optIn.status ? t('optIn.conflictNow', { status }) : t('optIn.conflictText'),
    });
    return;
  }
  notify.failure(t('optIn.updateFailed', { name: nameOf(optIn) }), {
    id: `opt-in-${optIn.id}`,
    detail: errorText(error),
    ...withAction(paymentAction(error)),
  });
}

/** Shared by all mutations: the brand and campaign, and which opt-ins are being changed. */
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

/** Shows the new status at once, and reverts it if `work` fails. */
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

    notify.success(t(`optIn.moved.${status}`, { name: nameOf(optIn) }), {
      id: `opt-in-${optIn.id}`,
      ...(mayUndo
        ? { action: { label: t('action.undo'), onClick: () => void move(writing, next, 'pending') } }
        : {}),
    });
    return true;
  } catch (error) {
    notifyRefusal(error, optIn);
    return false;
  }
}

/** Decides several at once and names those that were refused. @returns those that stay selected */
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
    notify.failure(t(status === 'approved' ? 'optIn.approveFailed' : 'optIn.declineFailed'), {
      id: 'opt-ins',
      detail: errorText(error),
      ...withAction(paymentAction(error)),
    });
    return [...asked];
  }
}

/** `Cleo has been approved for $520.`, `3 creators approved for $1,200.` */
function approvedText(optIns: readonly OptIn[]): string {
  const [only] = optIns;
  const count = optIns.length;
  const amount = feeTotalText(optIns);
  if (count === 1 && only) {
    const name = nameOf(only);
    return amount ? t('optIn.approved.oneFor', { name, amount }) : t('optIn.approved.one', { name });
  }
  return amount ? t('optIn.approved.severalFor', { count, amount }) : t('optIn.decided.approved', { count });
}

/** Shows fees and plan usage, with Undo while possible. */
async function notifyApproved(writing: Writing, optIns: readonly OptIn[], id: string): Promise<void> {
  const { brandId, queryClient } = writing;
  await queryClient.invalidateQueries({ queryKey: ['usage'] });
  const usage = await queryClient.fetchQuery(usageOptions(brandId)).catch(() => null);
  notify.success(approvedText(optIns), {
    id,
    ...(usage ? { detail: `${usageText(usage.collaborations)}.` } : {}),
    action: { label: t('action.undo'), onClick: () => void undo(writing, optIns, id) },
  });
}

async function undo({ brandId, queryClient }: Writing, optIns: readonly OptIn[], id: string): Promise<void> {
  try {
    const body = { optInIds: optIns.map((one) => one.id) };
    const { changed, refused } = await client.call(undoApprovals, { params: { brandId }, body });
    if (refused.length > 0)
      notify.warning(t('optIn.undonePartly', { count: changed.length, refused: refused.length }), {
        id,
        detail: refused[0]?.message ?? '',
      });
    else
      notify.success(
        changed.length === 1 ? t('optIn.undoneOne') : t('optIn.undoneSeveral', { count: changed.length }),
        {
          id,
        },
      );
  } catch (error) {
    notify.failure(t('optIn.undoFailed'), { id, detail: errorText(error) });
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

    notify.success(t(`optIn.answered.${what}`), { id: `opt-in-${optIn.id}` });
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
  notify.success(t('optIn.openAgain', { count: back }), { id: 'opt-ins' });
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

/** The most creators named in one notice. */
const MOST_NAMES = 5;

type Refused = readonly { optInId: string; code: string; message: string }[];

function notifyDecided(
  asked: readonly OptIn[],
  changed: readonly string[],
  refused: Refused,
  status: Decision,
  undo: (done: readonly OptIn[]) => void,
): void {
  const done = asked.filter(({ id }) => changed.includes(id));
  const pending = done.filter(({ status: was }) => was === 'pending');
  const whoIs = (optInId: string) => {
    const who = asked.find(({ id }) => id === optInId);
    return who ? nameOf(who) : t('optIn.oneOfThem');
  };
  // Show a shared reason once.
  const reasons = [...Map.groupBy(refused, ({ message }) => message)].map(([message, group]) => {
    const names = group.slice(0, MOST_NAMES).map(({ optInId }) => whoIs(optInId));
    const more = group.length - names.length;
    return t('optIn.refused', {
      message,
      names: more > 0 ? t('invite.namesAndMore', { names: names.join(', '), count: more }) : names.join(', '),
    });
  });
  const way = refused.map(({ code }) => paymentActionFor(code)).find(Boolean);
  if (refused.length > 0) {
    notify.warning(t(`optIn.decidedPartly.${status}`, { count: done.length, refused: refused.length }), {
      id: 'opt-ins',
      detail: reasons.join(' '),
      ...withAction(way),
    });
    return;
  }
  notify.success(t(`optIn.decided.${status}`, { count: done.length }), {
    id: 'opt-ins',
    ...(status === 'rejected' && pending.length > 0
      ? { action: { label: t('action.undo'), onClick: () => undo(pending) } }
      : {}),
  });
}

/** Saves a part of an opt-in. Returns `save`, whether it is running, and errors by field. */
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
