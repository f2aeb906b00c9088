import * as calls from '@troupe/contract/inbox/conversation';
import type { EmailSide } from '@troupe/domain/inbox/conversation';
import { problem } from '@troupe/domain/problem';
import { pagesOf } from '@troupe/domain/shape';
import type { Api, CallContext, ChangeContext, Commit } from '../../../platform/api.ts';
import { afterCommit, type Database, isUniqueViolation } from '../../../platform/database.ts';
import { numberEvents, publishEphemeral, publishLiveEvent } from '../../../platform/live/live.queries.ts';
import type { Attachments } from './attachment.ts';
import { SEND_DUE } from './conversation.jobs.ts';
import { readConversation, readConversationPage } from './conversation.queries.ts';
import { changeConversation, isMember, unreadConversations } from './conversation-change.queries.ts';
import {
  type ConversationView,
  type MessageRow,
  readMessagePage,
  readScheduled,
  readView,
  toMessage,
} from './message.queries.ts';
import { markRead, settleNotices } from './message-read.queries.ts';
import { type PlainMessage, type SentRow, sendPlain, sentMessage } from './message-send.queries.ts';
import {
  ensureConversation,
  type LockedConversation,
  labelConversation,
  latestJoined,
  lockConversation,
  lockForMessage,
  nameOf,
  readMessage,
  removeScheduled,
  writeMessage,
} from './message-write.queries.ts';
import {
  isLabelTaken,
  readSavedReplies,
  removeSavedReply,
  updateSavedReply,
  upsertSavedReply,
} from './saved-reply.queries.ts';

const YEAR = 366 * 86_400_000;

/** The email features that conversation routes depend on. */
export interface EmailParts {
  /** Returns what composing an email in a conversation needs. */
  emailSide(brandId: string, view: ConversationView): Promise<EmailSide>;
  /** Cancels an unsent email; throws `invalid_transition` if it was sent. */
  cancelEmail(tx: Database, brandId: string, mailId: string): Promise<void>;
}

/** The dependencies of the team's routes. */
export interface ConversationParts extends EmailParts {
  api: Api;
  attachments: Attachments;
}

/** Registers the team's calls for conversations. */
export function conversationRoutes(parts: ConversationParts): void {
  const { api } = parts;
  const { implement, implementChange } = api;
  implement(calls.listConversations, (context) => listConversations(api, context));
  implementChange(calls.openConversation, (context) => openConversation(api, context));
  implement(calls.listMessages, (context) => listMessages(parts, context));
  implementChange(calls.sendMessage, (context) => sendMessage(api, context));
  implementChange(calls.cancelMessage, (context) => cancelMessage(parts, context));
  implement(calls.readMessages, (context) => readMessages(api, context));
  implement(calls.readAllMessages, (context) => readAllMessages(api, context));
  implement(calls.markTyping, (context) => markTyping(api, context));
  implementChange(calls.updateConversation, (context) => updateConversation(api, context));
  implement(calls.addAttachment, (context) => addAttachment(parts, context));
}

async function mustView({ pool }: Api, brandId: string, id: string) {
  const view = await readView(pool, brandId, id);
  if (!view) throw problem('not_found');
  return view;
}

async function mustExist(api: Api, brandId: string, id: string) {
  const view = await mustView(api, brandId, id);
  const conversation = await readConversation(api, brandId, view, api.clock.now());
  if (!conversation) throw problem('not_found');
  return { view, conversation };
}

async function listConversations(
  api: Api,
  { brandId, caller, query }: CallContext<typeof calls.listConversations>,
) {
  const found = await readConversationPage(api, brandId, caller.userId, query, api.clock.now());
  return { ...found, ...pagesOf(query.page, found.total) };
}

async function openConversation(
  api: Api,
  { brandId, body, commit }: ChangeContext<typeof calls.openConversation>,
) {
  const id = await commit(async (tx) => {
    const found = await ensureConversation(tx, brandId, body.socialProfileId);
    if (!found) throw problem('not_found');
    return found;
  });
  return { conversation: (await mustExist(api, brandId, id)).conversation };
}

async function listMessages(
  { api, emailSide }: ConversationParts,
  { brandId, params: { optInId }, query }: CallContext<typeof calls.listMessages>,
) {
  const { pool, clock, config } = api;
  const now = clock.now();
  const { view, conversation } = await mustExist(api, brandId, optInId);
  const newest = query.before === undefined && query.after === undefined;
  const [{ rows, hasMore }, waiting, email] = await Promise.all([
    readMessagePage(pool, view, query),
    newest ? readScheduled(pool, view) : [],
    newest ? emailSide(brandId, view) : null,
  ]);
  const show = (row: (typeof rows)[number]) => toMessage(row, 'brand', config, now);
  return { conversation, messages: rows.map(show), hasMore, scheduled: waiting.map(show), email };
}

