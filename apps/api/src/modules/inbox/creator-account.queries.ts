import { and, asc, eq, inArray, isNotNull, isNull, like, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import { publish } from '../../platform/events.ts';
import { userTable } from '../account/user/user.table.ts';
import { eraseAgreements } from '../campaigns/agreement/agreement.queries.ts';
import {
  contentPreviewTable,
  contentVersionTable,
  previewCommentTable,
  untaggedPostTable,
  uploadTable,
} from '../campaigns/campaign-content/campaign-content.table.ts';
import { inviteTable } from '../campaigns/invite/invite.table.ts';
import {
  creatorClaimTable,
  openClaimTable,
  optInEventTable,
  optInOfferTable,
  optInTable,
} from '../campaigns/opt-in/opt-in.table.ts';
import { addOptInEvents, optInChanged } from '../campaigns/opt-in/opt-in-change.queries.ts';
import { creatorTable } from '../discovery/creator/creator.table.ts';
import { creatorConnectionTable } from '../discovery/creator/creator-refresh.table.ts';
import { creatorListItemTable } from '../discovery/creator-list/creator-list.table.ts';
import { listCommentTable } from '../discovery/list-review/list-review.table.ts';
import { inboundMailTable, mailTable } from '../outreach/mail/mail.table.ts';
import {
  attachmentTable,
  conversationCampaignTable,
  liveEventTable,
  mailboxEmailTable,
  messageTable,
} from './conversation/conversation.table.ts';
import { notificationTable } from './notification/notification.table.ts';

/** Shown instead of the name after a creator deleted their account. */
const REMOVED_NAME = 'Removed creator';

/** Returns everything stored about a user, for their data export. */
export async function readPersonalData(db: Database, userId: string) {
  const own = eq(optInTable.userId, userId);
  const [[account], messages, uploads, invites, notices] = await Promise.all([
    db
      .select({
        email: userTable.email,
        firstName: userTable.firstName,
        lastName: userTable.lastName,
        created: userTable.createdAt,
      })
      .from(userTable)
      .where(eq(userTable.id, userId)),
    db
      .select({
        optInId: optInTable.id,
        // The creator's numbering: the brand's has gaps where notes are.
        number: sql<number>`${messageTable.creatorNumber}`.mapWith(Number),
        side: messageTable.kind,
        by: messageTable.authorName,
        text: messageTable.text,
        created: messageTable.createdAt,
      })
      .from(messageTable)
      .innerJoin(optInTable, eq(optInTable.id, messageTable.optInId))
      .where(and(own, ne(messageTable.kind, 'note'), isNotNull(messageTable.creatorNumber)))
      .orderBy(asc(optInTable.id), asc(messageTable.creatorNumber)),
    db
      .select({
        optInId: uploadTable.optInId,
        name: uploadTable.name,
        type: uploadTable.type,
        bytes: uploadTable.bytes,
        created: uploadTable.createdAt,
      })
      .from(uploadTable)
      .innerJoin(optInTable, eq(optInTable.id, uploadTable.optInId))
      .where(own)
      .orderBy(asc(uploadTable.id)),
    db
      .select({
        campaignId: inviteTable.campaignId,
        sent: inviteTable.savedAt,
        visited: inviteTable.visitedAt,
      })
      .from(inviteTable)
      .innerJoin(creatorClaimTable, eq(creatorClaimTable.creatorId, inviteTable.creatorId))
      .where(
        and(
          eq(creatorClaimTable.userId, userId),
          sql`${creatorClaimTable.claimedAt} is not null`,
          isNull(inviteTable.cancelledAt),
        ),
      )
      .orderBy(asc(inviteTable.savedAt)),
    db
      .select({
        title: notificationTable.title,
        text: notificationTable.text,
        created: notificationTable.createdAt,
      })
      .from(notificationTable)
      .where(eq(notificationTable.userId, userId))
      .orderBy(asc(notificationTable.createdAt)),
  ]);
  return { account: account ?? null, messages, uploads, invites, notices };
}

/**
 * Deletes an account and what its user wrote: claims, addresses, pitches, answers and messages. Agreements stay
 * without the name, with content the brand has rights to. Returns the claimed profiles and the keys of files to
 * delete after the commit.
 */
export async function eraseAccount(
  db: Database,
  userId: string,
  now: Date,
): Promise<{ creatorIds: string[]; fileKeys: string[] }> {
  const rows = await db.select().from(optInTable).where(eq(optInTable.userId, userId)).for('no key update');
  const ids = rows.map(({ id }) => id);
  const at = now.toISOString();
  const fileKeys: string[] = [];
  if (ids.length > 0) {
    await eraseNotifications(db, rows, at);
    await eraseEmails(db, ids, userId);
    fileKeys.push(...(await eraseUnapproved(db, ids)));
    await db
      .update(optInTable)
      .set({
        userId: null,
        pitch: '',
        answers: [],
        removedAt: at,
        updatedAt: at,
        status: sql`case when status = 'pending' then 'withdrawn' else status end`,
        reason: sql`case when status in ('pending', 'withdrawn') then null else reason end`,
        shipment: sql`shipment || '{"address": null}'`,
        version: sql`version + 1`,
      })
      .where(inArray(optInTable.id, ids));
    await eraseAgreements(db, ids);
    await db.delete(untaggedPostTable).where(inArray(untaggedPostTable.optInId, ids));
    await db
      .update(optInOfferTable)
      .set({ state: sql`case side when 'creator' then 'withdrawn' else 'declined' end`, answeredAt: at })
      .where(and(inArray(optInOfferTable.optInId, ids), eq(optInOfferTable.state, 'offered')));
    await db
      .update(optInEventTable)
      .set({ text: 'Withdrawn' })
      .where(and(inArray(optInEventTable.optInId, ids), eq(optInEventTable.kind, 'withdrawn')));
    await db
      .update(messageTable)
      .set({ text: '', authorName: REMOVED_NAME, userId: null })
      .where(
        and(
          inArray(messageTable.optInId, ids),
          or(eq(messageTable.kind, 'creator'), eq(messageTable.userId, userId)),
        ),
      );
    await dropWaitingMessages(db, ids, at);
    for (const row of rows) {
      await addOptInEvents(
        db,
        row.id,
        [{ kind: 'removed', text: 'The creator deleted their account' }],
        null,
        now,
      );
      const status = row.status === 'pending' ? 'withdrawn' : row.status;
      await publish(db, optInChanged({ ...row, userId: null, status, version: row.version + 1 }), now);
    }
  }
  await db
    .update(previewCommentTable)
    .set({ text: '', authorName: REMOVED_NAME })
    .where(eq(previewCommentTable.userId, userId));
  const files = await db
    .delete(attachmentTable)
    .where(eq(attachmentTable.userId, userId))
    .returning({ fileKey: attachmentTable.fileKey });
  await db.delete(openClaimTable).where(eq(openClaimTable.userId, userId));
  const claims = await db
    .delete(creatorClaimTable)
    .where(eq(creatorClaimTable.userId, userId))
    .returning({ creatorId: creatorClaimTable.creatorId, claimedAt: creatorClaimTable.claimedAt });
  const creatorIds = claims.filter(({ claimedAt }) => claimedAt !== null).map(({ creatorId }) => creatorId);
  if (creatorIds.length > 0) {
    await eraseOpinions(db, creatorIds, at);
    await db.delete(creatorConnectionTable).where(inArray(creatorConnectionTable.creatorId, creatorIds));
    await db
      .update(creatorTable)
      .set({ userId: null })
      .where(and(inArray(creatorTable.id, creatorIds), eq(creatorTable.userId, userId)));
  }
  const rawKeys = await eraseMails(db, userId);
  await db.delete(liveEventTable).where(eq(liveEventTable.audience, `user:${userId}`));
  await db.delete(userTable).where(eq(userTable.id, userId));
  fileKeys.push(...files.map(({ fileKey }) => fileKey), ...rawKeys);
  return { creatorIds, fileKeys };
}

/** Deletes what teams and reviewers wrote about creators on lists, and the notifications that name them. */
async function eraseOpinions(db: Database, creatorIds: readonly string[], at: string): Promise<void> {
  const ids = [...creatorIds];
  await db
    .delete(listCommentTable)
    .where(
      inArray(
        listCommentTable.itemId,
        db
          .select({ id: creatorListItemTable.id })
          .from(creatorListItemTable)
          .where(inArray(creatorListItemTable.creatorId, ids)),
      ),
    );
  await db
    .update(notificationTable)
    .set({ title: `${REMOVED_NAME}: email bounced`, text: '', mailedAt: sql`coalesce(mailed_at, ${at})` })
    .where(or(...ids.map((id) => like(notificationTable.reference, `bounced:${id}:%`))));
}

/**
 * Deletes email between the account's address and brands, including attachments, from conversations. Call it before
 * deleting the emails themselves.
 */
async function eraseEmails(db: Database, optInIds: readonly string[], userId: string): Promise<void> {
  await db.execute(sql`
    update message m set text = '', doubt = null,
      author_name = case when m.kind = 'creator' then ${REMOVED_NAME} else m.author_name end
    from conversation_campaign l
    where l.opt_in_id = any(${sql.param([...optInIds])}::uuid[]) and m.conversation_id = l.conversation_id
      and m.by_email and (select lower(email) from person where id = ${userId} and email <> '') in (
        (select lower(e.to_address) from mail e where e.id = m.mail_id),
        (select lower(b.from_address) from inbound_mail b where b.id = m.inbound_mail_id),
        (select lower(x.creator_address) from mailbox_email x where x.id = m.mailbox_email_id),
        (select lower(e.to_address) from inbound_mail b join mail e on e.id = b.mail_id
          where b.id = m.inbound_mail_id))`);
}

/** Cancels brands' scheduled messages, which no one could read. */
async function dropWaitingMessages(db: Database, optInIds: readonly string[], at: string): Promise<void> {
  const waiting = and(inArray(messageTable.optInId, [...optInIds]), isNull(messageTable.number));
  const ids = db.select({ id: messageTable.id }).from(messageTable).where(waiting);
  await db
    .update(attachmentTable)
    .set({ messageId: null, createdAt: at })
    .where(inArray(attachmentTable.messageId, ids));
  await db.delete(messageTable).where(waiting);
}

/** Deletes files and content that no brand approved; returns the keys of files no other content uses. */
async function eraseUnapproved(db: Database, optInIds: readonly string[]): Promise<string[]> {
  const ofOptIns = and(
    inArray(contentPreviewTable.optInId, [...optInIds]),
    inArray(contentPreviewTable.status, ['preview', 'change_requested']),
  );
  const open = db.select({ id: contentPreviewTable.id }).from(contentPreviewTable).where(ofOptIns);
  const uploads = await db
    .delete(uploadTable)
    .where(
      and(
        inArray(uploadTable.optInId, [...optInIds]),
        or(isNull(uploadTable.previewId), inArray(uploadTable.previewId, open)),
      ),
    )
    .returning({ fileKey: uploadTable.fileKey, thumbnailKey: uploadTable.thumbnailKey });
  await db.delete(contentPreviewTable).where(ofOptIns);
  const kept = db
    .select({ id: contentPreviewTable.id })
    .from(contentPreviewTable)
    .where(inArray(contentPreviewTable.optInId, [...optInIds]));
  await db.delete(contentVersionTable).where(inArray(contentVersionTable.previewId, kept));
  const left = await db
    .select({ fileKey: uploadTable.fileKey })
    .from(uploadTable)
    .where(
      inArray(
        uploadTable.fileKey,
        uploads.map(({ fileKey }) => fileKey),
      ),
    );
  const used = new Set(left.map(({ fileKey }) => fileKey));
  const gone = uploads.filter(({ fileKey }) => !used.has(fileKey));
  return gone.flatMap(({ fileKey, thumbnailKey }) => (thumbnailKey ? [fileKey, thumbnailKey] : [fileKey]));
}

/** Removes a person's messages and name from teams' notifications and screens. */
async function eraseNotifications(
  db: Database,
  optIns: readonly Pick<typeof optInTable.$inferSelect, 'id' | 'brandId'>[],
  at: string,
): Promise<void> {
  const ids = optIns.map(({ id }) => id);
  const labels = await db
    .select({ conversationId: conversationCampaignTable.conversationId })
    .from(conversationCampaignTable)
    .where(inArray(conversationCampaignTable.optInId, ids));
  const conversationIds = [...new Set(labels.map(({ conversationId }) => conversationId))];
  const content = await db
    .select({ id: contentPreviewTable.id })
    .from(contentPreviewTable)
    .where(inArray(contentPreviewTable.optInId, ids));
  const notified = [
    ...conversationIds.map((id) => `message:${id}:%`),
    ...ids.map((id) => `opt-in/${id}%`),
    ...content.flatMap(({ id }) => [`content:${id}:%`, `rights:${id}:%`]),
  ];
  for (const reference of notified) {
    const erased = await db
      .update(notificationTable)
      .set({
        title: `${REMOVED_NAME}: opt-in update`,
        text: '',
        mailedAt: sql`coalesce(${notificationTable.mailedAt}, ${at})`,
      })
      .where(like(notificationTable.reference, reference))
      .returning({ id: notificationTable.id, userId: notificationTable.userId });
    if (erased.length === 0) continue;
    await db.delete(liveEventTable).where(
      and(
        inArray(
          liveEventTable.audience,
          erased.map((one) => `user:${one.userId}`),
        ),
        inArray(
          sql`${liveEventTable.data}->'notification'->>'id'`,
          erased.map((one) => one.id),
        ),
      ),
    );
  }
  await db
    .delete(liveEventTable)
    .where(
      and(
        inArray(liveEventTable.audience, [...new Set(optIns.map(({ brandId }) => `brand:${brandId}`))]),
        or(
          inArray(liveEventTable.optInId, ids),
          inArray(sql`${liveEventTable.data}->>'conversationId'`, conversationIds),
        ),
      ),
    );
}

/** Deletes the product's email to and from an account's address; returns the keys of stored emails. */
async function eraseMails(db: Database, userId: string): Promise<string[]> {
  const address = sql`(select lower(email) from person where id = ${userId} and email <> '')`;
  await db
    .update(mailTable)
    .set({
      toAddress: 'removed',
      toName: '',
      html: '',
      plain: '',
      status: sql`case when status in ('queued', 'deferred') then 'cancelled' else status end`,
    })
    .where(
      and(
        inArray(mailTable.kind, ['message', 'notice', 'email']),
        sql`lower(${mailTable.toAddress}) = ${address}`,
        sql`${mailTable.status} <> 'sending'`,
      ),
    );
  const received = await db
    .update(inboundMailTable)
    .set({ fromAddress: 'removed', subject: '', visible: '', body: null })
    .where(sql`lower(${inboundMailTable.fromAddress}) = ${address}`)
    .returning({ rawKey: inboundMailTable.rawKey });
  await db
    .update(mailboxEmailTable)
    .set({ creatorAddress: 'removed', subject: '', visible: '', body: null })
    .where(sql`lower(${mailboxEmailTable.creatorAddress}) = ${address}`);
  return received.map(({ rawKey }) => rawKey);
}
