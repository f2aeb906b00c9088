import * as calls from '@troupe/contract/inbox/own-conversation';
import { problem } from '@troupe/domain/problem';
import type { Api, CallContext } from '../../../platform/api.ts';
import type { Database } from '../../../platform/database.ts';
import { publishEphemeral } from '../../../platform/live/live.queries.ts';
import type { Attachments } from './attachment.ts';
import { requireContent } from './conversation.routes.ts';
import { placeOfOwnOptIn, readOwnMessagePage, toMessage } from './message.queries.ts';
import { markRead, settleOwnNotices } from './message-read.queries.ts';
import {
  type LockedConversation,
  lockConversation,
  type Written,
  writeMessage,
} from './message-write.queries.ts';

/** Follow-up work of a creator's message, in the same transaction. */
export type AfterCreatorMessage = (tx: Database, held: LockedConversation, written: Written) => Promise<void>;

interface OwnConversationParts {
  api: Api;
  attachments: Attachments;
  afterMessage: AfterCreatorMessage;
}

/** Registers the creator's calls for conversations. The access check has verified that the opt-in is theirs. */
export function ownConversationRoutes(parts: OwnConversationParts): void {
  const { api } = parts;
  const { implement } = api;
  implement(calls.listOwnMessages, (context) => listOwnMessages(api, context));
  implement(calls.sendOwnMessage, (context) => sendOwnMessage(parts, context));
  implement(calls.readOwnMessages, (context) => readOwnMessages(api, context));
  implement(calls.addOwnAttachment, (context) => addOwnAttachment(parts, context));
}

async function listOwnMessages(
  { pool, clock, config }: Api,
  { params: { optInId }, query }: CallContext<typeof calls.listOwnMessages>,
) {
  const now = clock.now();
  const { rows, hasMore } = await readOwnMessagePage(pool, optInId, query);
  return { messages: rows.map((row) => toMessage(row, 'creator', config, now)), hasMore };
}

async function sendOwnMessage(
  { api: { db, clock, config }, afterMessage }: OwnConversationParts,
  { params: { optInId }, body, caller: { userId } }: CallContext<typeof calls.sendOwnMessage>,
) {
  const now = clock.now();
  requireContent(body.text, body.attachments);
  const message = await db.transaction(async (tx) => {
    const held = await lockConversation(tx, optInId);
    if (!held) throw problem('not_found');
    const content = { kind: 'creator' as const, userId, authorName: held.creatorName, ...body };
    const written = await writeMessage(tx, config, held, content, now);
    if (written.isNew) await afterMessage(tx, held, written);
    return written.message;
  });
  return { message: toMessage(message, 'creator', config, now) };
}

async function readOwnMessages(
  { db, pool, clock }: Api,
  { params: { optInId }, body, caller: { userId } }: CallContext<typeof calls.readOwnMessages>,
) {
  const now = clock.now();
  await db.transaction(async (tx) => {
    await markRead(tx, { id: optInId, side: 'creator', upTo: body.upTo }, now);
    // Notifications about the collaboration are shown on the same page.
    await settleOwnNotices(tx, { optInId, userId }, now);
  });
  const place = body.typing ? await placeOfOwnOptIn(pool, optInId) : null;
  if (place) {
    const { brandId, campaignId, conversationId, name } = place;
    const data = { conversationId, by: 'creator', userId, name };
    await publishEphemeral(db, { audience: `brand:${brandId}`, type: 'typing', campaignId, optInId, data });
  }
  return { success: true as const };
}

async function addOwnAttachment(
  { api, attachments }: OwnConversationParts,
  { params: { optInId }, caller: { userId }, request }: CallContext<typeof calls.addOwnAttachment>,
) {
  const place = await placeOfOwnOptIn(api.pool, optInId);
  if (!place) throw problem('not_found');
  const { brandId, conversationId } = place;
  return attachments.receive(request, { brandId, conversationId, userId });
}