async function sendMessage(
  api: Api,
  { brandId, params: { optInId }, body, caller: { userId }, commit }: ChangeContext<typeof calls.sendMessage>,
) {
  const { clock, config, jobs } = api;
  const now = clock.now();
  const { note, text, attachments, clientId, campaignId } = body;
  requireContent(text, attachments);
  const later = laterOf(body, now);
  if (!later && attachments.length === 0) {
    const plain = {
      optInId,
      brandId,
      userId,
      clientId,
      kind: note ? ('note' as const) : ('brand' as const),
      text,
    };
    const sent = await sendInOneStatement(api, plain, commit);
    if (sent) return { message: toMessage(sent, 'brand', config, now) };
  }
  const message = await commit(async (tx, connection) => {
    const found = await lockForMessage(tx, { id: optInId, brandId, userId, clientId });
    if (!found) throw problem('not_found');
    const { authorName, before } = found;
    const label =
      found.held.campaignId ?? campaignId ?? (note ? null : await latestJoined(tx, found.held.id));
    const held = await labelConversation(tx, found.held, label);
    if (!note) requireChat(held);
    const kind = note ? ('note' as const) : ('brand' as const);
    const content = { kind, userId, sendAt: later, text, authorName, clientId, attachments };
    const written = await writeMessage(tx, config, held, content, now, before);
    if (later && written.isNew) {
      await publishScheduled(tx, held, true);
      const delaySeconds = Math.ceil((Date.parse(later) - now.getTime()) / 1000);
      await jobs.send(SEND_DUE, {}, { transaction: connection, delaySeconds });
    }
    return written.message;
  });
  return { message: toMessage(message, 'brand', config, now) };
}

/** Sends a plain message with one statement; null when it needs the full path. */
async function sendInOneStatement(
  { config, clock }: Api,
  plain: PlainMessage,
  commit: Commit,
): Promise<MessageRow | null> {
  const now = clock.now();
  try {
    const [row] = await commit.statement<SentRow>(sendPlain(plain, config, now), async (tx) =>
      afterCommit(tx, numberEvents),
    );
    return row ? sentMessage(row, plain, now) : null;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Returns when a message is scheduled; null to send it now. @throws invalid */
function laterOf({ sendAt, note }: CallContext<typeof calls.sendMessage>['body'], now: Date): string | null {
  const later = sendAt !== null && Date.parse(sendAt) > now.getTime() ? sendAt : null;
  if (later && note) throw problem('invalid', { fields: { sendAt: "You can't schedule notes" } });
  if (later && Date.parse(later) > now.getTime() + YEAR)
    throw problem('invalid', { fields: { sendAt: 'Choose a time within the next year' } });
  return later;
}

/** Checks that the creator can receive chat messages. @throws invalid_transition */
function requireChat({ optInId, creatorUserId }: LockedConversation): void {
  if (optInId === null)
    throw problem('invalid_transition', {
      message:
        "This creator hasn't joined a campaign, so you can't chat with them yet. Send an email instead.",
    });
  if (!creatorUserId)
    throw problem('invalid_transition', {
      message: 'This creator deleted their account. You can still add notes for your team.',
    });
}

/** Publishes that a message was scheduled or canceled. */
const publishScheduled = (
  tx: Database,
  { id, brandId, campaignId, optInId }: Pick<LockedConversation, 'id' | 'brandId' | 'campaignId' | 'optInId'>,
  scheduled: boolean,
) =>
  publishLiveEvent(tx, {
    audience: `brand:${brandId}`,
    type: 'message',
    campaignId,
    optInId,
    data: { conversationId: id, scheduled },
  });

async function cancelMessage(
  { api, cancelEmail }: ConversationParts,
  { brandId, params: { optInId, messageId }, caller, commit }: ChangeContext<typeof calls.cancelMessage>,
) {
  await commit(async (tx) => {
    const held = await lockConversation(tx, optInId, brandId);
    const message = held && (await readMessage(tx, held.id, 'id', messageId));
    if (!message) throw problem('not_found');
    if (message.mailId !== null && message.email?.inviteId === null)
      return cancelEmail(tx, brandId, message.mailId);
    if (message.number !== null)
      throw problem('invalid_transition', { message: 'This message has already been sent.' });
    await removeScheduled(tx, messageId, caller.userId, api.clock.now());
    const { campaignId, optInId: ofOptIn } = message;
    await publishScheduled(tx, { id: held.id, brandId, campaignId, optInId: ofOptIn }, false);
  });
  return { success: true as const };
}

async function readMessages(
  { db, clock }: Api,
  { brandId, params: { optInId }, body, caller: { userId } }: CallContext<typeof calls.readMessages>,
) {
  const now = clock.now();
  const read = await db.transaction(async (tx) => {
    const read = await markRead(tx, { id: optInId, brandId, side: 'brand', upTo: body.upTo }, now);
    if (read?.unread === 0)
      await settleNotices(tx, { conversationId: read.conversationId, brandId, userId }, now);
    return read;
  });
  if (read === null) throw problem('not_found');
  return { unread: read.unread };
}

async function readAllMessages(
  { db, clock }: Api,
  { brandId, body, caller: { userId } }: CallContext<typeof calls.readAllMessages>,
) {
  const now = clock.now();
  const waiting = await unreadConversations(db, brandId, body.campaignId);
  // One at a time, so that no other writer waits for all of them.
  for (const { conversationId, campaignId, lastNumber } of waiting)
    await db.transaction(async (tx) => {
      const of = { id: conversationId, brandId, campaignId, side: 'brand' as const, upTo: lastNumber };
      await markRead(tx, of, now);
      await settleNotices(tx, { conversationId, brandId, userId }, now);
    });
  return { conversations: waiting.length };
}

async function markTyping(
  api: Api,
  { brandId, params, caller: { userId } }: CallContext<typeof calls.markTyping>,
) {
  const { db } = api;
  const view = await mustView(api, brandId, params.optInId);
  const { conversationId, campaignId, optInId, creatorUserId } = view;
  const typing = { type: 'typing' as const, campaignId, optInId };
  const data = { by: 'brand', userId, name: await nameOf(db, userId) };
  await publishEphemeral(db, { ...typing, audience: `brand:${brandId}`, data: { ...data, conversationId } });
  if (creatorUserId) await publishEphemeral(db, { ...typing, audience: `user:${creatorUserId}`, data });
  return { success: true as const };
}

async function updateConversation(
  api: Api,
  { brandId, params: { optInId }, body, commit }: ChangeContext<typeof calls.updateConversation>,
) {
  const now = api.clock.now();
  const { assignedTo, snoozedUntil } = body;
  if (snoozedUntil && Date.parse(snoozedUntil) <= now.getTime())
    throw problem('invalid', { fields: { snoozedUntil: 'Choose a time in the future' } });
  if (snoozedUntil && Date.parse(snoozedUntil) > now.getTime() + YEAR)
    throw problem('invalid', { fields: { snoozedUntil: 'Choose a time within the next year' } });
  await commit(async (tx) => {
    const held = await lockConversation(tx, optInId, brandId);
    if (!held) throw problem('not_found');
    if (assignedTo && !(await isMember(tx, brandId, assignedTo)))
      throw problem('invalid', { fields: { assignedTo: 'Choose a teammate' } });
    await changeConversation(tx, held, body);
  });
  return { conversation: (await mustExist(api, brandId, optInId)).conversation };
}

async function addAttachment(
  { api, attachments }: ConversationParts,
  { brandId, params, caller: { userId }, request }: CallContext<typeof calls.addAttachment>,
) {
  const { conversationId } = await mustView(api, brandId, params.optInId);
  return attachments.receive(request, { brandId, conversationId, userId });
}

/** @throws invalid when there is nothing to send */
export function requireContent(text: string, attachments: readonly string[]): void {
  if (text.trim() === '' && attachments.length === 0)
    throw problem('invalid', { fields: { text: 'Enter a message first' } });
}

/** Registers the calls for a team's saved replies. */
export function savedReplyRoutes(api: Api): void {
  const { implement, implementChange, db } = api;
  implement(calls.listSavedReplies, async ({ brandId }) => ({
    savedReplies: await readSavedReplies(db, brandId),
  }));
  implementChange(calls.saveReply, (context) => saveReply(api, context));
  implementChange(calls.deleteSavedReply, async ({ brandId, params: { savedReplyId }, commit }) => {
    await commit(async (tx) => {
      if (!(await removeSavedReply(tx, brandId, savedReplyId))) throw problem('not_found');
    });
    return { success: true };
  });
}

async function saveReply({ clock }: Api, { brandId, body, commit }: ChangeContext<typeof calls.saveReply>) {
  const { savedReplyId } = body;
  const now = clock.now();
  return commit(async (tx) => {
    if (savedReplyId && (await isLabelTaken(tx, brandId, savedReplyId, body.label)))
      throw problem('invalid', {
        fields: { label: 'Another saved reply has this name. Choose a different one.' },
      });
    const saved = savedReplyId
      ? await updateSavedReply(tx, brandId, savedReplyId, body, now)
      : await upsertSavedReply(tx, brandId, body, now);
    if (!saved) throw problem('not_found');
    return saved;
  });
}
